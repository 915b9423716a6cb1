package dev.jdbcbench.execution;

import static dev.jdbcbench.execution.SimulatedSite.code;
import static dev.jdbcbench.execution.SimulatedSite.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.SimulatedHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in memory that continue without the bench that began them: attach, stop, collect, status, clean. */
class RejoinedRunTest {
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

    private RunOutcome rejoin(Rejoin.Purpose purpose) {
        return site.rejoin(purpose).orElseThrow();
    }

    private void runsAlone() {
        assertThat(site.onHosts()).containsExactly("c1 agent*", "db1 distant-mariadb*");
        assertThat(site.status().state()).isEqualTo(Overview.State.ALONE);
    }

    @Test
    void detachedRunContinuesUnderALeaseOfItsOwn() {
        RunOutcome ended = site.detach(1);
        assertThat(code(ended)).isEqualTo(ExitCode.OK);
        Duration alone = ended.alone().orElseThrow();
        assertThat(alone).isGreaterThan(Duration.ofMinutes(30));
        assertThat(site.said.left()).isEmpty();
        runsAlone();
        assertThat(site.status().lease()).contains(alone);
        assertThat(site.status().hosts()).containsExactly("c1", "db1");
        assertThat(Event.facts(site.status().events(), Fact.GroupFinished.class))
                .hasSize(1);
        site.time.pass(Duration.ofMinutes(5));
        assertThat(site.status().lease()).contains(alone.minusMinutes(5));
        runsAlone();
    }

    @Test
    void attachedRunEndsAsIfBenchHadNeverLeft() {
        site.detach(1);
        site.agent.isFree();
        RunOutcome ended = rejoin(Rejoin.Purpose.FOLLOW);
        assertThat(code(ended)).isEqualTo(ExitCode.OK);
        assertThat(ended.fold().results().complete()).isTrue();
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("2 groups [OK]");
    }

    @Test
    void interruptedAttachmentDetachesAgain() {
        site.detach(1);
        site.agent.after(1, () -> Thread.currentThread().interrupt());
        assertThatThrownBy(() -> rejoin(Rejoin.Purpose.FOLLOW)).isInstanceOf(Failure.Interrupted.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(site.said.lines())
                .anyMatch(line -> line.matches("run .* continues detached; \\./bench stop .* ends it"));
        runsAlone();
        assertThat(site.kept()).isEqualTo("1 groups []");
    }

    @Test
    void attachmentWaitsForTheConnectionAsLongAsTheRunMayContinueAlone() {
        Duration alone = site.detach(1).alone().orElseThrow();
        site.agent.isFree();
        site.agent.after(1, () -> site.client.cut(Duration.ofHours(1)));
        assertThatThrownBy(() -> rejoin(Rejoin.Purpose.FOLLOW)).isInstanceOf(Failure.Host.class);
        assertThat(site.time.passed()).isBetween(alone, alone.plusMinutes(1));
        site.time.pass(Duration.ofHours(1));
        assertThat(site.onHosts()).containsExactly("c1 agent");
        rejoin(Rejoin.Purpose.FETCH);
        assertThat(site.kept()).isEqualTo("1 groups [FETCHED]");
    }

    @Test
    void attachingElsewhereMakesTheDirectoryThere() {
        String run = site.detach(1).directory().run();
        site.agent.isFree();
        RunOutcome ended =
                site.attachElsewhere(run, directory.resolve("elsewhere")).orElseThrow();
        assertThat(code(ended)).isEqualTo(ExitCode.OK);
        assertThat(ended.directory().path())
                .isEqualTo(directory.resolve("elsewhere").resolve(run));
        assertThat(Event.facts(ended.fold().events(), Fact.GroupFinished.class)).hasSize(2);
        assertThat(site.onHosts()).isEmpty();
    }

    @Test
    void stoppedRunKeepsWhatWasMeasuredMeanwhile() {
        site.detach(1);
        RunOutcome ended = rejoin(Rejoin.Purpose.STOP);
        assertThat(ended.failure()).isEmpty();
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("1 groups [INTERRUPTED]");
        assertThat(site.rejoin(Rejoin.Purpose.STOP))
                .as("there is nothing to stop now")
                .isEmpty();
        site.agent.isFree();
        assertThat(code(site.resume())).isEqualTo(ExitCode.OK);
        assertThat(site.kept()).isEqualTo("2 groups [INTERRUPTED, OK]");
    }

    @Test
    void runAtWorkIsNotCollected() {
        site.detach(1);
        assertThat(site.rejoin(Rejoin.Purpose.FETCH)).isEmpty();
        assertThat(site.said.lines()).anyMatch(line -> line.endsWith("is still working on c1: nothing was fetched"));
        runsAlone();
        assertThat(site.kept()).isEqualTo("0 groups []");
    }

    @Test
    void runThatEndedAloneIsCollectedOnce() {
        site.detach(1);
        site.agent.isFree();
        site.agent.worksToTheEnd();
        assertThat(site.status().state()).isEqualTo(Overview.State.ENDED);
        RunOutcome ended = rejoin(Rejoin.Purpose.FETCH);
        assertThat(ended.failure()).isEmpty();
        assertThat(site.said.lines())
                .anyMatch(line ->
                        line.matches("run .*: fetched [0-9]+ events from c1, measured while no bench was attached"));
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("2 groups [FETCHED]");
        assertThat(code(site.resume())).isEqualTo(ExitCode.OK);
        assertThat(site.kept()).isEqualTo("2 groups [FETCHED]");
        rejoin(Rejoin.Purpose.FETCH);
        assertThat(site.said.lines()).last().asString().endsWith(": nothing more of this run was on c1");
    }

    @Test
    void forgottenRunEndsWithItsLeaseAndIsStillCollected() {
        site.detach(1);
        site.time.pass(Duration.ofHours(1));
        assertThat(site.onHosts()).containsExactly("c1 agent");
        assertThat(site.status().state()).isEqualTo(Overview.State.ENDED);
        rejoin(Rejoin.Purpose.FETCH);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("1 groups [FETCHED]");
    }

    @Test
    void runOfAKilledBenchIsTakenOver() {
        site.agent.after(1, site::kill);
        assertThatThrownBy(site::run).isInstanceOf(SimulatedHost.BenchDied.class);
        assertThat(site.onHosts()).containsExactly("c1 agent*", "c1 claim*", "db1 claim*", "db1 distant-mariadb*");
        assertThat(site.status().state()).isEqualTo(Overview.State.ALONE);
        assertThat(code(site.resume())).isEqualTo(ExitCode.OK);
        assertThat(site.client.verbs()).as("the same agent").containsOnlyOnce("launch agent");
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).isEqualTo("2 groups [OK]");
    }

