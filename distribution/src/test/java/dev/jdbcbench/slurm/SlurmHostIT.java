package dev.jdbcbench.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostContract;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests a node of a Slurm job, on a cluster of one node on this machine. */
@OnThisMachine
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@RealMachine
class SlurmHostIT extends HostContract {
    private static final HostRequest ANYWHERE = new HostRequest("slurm", 1, Map.of("minutes", "5"));
    private static final String RUN = "20260101-000000-test-0000";

    @TempDir
    private static Path cluster = Path.of("");

    private Optional<TestSlurm> running = Optional.empty();

    private TestSlurm slurm() {
        return running.orElseThrow();
    }

    private SlurmJob job() {
        return slurm().job(RUN);
    }

    @BeforeAll
    void start() throws IOException {
        running = Optional.of(new TestSlurm(cluster));
    }

    @Override
    protected Host connect() {
        if (job().names().isEmpty()) {
            job().submit(ANYWHERE, List.of("client1"));
            job().await(line -> {});
        }
        return job().connect("client1");
    }

    @AfterAll
    void stop() {
        running.ifPresent(cluster -> {
            cluster.job(RUN).release();
            cluster.close();
        });
    }

    @AfterEach
    void noStepIsLeft() {
        assertThat(slurm().slurm("squeue", "--noheader", "--steps", "--format=%j")
                        .out()
                        .lines())
                .as("only the job's own steps remain")
                .containsOnly("batch", "sh");
    }

    private static HostScript launched(Host host, String role) {
        HostScript script = HostScript.install(host);
        String directory = script.begin(RUN, role, Duration.ofMinutes(2));
        script.launch(
                directory, Duration.ofMinutes(2), HostScript.WhenAbandoned.KEEP, Command.of("sh", "-c", "sleep 4711"));
        return script;
    }

    private static boolean sleeps() {
        return new LocalHost("here")
                .run(Command.query("pgrep", "-f", "sleep 4711"))
                .ok();
    }

    @Test
    void launchedProcessesOutliveTheirStepButNotTheJob() {
        HostScript script = launched(connect(), "agent");
        assertThat(script.entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.process()).isPresent());
        assertThat(sleeps()).isTrue();
        Path base = Path.of(script.runs()).getParent();
        assertThat(base).exists();
        job().release();
        assertThat(base).doesNotExist();
        assertThat(sleeps()).isFalse();
        Host gone = new SlurmHost("client1", "n1", "127.0.0.1", "1", job());
        assertThatThrownBy(() -> gone.run(Command.of("true"))).isInstanceOfSatisfying(Failure.Gone.class, failure -> {
            assertThat(failure.exitCode().number()).isEqualTo(3);
            assertThat(failure.text()).contains("has ended", "CANCELLED", "./bench resume " + RUN);
        });
        connect().close(); // for the other tests
    }

    @Test
    void nodeDoesNotInheritTheEnvironment() {
        Outcome environment = connect().run(Command.of("env"));
        List<String> names = new ArrayList<>(environment
                .out()
                .lines()
                .map(line -> line.replaceFirst("=.*", ""))
                .filter(name -> !name.startsWith("SLURM"))
                .toList());
        assertThat(names).contains("PATH", "BENCH_PLACE").doesNotContain("MAVEN_CMD_LINE_ARGS", "JAVA_HOME");
    }

    @Test
    void impossibleJobIsRefusedWithSlurmsReason() {
        SlurmJob job = slurm().job("20260101-000000-test-0001");
        job.submit(ANYWHERE, List.of("client1", "client2", "database"));
        try {
            assertThatThrownBy(() -> job.await(line -> {})).isInstanceOfSatisfying(Failure.Input.class, failure -> {
                assertThat(failure.exitCode().number()).isEqualTo(2);
                assertThat(failure.text()).contains("cannot start", "3 nodes are not available", "sinfo shows");
            });
        } finally {
            job.release();
        }
        assertThat(job.names()).isEmpty();
    }

    @Test
    void unknownPartitionIsReportedWithSlurmsMessage() {
        SlurmJob job = slurm().job("20260101-000000-test-0002");
        HostRequest wrong = new HostRequest("slurm", 1, Map.of("partition", "nosuch"));
        assertThatThrownBy(() -> job.submit(wrong, List.of("client1")))
                .isInstanceOfSatisfying(
                        Failure.Input.class,
                        failure -> assertThat(failure.text())
                                .contains(
                                        "Slurm refused the job", "invalid partition specified: nosuch", "--partition"));
    }

    @Test
    void jobsOfAUserAreFoundWithTheirBench() {
        connect().close();
        assertThat(SlurmJob.ofUser(slurm().words())).singleElement().satisfies(job -> {
            assertThat(job.run()).isEqualTo(RUN);
            assertThat(job.state().orElseThrow().hosts()).containsExactly("client1");
            assertThat(job.state().orElseThrow().owner())
                    .hasValueSatisfying(
                            owner -> assertThat(owner.isThisProcess()).isTrue());
        });
        assertThat(SlurmJob.ofUser(List.of("env", "PATH=/nonexistent")))
                .as("a machine without Slurm has no jobs")
                .isEmpty();
        assertThatThrownBy(() -> SlurmJob.ofUser(List.of("env", "SLURM_CONF=/nonexistent")))
                .isInstanceOf(Failure.Host.class)
                .hasMessageContaining("Slurm does not answer");
    }

    @Test
    void machineWithoutSlurmIsNamed() {
        SlurmJob nowhere = new SlurmJob(RUN, List.of("env", "PATH=/nonexistent"));
        assertThatThrownBy(nowhere::check).isInstanceOfSatisfying(Failure.Command.class, failure -> {
            assertThat(failure.exitCode().number()).isEqualTo(4);
            assertThat(failure.text()).contains("there is no Slurm on this machine", "login node");
        });
    }

    @Test
    void linkIsNotFetched() throws IOException {
        Path file = Files.writeString(there.resolve("file"), "text");
        Path link = Files.createSymbolicLink(there.resolve("link"), file);
        Host host = connect();
        assertThatThrownBy(() -> host.download(link.toString(), here.resolve("fetched")))
                .isInstanceOf(Failure.Command.class);
        assertThat(here.resolve("fetched")).doesNotExist();
    }
}
