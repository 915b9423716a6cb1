package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.store.RunOrigin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LauncherOptionsTest {
    private static Ended run(String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--dry-run"));
        words.addAll(List.of(options));
        return BenchTest.bench(words.toArray(String[]::new));
    }

    @Test
    void slurmGivesEachClientAndTheDatabaseANode() {
        Hosts hosts = NamedRun.parsed(
                        List.of("--launcher", "slurm", "--partition", "p", "--clients", "3", "--job-time", "90m"),
                        false,
                        CommandContext.plain())
                .hosts();
        assertThat(hosts.hosts()).containsOnlyKeys("client1", "client2", "client3", "database");
        assertThat(hosts.clients()).containsExactly("client1", "client2", "client3");
        assertThat(hosts.hosts().values()).allSatisfy(host -> {
            assertThat(host.local()).isFalse();
            assertThat(host.slurm().orElseThrow().partition()).contains("p");
            assertThat(host.slurm().orElseThrow().time().orElseThrow()).hasMinutes(90);
        });
    }

    @Test
    void allProblemsAreListedAtOnce() {
        Ended run = run("--launcher", "slurm", "--clients", "c1,c2", "--db-host", "db1", "--detach", "--job-time", "5");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
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

    private static boolean startedInSlurm(String... words) {
        return LauncherOptions.slurm(new RunOrigin("r", "p", List.of(words), "/", null));
    }

    @Test
    void runStartedInSlurmIsRecognisedByItsCommandLine() {
        assertThat(startedInSlurm("run", "--launcher", "slurm", "--clients", "2"))
                .isTrue();
        assertThat(startedInSlurm("run", "--clients=2", "--launcher=Slurm")).isTrue();
        assertThat(startedInSlurm("run", "--launcher", "ssh", "--name", "slurm"))
                .isFalse();
        assertThat(startedInSlurm("run", "--name", "--launcher=slurm-no")).isFalse();
    }

    @Test
    void dryRunWithSlurmIsRefused() {
        Ended run = run("--launcher", "slurm");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--dry-run: the nodes of a Slurm job are not known");
    }
}
