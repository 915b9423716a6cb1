package dev.jdbcbench.host;

import dev.jdbcbench.untrusted.RunId;
import dev.jdbcbench.untrusted.SafeName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * A directory of a run on the host, as recorded in the journal.
 *
 * @param name the run's ID and the directory's role, {@code RUN/ROLE}
 * @param owner who began it; empty when that cannot be read
 * @param process the process running in it; empty when there is none
 * @param unattendedSeconds since its lease was renewed; empty when the directory is gone, or the host has
 *     rebooted since
 * @param leaseSeconds length of the lease; empty in the same cases
 * @param ticket order of arrival on this host; smaller is earlier
 */
public record JournalEntry(
        String name,
        String directory,
        Optional<Owner> owner,
        Optional<String> process,
        Optional<Long> unattendedSeconds,
        Optional<Long> leaseSeconds,
        long ticket) {
    /** The id of the run. */
    public String run() {
        return name.replaceFirst("/.*", "");
    }

    /** The role of the directory. */
    public String role() {
        return name.substring(name.indexOf('/') + 1);
    }

    /** How much of the lease is left; negative when it has expired, empty when there is none. */
    public Optional<Duration> leaseLeft() {
        return leaseSeconds.flatMap(length -> unattendedSeconds.map(age -> Duration.ofSeconds(length - age)));
    }

    /**
     * The entry of a line; empty if it has another form, or its directory is not one of bench.
     *
     * @param directory the path of a run's directory for a role
     */
    static Optional<JournalEntry> of(String line, BinaryOperator<String> directory) {
        List<String> parts = List.of(line.split("\t", -1));
        if (parts.size() != 7 || !ours(parts.get(0), parts.get(1), directory)) {
            return Optional.empty();
        }
        return Optional.of(new JournalEntry(
                parts.get(0),
                parts.get(1),
                Owner.of(parts.get(2)),
                Optional.of(parts.get(3)).filter(process -> process.matches("[0-9]{1,18}")),
                number(parts.get(4)),
                number(parts.get(5)),
                number(parts.get(6)).orElse(0L)));
    }

    /** Whether the name is RUN/ROLE, and the directory is the one of that name. */
    private static boolean ours(String name, String directory, BinaryOperator<String> directories) {
        String[] parts = name.split("/", -1);
        return parts.length == 2
                && RunId.admits(parts[0])
                && SafeName.admits(parts[1])
                && directory.equals(directories.apply(parts[0], parts[1]));
    }

    private static Optional<Long> number(String text) {
        return Optional.of(text).filter(digits -> digits.matches("[0-9]{1,18}")).map(Long::valueOf);
    }
}
