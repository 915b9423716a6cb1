package dev.jdbcbench.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.SimulatedHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commands on one run in memory, struck by random faults at random commands of theirs. Whatever happens, the run can be completed
 * afterwards, has each group once, and leaves nothing on the hosts.
 */
@Timeout(60)
class RandomFaultsTest {
    private static final int SCHEDULES = 12;
    private static final int SCHEDULES_IF_FULL = 500;
    private static final int MOST_COMMANDS = 60;

    @TempDir
    private Path directory = Path.of("");

    private final List<String> acts = new ArrayList<>();

    /** A command. */
    private enum Act {
        ATTACH,
        RESUME,
        COLLECT,
        STOP,
        CLEAN,
        WAIT
    }

    /** What happens during a command. */
    private enum Fault {
        NONE,
        KILL_BENCH,
        KILL_AGENT,
        CTRL_C,
        CUT,
        REBOOT
    }

    static LongStream seeds() {
        Long named = Long.getLong("bench.faults.seed");
        return named != null
                ? LongStream.of(named)
                : Boolean.getBoolean("bench.full")
                        ? ThreadLocalRandom.current().longs(SCHEDULES_IF_FULL)
                        : LongStream.range(0, SCHEDULES);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyRunCanBeCompleted(long seed) throws Exception {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L); // neighbouring seeds would give similar schedules
        SimulatedSite site = new SimulatedSite(Files.createDirectory(directory.resolve("site")));
        try {
            strike(site, random);
            struck(site, "run", () -> random.nextBoolean() ? site.run() : site.detach(1));
            for (int act = random.nextInt(5); act >= 0 && site.hasRun(); act--) {
                site.agent.isFree();
                carryOut(site, Act.values()[random.nextInt(Act.values().length)], random);
            }
            settle(site);
        } catch (Throwable e) {
            throw new AssertionError(
                    "-Dbench.faults.seed=" + seed + " repeats it: " + acts + "\n" + site.said.lines(), e);
        } finally {
            boolean unused = Thread.interrupted();
        }
    }

    private void carryOut(SimulatedSite site, Act act, Random random) {
        strike(site, random);
        struck(site, act.toString(), () -> switch (act) {
            case ATTACH -> site.rejoin(Rejoin.Purpose.FOLLOW);
            case RESUME -> site.resume();
            case COLLECT -> site.rejoin(Rejoin.Purpose.FETCH);
            case STOP -> site.rejoin(Rejoin.Purpose.STOP);
            case CLEAN -> site.clean();
            case WAIT -> {
                Duration time = Duration.ofSeconds(random.nextInt(300));
                site.time.pass(time);
                yield time;
            }
        });
    }

    /** Lets a fault happen at one of the next commands on one of the hosts. */
    private void strike(SimulatedSite site, Random random) {
        Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
        SimulatedHost host = random.nextBoolean() ? site.client : site.database;
        Duration outage = Duration.ofSeconds(random.nextInt(240));
        int commands = random.nextInt(MOST_COMMANDS);
        acts.add(fault + " at " + commands);
        host.after(
                commands,
                switch (fault) {
                    case NONE -> () -> {};
                    case KILL_BENCH -> site::kill;
                    case KILL_AGENT -> () -> site.agent.dies(137, "Killed");
                    case CTRL_C ->
                        () -> {
                            Thread.currentThread().interrupt();
                            site.agent.isBusy();
                        };
                    case CUT -> () -> host.cut(outage);
                    case REBOOT -> host::reboots;
                });
    }

    /** A command in a process of its own: when it ends, nobody owns what it left. */
    private void struck(SimulatedSite site, String what, Supplier<?> command) {
        try {
            Object result = command.get();
            acts.add(what + " " + (result instanceof RunOutcome ended ? SimulatedSite.code(ended) : "done"));
        } catch (Failure | SimulatedHost.BenchDied e) {
            acts.add(what + ": " + e.getMessage());
        } finally {
            boolean unused = Thread.interrupted();
            site.kill();
        }
    }

    private static void settle(SimulatedSite site) {
        site.client.after(-1, () -> {});
        site.database.after(-1, () -> {});
        site.agent.isFree();
        site.time.pass(Duration.ofMinutes(5));
        if (site.hasRun()) {
            RunOutcome ended = site.resume();
            assertThat(SimulatedSite.code(ended)).isEqualTo(ExitCode.OK);
            assertThat(site.kept()).startsWith("2 groups");
            for (Event.Source source : List.of(Event.Source.AGENT, Event.Source.ORCHESTRATOR)) {
                assertThat(site.stored().read().events().stream()
                                .filter(event -> event.source() == source)
                                .map(Event::seq))
                        .as("numbers of the %s's events", source)
                        .doesNotHaveDuplicates()
                        .isSorted();
            }
        }
        List<String> unused = site.clean();
        assertThat(site.onHosts()).isEmpty();
        assertThat(site.client.files()).isEmpty();
        assertThat(site.database.files()).isEmpty();
    }
}
