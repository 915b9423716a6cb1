package dev.jdbcbench.cli;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.failure.Failure;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine.Command;

/** Options of {@code run}, a mixin of picocli, that obtain its hosts instead of a hosts file: a service that an extension provides. */
public interface Launcher {
    /**
     * The rest of the command line, as far as it concerns hosts.
     *
     * @param clients the values of {@code --clients}
     * @param database the option that names the database's host, with its value
     * @param detach whether no bench will be attached to the run
     * @param dryRun whether nothing may be changed
     */
    record Rest(List<String> clients, Optional<String> database, boolean detach, boolean dryRun) {
        public Rest {
            clients = List.copyOf(clients);
        }
    }

    /** Whether hosts are obtained. */
    boolean asked();

    /**
     * The hosts: those of the file, or obtained ones.
     *
     * @throws Failure.Input if the options contradict each other
     */
    Hosts hosts(Hosts file, Rest rest);

    /** Those on the class path, or none. */
    static Launcher provided() {
        return ServiceLoader.load(Launcher.class).findFirst().orElseGet(None::new);
    }

    /** No options: all hosts are those of the hosts file. */
    @Command
    final class None implements Launcher {
        @Override
        public boolean asked() {
            return false;
        }

        @Override
        public Hosts hosts(Hosts file, Rest rest) {
            return file;
        }
    }
}
