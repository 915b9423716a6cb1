package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.failure.Failure;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine.Command;

/** Options of {@code run}, a mixin of picocli, that request its hosts, instead of a hosts file: a service that an extension provides. */
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

    /**
     * The request; empty if all hosts are those of the hosts file.
     *
     * @throws Failure.Input if the options contradict each other
     */
    Optional<HostRequest> request(Rest rest);

    /** Those on the class path, or none. */
    static Launcher provided() {
        return ServiceLoader.load(Launcher.class).findFirst().orElseGet(None::new);
    }

    /** No options. */
    @Command
    final class None implements Launcher {
        @Override
        public Optional<HostRequest> request(Rest rest) {
            return Optional.empty();
        }
    }
}
