package dev.jdbcbench.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.cli.Launcher;
import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.config.Hosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SlurmOptionsTest {
    private static Ended run(String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--dry-run"));
        words.addAll(List.of(options));
        return BenchTest.bench(words.toArray(String[]::new));
    }

    @Test
    void slurmGivesEachClientAndTheDatabaseANode() {
        SlurmOptions options = new SlurmOptions();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(options))
                .parseArgs("--launcher", "slurm", "--partition", "p", "--job-time", "90m");
        HostRequest request = options.request(new Launcher.Rest(List.of("3"), Optional.empty(), false, false))
                .orElseThrow();
        assertThat(request).isEqualTo(new HostRequest("slurm", 3, Map.of("partition", "p", "minutes", "90")));
        Hosts hosts = request.in(Hosts.none());
        assertThat(hosts.hosts()).containsOnlyKeys("client1", "client2", "client3", "database");
        assertThat(hosts.clients()).containsExactly("client1", "client2", "client3");
        assertThat(hosts.hosts().values()).allSatisfy(host -> {
            assertThat(host.local()).isFalse();
            assertThat(host.request()).contains(request);
        });
    }

    @Test
    void allProblemsAreListedAtOnce() {
        run("--launcher", "slurm", "--clients", "c1,c2", "--db-host", "db1", "--detach", "--job-time", "5")
                .assertEnds(2)
                .contains("--clients c1,c2: with --launcher slurm this is a number from 1 to 32")
                .contains("--db-host db1: with --launcher slurm Slurm chooses the nodes")
                .contains("--detach: a job of Slurm ends when no bench is attached")
                .contains("--job-time");
    }

    @Test
    void slurmOptionsNeedSlurm() {
        assertThat(run("--partition", "p").err()).contains("--partition needs --launcher slurm");
        assertThat(run("--launcher", "pbs").err()).contains("--launcher pbs: there is ssh and slurm");
        assertThat(run("--launcher", "pbs").code()).isEqualTo(2);
    }

    @Test
    void dryRunWithSlurmIsRefused() {
        run("--launcher", "slurm").assertEnds(2).contains("--dry-run: the nodes of a Slurm job are not known");
    }
}
