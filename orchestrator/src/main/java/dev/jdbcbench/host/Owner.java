package dev.jdbcbench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The bench process that owns something on a host, so others can find out who left it there.
 *
 * @param boot the boot id of its machine; identifies the machine, and whether the process dates from before a
 *     reboot
 * @param pids the pid namespace: two containers of one machine have different ones
 * @param process its pid and, in clock ticks since boot, its start time: {@code 4711:90210}
 * @param person the user and machine that it runs on
 * @param since when it began there, by the clock of its machine
 */
public record Owner(String boot, String pids, String process, String person, String since) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");
    private static final String UNKNOWN = "-";
    private static final long LOOK_MILLIS = 100;
    /**
     * Index of the start time in {@code stat}, counted behind the process name, which may hold blanks: the state is
     * field 3, the start time field 22.
     */
    private static final int START_TIME = 22 - 3;

    /** This JVM. */
    public static Owner here() {
        long pid = ProcessHandle.current().pid();
        return new Owner(
                thisBoot(),
                thisPids(),
                pid + ":" + startTime(pid).orElse("0"),
                user() + "@" + machine().replaceAll("\\s", "_"),
                Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** No live owner: marks what this JVM began and then detached from. */
    static Owner none() {
        Owner here = here();
        return new Owner(UNKNOWN, UNKNOWN, UNKNOWN, here.person, here.since);
    }

    /** Parses the output of {@link #text()}; empty for anything else. */
    public static Optional<Owner> of(String text) {
        List<String> words = List.of(text.split(" ", -1));
        return words.size() == 5
                ? Optional.of(new Owner(words.get(0), words.get(1), words.get(2), words.get(3), words.get(4)))
                : Optional.empty();
    }

    /** On one line, as {@link #of} reads it. */
    public String text() {
        return String.join(" ", boot, pids, process, person, since);
    }

    /** Whether it runs on this machine and as this user, so its process can be checked. */
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

    /** Whether it detached from what it began. */
    public boolean left() {
        return process.equals(UNKNOWN);
    }

    /** Whether its process is alive; valid only on the owner's machine. */
    public boolean alive() {
        String[] parts = process.split(":", 2);
        return parts.length == 2
                && parts[0].matches("[0-9]{1,18}")
                && startTime(Long.parseLong(parts[0])).equals(Optional.of(parts[1]));
    }

    /**
     * Asks its process to end (SIGTERM), which it handles like Ctrl-C, and waits until it has. Valid only on the
     * owner's machine.
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

    private static String machine() {
        String known = firstLine(NAME);
        String windows = System.getenv("COMPUTERNAME");
        return known.equals(UNKNOWN) && windows != null ? windows : known;
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
            // Read by lines: files in /proc report a size of 0.
            return Files.readAllLines(file).get(0);
        } catch (IOException e) {
            return UNKNOWN; // not Linux: then only the lease shows whether it is alive
        }
    }

    private static Optional<String> startTime(long pid) {
        try {
            String stat = Files.readAllLines(Path.of("/proc", String.valueOf(pid), "stat"))
                    .get(0);
            String afterName = stat.substring(stat.lastIndexOf(')') + 2);
            return Optional.of(afterName.split(" ", -1)[START_TIME]);
        } catch (IOException e) {
            return ProcessHandle.of(pid) // not Linux
                    .flatMap(process -> process.info().startInstant())
                    .map(start -> String.valueOf(start.toEpochMilli()));
        }
    }
}
