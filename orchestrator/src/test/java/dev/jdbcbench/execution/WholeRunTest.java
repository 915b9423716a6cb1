package dev.jdbcbench.execution;

import static dev.jdbcbench.execution.SimulatedSite.code;
import static dev.jdbcbench.execution.SimulatedSite.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.SimulatedHost;
import dev.jdbcbench.request.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in memory, one for each way to end: exit code, message, what is left on the hosts, what the run's directory has. */
class WholeRunTest {
    private static final String LEFT_AGENT =
            "agent on c1 (AT/agent): its processes end within 2 min, and ./bench collect fetches what it measured";

    @TempDir
    private Path directory = Path.of("");

    private SimulatedSite site = new SimulatedSite(directory);

    @BeforeEach
    void begin() {
        site = new SimulatedSite(directory);
    }

    @AfterEach
    void noInterruptIsLeft() {
        boolean unused = Thread.interrupted();
    }

    private void ctrlC() {
        Thread.currentThread().interrupt();
        site.agent.isBusy();
    }

    private void resumeCompletesIt() {
        assertThat(code(site.resume())).isEqualTo(ExitCode.OK);
        assertThat(site.kept()).startsWith("2 groups").endsWith("OK]");
        assertThat(site.onHosts()).isEmpty();
    }

    @Test
    void finishedRunLeavesNothingOnTheHostsAndEverythingInItsDirectory() {
        RunOutcome ended = site.run();
        assertThat(code(ended)).isEqualTo(ExitCode.OK);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.said.left()).isEmpty();
        assertThat(site.kept()).isEqualTo("2 groups [OK]");
        assertThat(ended.fold().results().complete()).isTrue();
        assertThat(site.database.verbs())
                .containsExactly(
                        "begin claim",
                        "launch claim",
                        "begin distant-mariadb",
                        "launch distant-mariadb",
                        "launch distant-mariadb",
                        "revive distant-mariadb",
                        "discard distant-mariadb",
                        "discard claim");
        assertThat(site.client.verbs())
                .containsExactly(
                        "begin claim",
                        "launch claim",
                        "begin agent",
                        "launch agent",
                        "stop agent",
                        "discard agent",
                        "discard claim");
        assertThat(site.stored().path().resolve("plan.json")).isNotEmptyFile();
        assertThat(site.stored().path().resolve("hosts.json")).isNotEmptyFile();
        assertThat(site.stored().path().resolve("command.json")).isNotEmptyFile();
        assertThat(site.stored().logFile("distant-mariadb.log")).exists();
    }

    @Test
    void secondRunOfTheSameHostsWaitsForNothing() {
        site.run();
        site.time.pass(Duration.ofMinutes(1));
        assertThat(code(site.run())).isEqualTo(ExitCode.OK);
        assertThat(site.onHosts()).isEmpty();
    }

    @Test
    void databaseThatDoesNotStartUndoesEverythingBefore() {
        site.database.databasesFail();
        RunOutcome ended = site.run();
        assertThat(text(ended.failure().orElseThrow()))
                .startsWith("bench: cannot initialise the database on db1: exit status")
                .contains("  | $ sh -c 'cd \"$1\" && shift && exec \"$@\"' sh /usr /usr/bin/mariadb-install-db")
                .endsWith("The lines above are from the server's own log. Is there room on the disk"
                        + " (df -h /var/tmp/bench/RUN/distant-mariadb)?\n");
        assertThat(code(ended)).isEqualTo(ExitCode.COMMAND);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.client.verbs()).containsExactly("begin claim", "launch claim", "discard claim");
        assertThat(site.kept()).isEqualTo("0 groups [COMMAND]");
    }

    @Test
    void unreachableHostUndoesTheClaimsOfOthersAndMakesNoDirectory() throws Exception {
        site.database.cut(Duration.ofHours(1));
        assertThatThrownBy(site::run)
                .isInstanceOfSatisfying(
                        Failure.Host.class, failure -> assertThat(text(failure)).isEqualTo("""
                            bench: the connection to db1 was lost
                              | the SSH session ended
                            Is it up?
                            """));
        assertThat(site.onHosts()).isEmpty();
        assertThat(Files.exists(directory.resolve("results"))).isFalse();
    }

    @Test
    void agentThatFailsBeforeItMeasuresIsQuoted() {
        site.agent.after(0, () -> site.agent.dies(1, "cannot reach the database"));
        RunOutcome ended = site.run();
        assertThat(text(ended.failure().orElseThrow())).isEqualTo("""
            bench: the agent on c1 ended with exit status 1 before it measured anything
              | cannot reach the database
            logs/agent.log has its full output. If it cannot reach the database: is `dataAddress:` of the database host right, and does a firewall allow the port?
            """);
        assertThat(code(ended)).isEqualTo(ExitCode.COMMAND);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.stored().logFile("agent.log")).hasContent("cannot reach the database");
        assertThat(site.kept()).isEqualTo("0 groups [COMMAND]");
    }

    @Test
    void killedAgentKeepsItsGroupsAndResumeMeasuresTheOther() {
        site.agent.after(1, () -> site.agent.dies(137, "Killed"));
        RunOutcome ended = site.run();
        assertThat(text(ended.failure().orElseThrow())).isEqualTo("""
            bench: the agent on c1 ended with exit status 137
              | Killed
            What was measured is kept; logs/agent.log has its full output.
            """);
        assertThat(code(ended)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("1 groups [INCOMPLETE]");
        resumeCompletesIt();
        assertThat(site.time.passed()).as("only the missing group is measured").isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void fullDiskOfTheClientIsNamedAndWhatWasMeasuredKept() {
        site.agent.after(1, () -> site.agent.dies(3, "No space left on device"));
        RunOutcome ended = site.run();
        assertThat(text(ended.failure().orElseThrow())).isEqualTo("""
            bench: the disk of c1 is full: the agent cannot write what it measures
              | No space left on device
              | /dev/sda1 100 100 0 100% /
            Make room there (df -h /var/tmp/bench/RUN/agent). 2 forks are kept.
            """);
        assertThat(code(ended)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("1 groups [INCOMPLETE]");
        resumeCompletesIt();
    }

    @Test
    void rebootOfTheClientIsSuspected() {
        site.agent.after(1, site.client::reboots);
        RunOutcome ended = site.run();
        assertThat(text(ended.failure().orElseThrow())).isEqualTo("""
            bench: the agent on c1 is gone
              | it was killed, and so was its supervisor
            Was the host rebooted, or cleaned? What was measured is kept, and ./bench resume continues the run.
            """);
        assertThat(code(ended)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(site.onHosts()).isEmpty();
        resumeCompletesIt();
    }

    @Test
    void briefOutageOnlyDelaysARun() {
        site.agent.after(1, () -> site.client.cut(Duration.ofSeconds(20)));
        assertThat(code(site.run())).isEqualTo(ExitCode.OK);
        assertThat(site.said.lines())
                .contains(
                        "warning: the connection to c1 was lost (the SSH session ended); trying again in 1 s, attempt"
                                + " 1",
                        "warning: the connection to c1 was lost (the SSH session ended); trying again in 15 s, attempt"
                                + " 5");
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("2 groups [OK]");
    }

    @Test
    void outageLongerThanTheLeaseEndsTheAgentAndLeavesItsMeasurements() {
        site.agent.after(1, () -> site.client.cut(Duration.ofSeconds(125)));
        RunOutcome ended = site.run();
        assertThat(code(ended)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(ended.failure().orElseThrow()).hasMessage("the agent on c1 ended with exit status 143");
        assertThat(ended.behind()).isTrue();
        // The claim has expired with the lease, so bench may not touch the host any more.
        assertThat(text((Failure) ended.failure().orElseThrow().getSuppressed()[0]))
                .startsWith("bench: something was left behind\n")
                .contains("  | the claim /var/tmp/bench/RUN/CLAIM has expired\n");
        assertThat(site.onHosts()).containsExactly("c1 agent");
        assertThat(site.kept()).as("the end is not known yet").isEqualTo("1 groups []");
        resumeCompletesIt();
    }

    private String listed(List<String> left) {
        return String.join("\n", left)
                .replaceAll("/var/tmp/bench/[^/)]*", "AT")
                .replaceAll("bench-[0-9a-f]{8}", "CLAIM");
    }

    @Test
    void connectionLostForGoodLeavesTheAgentToItsLeaseAndSaysSo() {
        site.agent.after(1, () -> site.client.cut(Duration.ofHours(1)));
        RunOutcome ended = site.run();
        assertThat(code(ended)).isEqualTo(ExitCode.HOST);
        assertThat(text(ended.failure().orElseThrow())).isEqualTo("""
            bench: the connection to c1 was lost
              | the SSH session ended
            Is it up?
            """);
        assertThat(ended.behind()).isTrue();
        assertThat(listed(site.said.left()))
                .isEqualTo("claim on c1 (AT/CLAIM): its processes end within 2 min, and the directory goes with it\n"
                        + LEFT_AGENT);
        assertThat(site.time.passed()).as("waits for the lease, once").isLessThan(Duration.ofMinutes(3));
        assertThat(site.onHosts()).containsExactly("c1 agent");
        site.time.pass(Duration.ofHours(1));
        assertThat(site.status().state()).isEqualTo(Overview.State.ENDED);
        resumeCompletesIt();
    }

    @Test
    void ctrlCFetchesCleansUpAndKeepsWhatWasMeasured() {
        site.agent.after(1, this::ctrlC);
        RunOutcome ended = site.run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(code(ended)).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.said.left()).isEmpty();
        assertThat(site.kept()).isEqualTo("1 groups [INTERRUPTED]");
        site.agent.isFree();
        resumeCompletesIt();
    }

    @Test
    void secondCtrlCListsExactlyWhatIsOnTheHostsAndCleanRemovesIt() {
        List<String> listed = new ArrayList<>();
        site.agent.after(1, this::ctrlC);
        site.client.when("stop", () -> {
            listed.addAll(site.said.left());
            assertThat(site.onHosts()).containsExactly("c1 agent*", "c1 claim*", "db1 claim*", "db1 distant-mariadb*");
            site.kill();
        });
        assertThatThrownBy(site::run).isInstanceOf(SimulatedHost.BenchDied.class);
        assertThat(listed(listed).lines())
                .containsExactlyInAnyOrder(
                        "claim on db1 (AT/CLAIM): its processes end within 2 min, and the directory goes with it",
                        "claim on c1 (AT/CLAIM): its processes end within 2 min, and the directory goes with it",
                        LEFT_AGENT,
                        "database mariadb on db1 (AT/distant-mariadb): its processes end within 2 min, and the"
                                + " directory goes with it");
        assertThat(site.clean())
                .hasSize(6)
                .anyMatch(line -> line.endsWith("/distant-mariadb), its process 4005 included"));
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.client.files()).isEmpty();
        assertThat(site.database.files()).isEmpty();
    }

    @Test
    void lostServerMakesTheRunIncompleteAndIsNamedInTheResults() {
        site.agent.after(1, site.agent::losesTheServer);
        RunOutcome ended = site.run();
        assertThat(ended.failure()).isEmpty();
        assertThat(ended.fold().results().complete()).isFalse();
        assertThat(code(ended)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(ended.fold().results().toString()).contains("the server closed the connection");
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("1 groups [INCOMPLETE]");
        resumeCompletesIt();
    }

    @Test
    void budgetEndsARunThatCouldMeasureMore() {
        site.agent.isNoisy();
        RunOutcome ended = site.run(Request.Effort.of("smoke")
                .with(copy ->
                        copy.forks(Optional.of("2-6")).target(Optional.of("1%")).budget(Optional.of("1m"))));
        assertThat(code(ended)).isEqualTo(ExitCode.OK);
        assertThat(site.kept()).isEqualTo("3 groups [OK]");
        assertThat(ended.fold().results().toString()).contains("budget exhausted");
        assertThat(site.onHosts()).isEmpty();
    }

    @Test
    void changedPlanIsNotResumed() {
        site.agent.after(1, () -> site.agent.dies(137, "Killed"));
        site.run();
        site.jvm("-XX:+UseParallelGC");
        assertThatThrownBy(site::resume)
                .isInstanceOfSatisfying(
                        Failure.Unfit.class,
                        failure -> assertThat(text(failure))
                                .startsWith("bench: run RUN cannot be resumed: its plan would change\n")
                                .contains("UseParallelGC"));
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("1 groups [INCOMPLETE]");
    }
}