    @Test
    void agentOfAKilledBenchEndsWithItsLeaseAndAnotherContinues() {
        site.agent.after(1, site::kill);
        assertThatThrownBy(site::run).isInstanceOf(SimulatedHost.BenchDied.class);
        site.time.pass(Duration.ofMinutes(3));
        assertThat(site.onHosts()).containsExactly("c1 agent");
        assertThat(code(site.resume())).isEqualTo(ExitCode.OK);
        assertThat(site.client.verbs().stream().filter("launch agent"::equals)).hasSize(2);
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.kept()).startsWith("2 groups").endsWith("OK]");
    }

    @Test
    void attendedRunIsSeenAndProtected() {
        List<Overview.Found> seen = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        site.agent.after(1, () -> {
            seen.add(site.status());
            for (Runnable other : List.<Runnable>of(site::clean, site::run, site::attachOther)) {
                assertThatThrownBy(other::run)
                        .isInstanceOfSatisfying(
                                Failure.Command.class,
                                failure -> refused.add(
                                        text(failure).lines().findFirst().orElseThrow()));
            }
        });
        assertThat(code(site.run())).isEqualTo(ExitCode.OK);
        assertThat(seen).singleElement().satisfies(found -> {
            assertThat(found.state()).isEqualTo(Overview.State.ATTENDED);
            assertThat(found.lease()).isEmpty();
            assertThat(Event.facts(found.events(), Fact.GroupFinished.class)).hasSize(1);
        });
        assertThat(refused).hasSize(3);
        assertThat(refused.get(0)).startsWith("bench: a run is in progress on c1; nothing of it was removed");
        assertThat(refused.get(1)).startsWith("bench: c1 is taken: run RUN is running there");
        assertThat(refused.get(2)).startsWith("bench: run RUN is already attached to another bench process");
        assertThat(site.kept()).isEqualTo("2 groups [OK]");
    }

    @Test
    void cleanKeepsADetachedRun() {
        site.detach(1);
        assertThatThrownBy(site::clean).hasMessage("a run is in progress on c1; nothing of it was removed");
        runsAlone();
    }

    @Test
    void cleanOfUntouchedHostsSaysSo() {
        assertThat(site.clean()).containsExactly("c1: no run left anything", "db1: no run left anything");
    }

    @Test
    void cleanRemovesTheCacheOfEarlierRuns() {
        site.run();
        assertThat(site.client.files()).isNotEmpty();
        assertThat(site.clean())
                .containsExactly(
                        "c1: no run left anything",
                        "db1: no run left anything",
                        "c1: removed /var/cache/bench",
                        "db1: removed /var/cache/bench");
        assertThat(site.client.files()).isEmpty();
    }
}
