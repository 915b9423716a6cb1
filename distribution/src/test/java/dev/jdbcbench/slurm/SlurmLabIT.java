package dev.jdbcbench.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Lab;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.cli.BenchJar;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs on a Slurm cluster of four lab hosts. Some runs take half a minute. */
@RealMachine
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlurmLabIT {
    private static final List<String> NODES = List.of("c1", "c2", "c3", "db");
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final LocalHost HERE = new LocalHost("localhost");

    @TempDir
    private Path results = Path.of("");

    private final Lab lab = Lab.up("0.35ms", "c1,c2,c3,db", "--slurm");
    private final String cluster = "SLURM_CONF=" + lab.hosts().resolveSibling("slurm.conf");

    @AfterEach
    void nothingIsLeft() {
        assertThat(slurm("squeue", "--noheader").out()).isEmpty();
        for (String node : NODES) {
            assertThat(lab.exec(
                                    node,
                                    "sh",
                                    "-c",
                                    "ls -d /tmp/bench-* 2>/dev/null; pgrep -af '[b]ench-job|[m]ariadbd|dev.[j]dbcbench'")
                            .out())
                    .as(node)
                    .isEmpty();
        }
    }

    @AfterAll
    void down() {
        lab.close();
    }

    private Outcome slurm(String... words) {
        return HERE.run(Command.of(words).withPrefix(List.of("env", cluster)));
    }

    /** A command of bench that knows only the runs of this class. */
    private List<String> bench(String command, String... options) {
        List<String> words = new ArrayList<>(List.of("env", cluster, "XDG_STATE_HOME=" + results.resolve("state")));
        words.addAll(BenchJar.words());
        words.addAll(List.of(command, "--results", results.resolve("runs").toString()));
        words.addAll(List.of(options));
        return words;
    }

    private List<String> running(String... options) {
        List<String> words = bench("run", "--launcher", "slurm", "--profile", "smoke");
        words.addAll(List.of("--scenario", "Do1", "--mode", "text", "--driver", "mariadb", "--no-explain"));
        words.addAll(List.of(options));
        return words;
    }

    private Outcome run(String... options) {
        return HERE.run(Command.of(running(options)).within(LIMIT));
    }

    private Outcome onLab(String command) {
        return HERE.run(
                Command.of(bench(command, "--hosts", lab.hosts().toString())).within(LIMIT));
    }

    @Test
    void threeClientsAndADatabaseMeasureAsOneGang() {
        Outcome run = run("--clients", "3", "--threads", "3");
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.err()).contains("runs on c[1-3],db");
        assertThat(run.out()).contains("3 clients measured together", "database on database");
    }

    @Test
    void cancelledJobEndsTheRunWithItsState() {
        CompletableFuture<Outcome> running = CompletableFuture.supplyAsync(
                () -> run("--clients", "2", "--threads", "2", "--groups", "20", "--iterations", "20"));
        await().atMost(LIMIT)
                .until(() -> lab.exec("c2", "pgrep", "-f", "bench.turns=0").ok());
        slurm("scancel", "--me");
        Outcome run = running.join();
        assertThat(run.exit()).as(run.err()).isEqualTo(3);
        assertThat(run.err()).contains("has ended", "CANCELLED", "bench resume").doesNotContain("left behind");
    }

    /** Starts a run, waits for a condition, runs {@code then}, and kills the run's bench. */
    private void killedOnce(Callable<Boolean> condition, Runnable then, String... options) throws Exception {
        Process bench = new ProcessBuilder(running(options))
                .redirectErrorStream(true)
                .redirectOutput(results.resolve("out").toFile())
                .start();
        try {
            await().atMost(LIMIT).until(condition);
            then.run();
        } finally {
            bench.destroyForcibly().waitFor();
        }
    }

    @Test
    void statusAndCleanFindTheJobOfAKilledBench() throws Exception {
        killedOnce(
                () -> lab.exec("c2", "pgrep", "-f", "bench.turns=0").ok(),
                () -> {
                    Outcome status = onLab("status");
                    assertThat(status.out())
                            .as(status.err())
                            .containsPattern("-distant-\\S+ +working ")
                            .containsPattern("Slurm job \\d+ on c\\[1-3\\]");
                    Outcome clean = onLab("clean");
                    assertThat(clean.exit()).as(clean.err()).isEqualTo(4);
                    assertThat(clean.err()).contains("a run is in progress in Slurm", "scancel --me --name=bench-");
                },
                "--clients",
                "2",
                "--threads",
                "2",
                "--groups",
                "20",
                "--iterations",
                "20");
        assertThat(onLab("status").out()).contains("working alone", "./bench attach");
        Outcome clean = onLab("clean");
        assertThat(clean.exit()).as(clean.err()).isZero();
        assertThat(clean.err()).containsPattern("ended Slurm job \\d+ on c\\[1-3\\] of run ");
        assertThat(onLab("status").out()).doesNotContain("Slurm job");
        statusShowsAQueuedJob();
    }

    private void statusShowsAQueuedJob() throws Exception {
        slurm("sbatch", "--exclusive", "--nodes=4", "--output=/dev/null", "--chdir=/", "--wrap=sleep 600");
        killedOnce(
                () -> slurm("squeue", "--noheader", "--states=PENDING", "--format=%j")
                        .out()
                        .contains("bench-"),
                () -> {
                    assertThat(onLab("status").out()).contains("waiting for nodes", "(Resources)");
                    assertThat(onLab("clean").exit()).isEqualTo(4);
                });
        assertThat(onLab("status").out()).contains("left behind", "./bench clean");
        Outcome clean = onLab("clean");
        assertThat(clean.exit()).as(clean.err()).isZero();
        assertThat(clean.err()).containsPattern("ended Slurm job \\d+ \\(.*\\) of run ");
        slurm("scancel", "--me");
        await().atMost(LIMIT).until(() -> slurm("squeue", "--noheader").out().isEmpty());
    }

    @Test
    void jobThatNeedsADrainedNodeIsRefused() {
        slurm("scontrol", "update", "NodeName=c3", "State=DRAIN", "Reason=test");
        try {
            Outcome run = run("--clients", "3", "--threads", "3");
            assertThat(run.exit()).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains("cannot start", "4 nodes are not available", "sinfo");
        } finally {
            slurm("scontrol", "update", "NodeName=c3", "State=RESUME");
        }
    }

    @Test
    void tooLargeJobAndUnknownPartitionAreRefused() {
        Outcome large = run("--clients", "9", "--threads", "9");
        assertThat(large.exit()).as(large.err()).isEqualTo(2);
        assertThat(large.err()).contains("10 nodes are not available");
        Outcome nowhere = run("--partition", "nosuch");
        assertThat(nowhere.exit()).as(nowhere.err()).isEqualTo(2);
        assertThat(nowhere.err()).contains("invalid partition specified: nosuch", "--partition");
    }
}
