package dev.jdbcbench.agent.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.agent.server.ServerLosses.Verdict;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a fake server and a fake clock. */
class ServerLossesTest {
    private static final Plan.Server SERVER = new Plan.Server(
            Topology.DISTANT,
            "client",
            "db",
            "mariadb",
            ServerKind.MARIADB,
            "portable",
            Map.of(),
            null,
            null,
            null,
            null);
    private static final Cell CELL = new Cell(
            Topology.DISTANT,
            "client",
            "db",
            "mariadb",
            "Do1",
            Map.of(),
            Mode.DEFAULT,
            "mariadb",
            "4.0.0",
            Transport.TCP,
            1,
            null);
    private static final Plan PLAN = new Plan(
            "run",
            Instant.EPOCH,
            1,
            Profile.QUICK,
            Goal.DEFAULT,
            List.of(),
            List.of(SERVER),
            List.of(),
            List.of(),
            List.of(new Plan.Entry(CELL, null)),
            List.of(),
            null,
            List.of(),
            List.of(),
            null);

    private final List<Event> events = new ArrayList<>();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final EventLog log;

    /** Seconds since the test began. */
    private long now;

    private long startedAt = -5;
    /** The server does not answer from here until {@code silentTo}, in seconds. */
    private long silentFrom = Long.MAX_VALUE;

    private long silentTo = Long.MAX_VALUE;
    private boolean ended;
    private boolean ours = true;
    private boolean noDriver;
    /** Number of seconds by which the clock of the server's host was moved. */
    private long clockSet;

    ServerLossesTest(@TempDir Path directory) {
        log = new EventLog(directory.resolve("events.ndjson"), Event.Source.AGENT, 0, Clock.systemUTC(), events::add);
    }

    @AfterEach
    void close() throws IOException {
        log.close();
    }

    private final ServerLosses.Reachable server = new ServerLosses.Reachable() {
        @Override
        public Optional<String> silent(Plan.Server asked) {
            return now >= silentFrom && now < silentTo ? Optional.of("Connection refused") : Optional.empty();
        }

        @Override
        public ServerLosses.Life life(Plan.Server asked) throws SQLException {
            if (noDriver) {
                throw new SQLException("no answer within 10 s");
            }
            return new ServerLosses.Life(startedAt, now + clockSet - startedAt);
        }

        @Override
        public boolean ended(Plan.Server asked) {
            return ended;
        }

        @Override
        public boolean ours(Plan.Server asked) {
            return ours;
        }
    };

    private final ServerLosses.Time time = new ServerLosses.Time() {
        @Override
        public long nanos() {
            return Duration.ofSeconds(now).toNanos();
        }

        @Override
        public void pass(Duration some) {
            now++;
        }
    };

    private ServerLosses losses() throws InterruptedException {
        ServerLosses losses = new ServerLosses(server, time, PLAN, log, events, stopping);
        losses.meet(SERVER);
        return losses;
    }

    /** An operation that began at second {@code from} fails at second {@code to}. */
    private Verdict failed(ServerLosses losses, long from, long to) throws InterruptedException {
        now = to;
        return losses.afterFailure(SERVER, Duration.ofSeconds(from).toNanos());
    }

    private Fact.ServerLost told() {
        return (Fact.ServerLost) events.get(events.size() - 1).fact();
    }

    private void forkFinished() {
        events.add(new Event(
                1,
                Instant.EPOCH,
                Event.Source.AGENT,
                new Fact.ForkFinished(1, CELL.key(), Instant.EPOCH, List.of(1.0), List.of(1L), Map.of(), null, null)));
    }

    @Test
    void failureOnALiveServerIsNotALostServer() throws InterruptedException {
        ServerLosses losses = losses();
        assertThat(failed(losses, 0, 0)).isEqualTo(Verdict.THERE);
        assertThat(failed(losses, 10, 40)).isEqualTo(Verdict.THERE);
        assertThat(losses.look(SERVER)).isEqualTo(Verdict.THERE);
        assertThat(events).isEmpty();
    }

    @Test
    void serverIsGivenUpAfterItsSecondDeath() throws InterruptedException {
        ServerLosses losses = losses();
        silentFrom = 20;
        silentTo = startedAt = 23;
        assertThat(failed(losses, 10, 20)).isEqualTo(Verdict.RESTARTED);
        assertThat(told().returned()).isTrue();
        assertThat(told().restarted()).isTrue();
        assertThat(told().reason()).isEqualTo("it died, and was started again 0 s ago");
        assertThat(failed(losses, 30, 40)).as("the cell's own failure").isEqualTo(Verdict.THERE);
        forkFinished();
        startedAt = 55;
        assertThat(failed(losses, 50, 60)).isEqualTo(Verdict.GONE);
        assertThat(told().returned()).isFalse();
        assertThat(told().reason()).isEqualTo("its database died twice");
    }

