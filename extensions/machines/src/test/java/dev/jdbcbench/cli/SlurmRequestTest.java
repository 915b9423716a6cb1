package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.store.RunOrigin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlurmRequestTest {
    private static Request asked(String... words) {
        return OldWords.read(new RunOrigin.OfWords("r", "p", List.of(words), "/", null), CommandContext.plain())
                .asked()
                .orElseThrow();
    }

    private static Optional<HostRequest> requested(String... words) {
        return asked(words).where().requested();
    }

    @Test
    void storedCommandLineRequestsItsNodesAgain() {
        assertThat(requested("run", "--launcher", "slurm", "--clients", "2", "--job-time", "90m"))
                .contains(new HostRequest("slurm", 2, Map.of("minutes", "90")));
        assertThat(requested("run", "--clients=2", "--launcher=Slurm")).isPresent();
        assertThat(requested("run", "--launcher", "ssh", "--name", "slurm")).isEmpty();
    }

    /** The number of nodes is no name of a client, and the database has a node of its own. */
    @Test
    void runOnNodesIsDistantAndHasTheirNames() {
        Request request = asked("run", "--launcher", "slurm", "--clients", "2");
        Hosts hosts = Inputs.hosts(request, CommandContext.plain().reading());
        assertThat(hosts.hosts()).containsOnlyKeys("client1", "client2", "database");
        assertThat(request.where().clients()).isEmpty();
        assertThat(request.where().topologies()).containsExactly("distant");
    }
}
