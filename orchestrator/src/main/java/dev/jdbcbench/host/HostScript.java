package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Directories and supervised processes of bench on one host: drives {@code host.sh}, which it puts there. The script says
 * what a supervised process is promised.
 */
public final class HostScript {
    private static final String RESOURCE = "host.sh";

    private final Host host;
    private final String cache;
    private final String script;

    private HostScript(Host host, String cache, String script) {
        this.host = host;
        this.cache = cache;
        this.script = script;
    }

    /**
     * Puts the script on a host, unless it is there.
     *
     * @throws Failure.Command when the host is no Linux on x86-64, or has no room
     */
    public static HostScript install(Host host) {
        Outcome system = host.require("ask for the system", Command.of("uname", "-sm"));
        if (!system.out().strip().equals("Linux x86_64")) {
            throw new Failure.Command(
                    host.name() + " is " + system.out().strip(),
                    "bench measures on Linux on x86-64",
                    "Name another host with --hosts or --db-host.",
                    null);
        }
        String text = text();
        // The first call finds the cache, by the script's own rule, before the script is there.
        Outcome paths = host.require(
                "make bench's directories", Command.of("sh", "-s", "paths").reading(text));
        String cache = paths.out().lines().findFirst().orElseThrow();
        String script = cache + "/host-" + sha256(text).substring(0, 12) + ".sh";
        host.require(
                "put bench's script",
                Command.of(
                                "sh",
                                "-c",
                                "test -x \"$1\" || { cat >\"$1.part\" && chmod 755 \"$1.part\" && mv \"$1.part\" \"$1\"; }",
                                "sh",
                                script)
                        .reading(text));
        return new HostScript(host, cache, script);
    }

    private static String text() {
        try (InputStream in = HostScript.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The host that it drives. */
    public Host host() {
        return host;
    }

    /** The directory of what bench keeps on the host between runs. */
    public String cache() {
        return cache;
    }

    /** Journals and makes the directory of one role of a run, and returns its path. */
    public String begin(String run, String role) {
        return host.require("make a directory", verb("begin", run + "/" + role))
                .out()
                .strip();
    }

    /** What becomes of the directory of a process that nobody wants any more. */
    public enum WhenAbandoned {
        KEEP,
        REMOVE
    }

    /**
     * Starts a process that outlives the line, under a supervisor.
     *
     * @param lease after which it is ended unless the lease is renewed; on this machine it ends with this JVM, too
     */
    public void launch(String directory, Duration lease, WhenAbandoned whenAbandoned, Command command) {
        List<String> words = new ArrayList<>(List.of(
                "launch",
                directory,
                String.valueOf(lease.toSeconds()),
                host.local() ? owner() : "-",
                whenAbandoned == WhenAbandoned.KEEP ? "keep" : "remove"));
        words.addAll(command.words());
        host.require("start " + command.words().get(0), verb(words.toArray(String[]::new)));
    }

    /** This JVM, so that the supervisor can tell it from a later process with its pid. */
    private String owner() {
        long pid = ProcessHandle.current().pid();
        // field 22 of its stat, as the script reads it
        Outcome stat = host.require("read the start time of bench", Command.of("cat", "/proc/" + pid + "/stat"));
        String afterName = stat.out().substring(stat.out().lastIndexOf(')') + 2);
        return pid + ":" + afterName.split(" ", -1)[19];
    }

    /** Renews the leases of processes. */
    public void renew(List<String> directories) {
        List<String> words = new ArrayList<>(List.of("renew"));
        directories.forEach(directory -> words.add(directory + "/lease"));
        host.require("renew a lease", verb(words.toArray(String[]::new)));
    }

    /** What became of a wait. */
    public enum Awaited {
        FOUND,
        ENDED,
        TIMED_OUT
    }

    /** Waits until a file holds a text, or the directory's process ends. */
    public Awaited await(String directory, String file, String text, Duration limit) {
        int exit = host.run(verb("await", directory, file, text, String.valueOf(limit.toSeconds())))
                .exit();
        return switch (exit) {
            case 0 -> Awaited.FOUND;
            case 1 -> Awaited.ENDED;
            case 2 -> Awaited.TIMED_OUT;
            default -> throw new IllegalStateException("await ended with " + exit);
        };
    }

    /** Ends the directory's process and its supervisor, if they run. */
    public void stop(String directory) {
        host.require("end a process", verb("stop", directory));
    }

    /** Ends the directory's process, removes the directory and strikes it from the journal. */
    public void discard(String directory) {
        host.require("remove a directory", verb("discard", directory));
    }

    private Command verb(String... words) {
        List<String> all = new ArrayList<>(List.of(script));
        all.addAll(List.of(words));
        return Command.of(all);
    }
}