    @Test
    void deathOfAnIdleServerIsNoticed() throws InterruptedException {
        ServerLosses losses = losses();
        now = 100;
        startedAt = 60;
        assertThat(losses.look(SERVER)).isEqualTo(Verdict.RESTARTED);
        assertThat(losses.look(SERVER)).isEqualTo(Verdict.THERE);
        startedAt = 150;
        now = 200;
        assertThat(losses.look(SERVER)).isEqualTo(Verdict.GONE);
    }

    @Test
    void serverThatStaysDownForAMinuteIsGivenUp() throws InterruptedException {
        ServerLosses losses = losses();
        silentFrom = 20;
        assertThat(failed(losses, 10, 20)).isEqualTo(Verdict.GONE);
        assertThat(now).isBetween(79L, 82L);
        assertThat(told().reason()).isEqualTo("its database cannot be reached any more: Connection refused");
        assertThat(told().returned()).isFalse();
    }

    @Test
    void permanentlyEndedServerIsNotAwaited() throws InterruptedException {
        ServerLosses losses = losses();
        silentFrom = 20;
        ended = true;
        assertThat(failed(losses, 10, 20)).isEqualTo(Verdict.GONE);
        assertThat(now).isEqualTo(20);
        assertThat(told().reason()).isEqualTo("its database died twice");
    }

    @Test
    void connectionCutCountsOnlyWithoutLaterMeasurements() throws InterruptedException {
        ServerLosses losses = losses();
        for (int cut = 1; cut <= 3; cut++) {
            silentFrom = cut * 100L;
            silentTo = silentFrom + 5;
            assertThat(failed(losses, silentFrom - 8, silentFrom)).isEqualTo(Verdict.BACK);
            assertThat(told().restarted()).isFalse();
            assertThat(told().reason()).isEqualTo("it could not be reached for 5 s: Connection refused");
            forkFinished();
        }
        silentFrom = 400;
        silentTo = 405;
        assertThat(failed(losses, 392, 400)).isEqualTo(Verdict.BACK);
        silentFrom = 410;
        silentTo = 415;
        assertThat(failed(losses, 406, 410)).isEqualTo(Verdict.GONE);
        assertThat(told().reason()).startsWith("its database cannot be reached any more");
    }

    @Test
    void changingTheHostClockIsNotARestart() throws InterruptedException {
        ServerLosses losses = losses();
        clockSet = -3600;
        assertThat(failed(losses, 10, 40)).isEqualTo(Verdict.THERE);
        assertThat(losses.look(SERVER)).isEqualTo(Verdict.THERE);
        clockSet = 3600;
        assertThat(failed(losses, 50, 60)).isEqualTo(Verdict.THERE);
    }

    /** A proxy may hand each connection to another server. */
    @Test
    void externalServerDiedOnlyIfItsStartTimeChanged() throws InterruptedException {
        ours = false;
        ServerLosses losses = losses();
        now = 1000;
        startedAt = 500;
        assertThat(losses.look(SERVER)).isEqualTo(Verdict.THERE);
        assertThat(failed(losses, 990, 1000)).isEqualTo(Verdict.THERE);
        startedAt = 1004;
        assertThat(failed(losses, 1000, 1010)).isEqualTo(Verdict.RESTARTED);
    }

    @Test
    void greetingServerIsAliveEvenIfQueriesFail() throws InterruptedException {
        ServerLosses losses = losses();
        noDriver = true;
        assertThat(failed(losses, 10, 20)).isEqualTo(Verdict.THERE);
        assertThat(losses.look(SERVER)).isEqualTo(Verdict.THERE);
        assertThat(failed(losses(), 10, 20))
                .as("no start time was known before")
                .isEqualTo(Verdict.THERE);
        assertThat(events).isEmpty();
    }

    @Test
    void stoppingAgentDoesNotWaitForAServer() throws InterruptedException {
        ServerLosses losses = losses();
        silentFrom = 20;
        stopping.set(true);
        assertThatThrownBy(() -> failed(losses, 10, 20)).isInstanceOf(IllegalStateException.class);
        assertThat(events).isEmpty();
    }
}
