package dev.jdbcbench.database;

import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the programs of a server run in: directly on the host, or in something that a {@link ProgramSource} provides. */
public interface Enclosure {
    /** Directly on the host, pinned by taskset, as the database's own user if bench is root. */
    Enclosure NONE = (place, words) -> {
        List<String> all = new ArrayList<>(
                place.cpus().map(cpus -> List.of("taskset", "-c", cpus)).orElse(List.of()));
        all.addAll(place.asRoot() ? Account.DATABASE.words() : List.of());
        all.addAll(words);
        return Command.of(all);
    };

    /**
     * Where the programs work.
     *
     * @param directory directory of the server; its files have the same path for the programs
     * @param cpus CPUs to pin the programs to, as taskset writes them; empty for all
     * @param asRoot whether bench is root there, so the programs need another user
     */
    record Place(HostScript script, String run, String directory, Optional<String> cpus, boolean asRoot) {}

    /**
     * The command that the supervisor starts: runs these words until they end, and passes on TERM. Writes the files that the
     * supervisor needs into the directory of the place.
     */
    Command command(Place place, List<String> words);

    /**
     * A start in which the enclosure itself initialises the data directory.
     *
     * @param done what it prints when the data directory is complete, before the server starts; a regular expression of grep
     */
    record SetUp(Command command, String done) {}

    /**
     * How the enclosure itself initialises the data directory of a place; empty if its programs must. It reads the configuration
     * {@code my.cnf} and the administrator's password {@code secret/root} there.
     *
     * @param server the path of the server's program in the enclosure
     */
    default Optional<SetUp> setUp(Place place, ServerKind kind, String server) {
        return Optional.empty();
    }

    /** The image with its digest; empty if there is none. */
    default Optional<String> origin() {
        return Optional.empty();
    }
}
