package dev.jdbcbench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * A bench that works on a host: who it is, for those who find its traces there.
 *
 * @param boot the boot of its machine, which tells one machine from another, and today's processes from yesterday's
 * @param pids the namespace of its pids: two containers of one machine have different ones
 * @param process its pid and, in clock ticks since boot, its start time: {@code 4711:90210}
 * @param person the user and machine from which it works
 * @param since when it began there, by the clock of its machine
 */
public record Owner(String boot, String pids, String process, String person, String since) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");
    private static final String UNKNOWN = "-";
    private static final long LOOK_MILLIS = 100;
    /** In {@code stat} of a process behind its name, which may hold blanks: the start time is field 22, the state field 3. */
    private static final int START_TIME = 22 - 3;

    /** This JVM. */
    public static Owner here() {
        long pid = ProcessHandle.current().pid();
        return new Owner(
                thisBoot(),
                thisPids(),
                pid + ":" + startTime(pid).orElse("0"),
                user() + "@" + firstLine(NAME).replaceAll("\\s", "_"),
                Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** Nobody any more: what this JVM began and leaves to itself. */
    static Owner nobody() {
        Owner here = here();
        return new Owner(UNKNOWN, UNKNOWN, UNKNOWN, here.person, here.since);
    }

    /** What {@link #text()} wrote, or empty when it is something else. */
    static Optional<Owner> of(String text) {
        List<String> words = List.of(text.split(" ", -1));
        return words.size() == 5
                ? Optional.of(new Owner(words.get(0), words.get(1), words.get(2), words.get(3), words.get(4)))
                : Optional.empty();
    }

    /** In one line. */
    String text() {
        return String.join(" ", boot, pids, process, person, since);
    }

    /** Whether it works on this machine, as this user, where it can be seen whether it lives. */
    public boolean onThisMachine() {
        return !boot.equals(UNKNOWN)
                && boot.equals(thisBoot())
                && pids.equals(thisPids())
                && person.startsWith(user() + "@");
    }

    /** Whether it is this process. */
    public boolean isThisProcess() {
        Owner here = here();
        return boot.equals(here.boot) && pids.equals(here.pids) && process.equals(here.process);
    }

    /** Whether it left what it began to itself. */
    public boolean left() {
        return process.equals(UNKNOWN);
    }

    /** Whether its process lives; to be asked on its own machine only. */
    public boolean alive() {
        String[] parts = process.split(":", 2);
        return parts.length == 2
                && parts[0].matches("[0-9]{1,18}")
                && startTime(Long.parseLong(parts[0])).equals(Optional.of(parts[1]));
    }

    /**
     * Asks its process to end, as Ctrl-C does, and waits until it has; on its own machine only.
     *
     * @throws InterruptedException when this thread was interrupted meanwhile
     */
    public void end() throws InterruptedException {
        if (alive()) {
            Optional<ProcessHandle> handle = ProcessHandle.of(Long.parseLong(process.split(":", 2)[0]));
            handle.ifPresent(ProcessHandle::destroy);
            while (alive()) {
                Thread.sleep(LOOK_MILLIS);
            }
        }
    }

    private static String user() {
        return System.getProperty("user.name").replaceAll("[\\s@]", "_");
    }

    private static String thisPids() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static String thisBoot() {
        return firstLine(BOOT);
    }

    private static String firstLine(Path file) {
        try {
            // Read by lines: the file says that it is empty.
            return Files.readAllLines(file).get(0);
        } catch (IOException e) {
            return UNKNOWN; // not Linux: then a lease alone tells whether it lives
        }
    }

    private static Optional<String> startTime(long pid) {
        try {
            String stat = Files.readAllLines(Path.of("/proc", String.valueOf(pid), "stat"))
                    .get(0);
            String afterName = stat.substring(stat.lastIndexOf(')') + 2);
            return Optional.of(afterName.split(" ", -1)[START_TIME]);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
