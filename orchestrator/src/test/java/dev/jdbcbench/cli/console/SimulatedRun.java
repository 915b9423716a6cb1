package dev.jdbcbench.cli.console;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttAround;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.next.Step;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Executes the steps of a plan like a real agent, but instantly. A test chooses how long the forks appear to take. */
final class SimulatedRun {
    /** One JVM after the other; warm-up is detected in the measured iterations. */
    static final Profile FIVE_FORKS = new Profile(
            "quick", 5, 5, 24, Duration.ofMillis(250), null, null, true, false, "one after the other", false);

    private static final Duration PING = Duration.ofSeconds(2);
    private static final Duration CHECK = Duration.ofSeconds(30);
    static final Instant BEGIN = Instant.parse("2026-11-21T09:15:00Z");

    private final Plan plan;
    private final List<Event> events = new ArrayList<>();
    private Instant now = BEGIN;
    ToDoubleFunction<Cell> operationMicros = cell -> 100;
    Function<Step.RunFork, Duration> takes = fork -> Duration.ofSeconds(8);
    ToDoubleFunction<Step.RunFork> score = fork -> 100;
    Predicate<Cell> settles = cell -> true;

    @Nullable
    Noise noise;

    @Nullable
    RttAround rtt;
    /** The time by the agent's clock. */
    UnaryOperator<Instant> clock = instant -> instant;

    SimulatedRun(Plan plan) {
        this.plan = plan;
    }

    List<Event> events() {
        return Collections.unmodifiableList(events);
    }

    private Instant after(Duration passed) {
        now = now.plus(passed);
        return clock.apply(now);
    }

    /** Starts an agent an hour after the last event; it works until this many forks have ended, or until the end. */
    SimulatedRun session(int forks) {
        events.add(new Event(
                1,
                after(Duration.ofHours(1)),
                Source.AGENT,
                new Fact.SessionStarted(
                        plan.run(), 1, new Jvm("java", "17", "vm", "17"), "ab", List.of(), List.of(), null)));
        while (count() < forks && step()) {
            // takes the next step
        }
        return this;
    }

    /** Takes all remaining steps. */
    SimulatedRun toTheEnd() {
        return session(Integer.MAX_VALUE);
    }

    private long count() {
        return Event.facts(events, Fact.ForkFinished.class).size();
    }

    private boolean step() {
        Step step = Next.step(plan, events);
        if (step instanceof Step.Finish finish) {
            events.add(new Event(
                    1, after(Duration.ZERO), Source.AGENT, new Fact.RunFinished(String.valueOf(finish.outcome()))));
            return false;
        } else if (step instanceof Step.CheckCell check) {
            double micros = operationMicros.applyAsDouble(check.cell());
            String key = check.cell().key();
            events.add(new Event(
                    1,
                    after(CHECK),
                    Source.AGENT,
                    new Fact.CellChecked(key, "1 row", "", null, null, Map.of(), micros, null, null)));
        } else if (step instanceof Step.MeasureRtt ping) {
            Plan.Server server = ping.server();
            events.add(new Event(
                    1,
                    after(PING),
                    Source.AGENT,
                    new Fact.RttMeasured(
                            server.topology(),
                            server.server(),
                            ping.block(),
                            RttMethod.PROTOCOL,
                            List.of(350.0, 352.0, 354.0),
                            null)));
        } else if (step instanceof Step.StartBlock block) {
            events.add(new Event(1, after(Duration.ZERO), Source.AGENT, new Fact.BlockStarted(block.block())));
        } else if (step instanceof Step.Log decided) {
            events.add(new Event(1, after(Duration.ZERO), Source.AGENT, decided.fact()));
        } else if (step instanceof Step.RunFork fork) {
            fork(fork);
        } else {
            throw new IllegalStateException("nobody simulates " + step);
        }
        return true;
    }

    private void fork(Step.RunFork fork) {
        Cell cell = fork.cell();
        Instant started = after(Duration.ZERO);
        events.add(new Event(1, started, Source.AGENT, new Fact.ForkStarted(fork.block(), cell.key())));
        Duration operation = Duration.ofNanos((long) (operationMicros.applyAsDouble(cell) * 1000));
        int iterations = plan.profile().times().iterations(operation);
        events.add(new Event(
                1,
                after(takes.apply(fork)),
                Source.AGENT,
                new Fact.ForkFinished(
                        fork.block(),
                        cell.key(),
                        started,
                        iterations(iterations, score.applyAsDouble(fork), settles.test(cell)),
                        Collections.nCopies(iterations, 1L),
                        Map.of(),
                        noise,
                        rtt)));
    }

    /** Iterations close to the score from the first one on, or only in the last third. */
    private static List<Double> iterations(int number, double score, boolean settles) {
        List<Double> iterations = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            boolean warm = settles || i >= number * 2 / 3;
            iterations.add(score * (i % 2 == 0 ? 1.001 : 0.999) * (warm ? 1 : 3 - (double) i / number));
        }
        return iterations;
    }
}
