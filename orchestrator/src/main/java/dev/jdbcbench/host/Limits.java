package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.time.Duration;

/**
 * Limits on a host's time and output. A host that never answers, or never stops answering, must cause a failure, not a
 * hang.
 *
 * @param line the longest line that is accepted, bytes: an event of many iterations has some 100 kB
 * @param idle how long a file transfer may stall
 * @param fetch how long fetching one file may take; files have some megabytes at most
 */
public record Limits(int line, Duration idle, Duration fetch) {
    public static final Limits USUAL = new Limits(4 << 20, Duration.ofSeconds(60), Duration.ofMinutes(10));

    /** How long to wait for the exit status after the output has ended; normally it follows immediately. */
    public static final Duration STATUS = Duration.ofSeconds(10);

    private static String size(long bytes) {
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }

    private static String seconds(Duration time) {
        return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    public static Failure.Host late(String host, Command command) {
        return new Failure.Host(
                host + " does not answer in time",
                "$ " + command + "\nhas not ended within " + seconds(command.limit()),
                "Run the command on " + host + " to see what keeps it busy.",
                null);
    }

    public static Failure.Command tooMuch(String host, Command command) {
        return new Failure.Command(
                "a command on " + host + " prints more than " + size(command.most()),
                "$ " + command,
                "Run the command on " + host + " to see what it prints.",
                null);
    }

    public Failure.Command longLine(String host) {
        return new Failure.Command(
                host + " sends a line of more than " + size(line),
                "no event of bench is that long",
                "Does something else write into bench's files there?",
                null);
    }

    /** The failure of a transfer that has stalled, or takes too long. */
    public Failure.Host stalled(String host, String what) {
        return new Failure.Host(
                "cannot " + what + ": " + host + " has stopped answering",
                "no data was transferred for " + seconds(idle) + ", or not enough in " + seconds(fetch),
                "Check that the host is up and reachable.",
                null);
    }
}
