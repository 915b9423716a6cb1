package dev.jdbcbench.execution;

import dev.jdbcbench.event.Counted;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.host.SimulatedHost;
import dev.jdbcbench.host.SimulatedTime;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.next.Step;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An agent that takes the steps of the plan beside it, as the real one does, and writes the same events; its groups have made-up times.
 * A test tells it what happens after which group.
 */
final class ScriptedAgent implements SimulatedHost.Program {
    private static final Duration GROUP = Duration.ofSeconds(20);

    private final SimulatedHost host;
    private final SimulatedTime time;
    private final Deque<Surprise> surprises = new ArrayDeque<>();
    private final List<Event> events = new ArrayList<>();
    private String directory = "";
    private boolean begun;
    private boolean busy;
    private boolean noisy;

    /** Happens once so many groups have ended. */
    private record Surprise(int groups, Runnable action) {}

    ScriptedAgent(SimulatedHost host, SimulatedTime time) {
        this.host = host;
        this.time = time;
    }

    /** Lets something happen once the run has so many groups. */
    ScriptedAgent after(int groups, Runnable action) {
        surprises.add(new Surprise(groups, action));
        return this;
    }

    /** Spends the rest of the test on one step. */
    void isBusy() {
        busy = true;
    }

    /** Goes on, and nothing happens to it any more. */
    void isFree() {
        surprises.clear();
        busy = false;
    }

    /** Measures other times in every group. */
    void isNoisy() {
        noisy = true;
    }

    /** Ends without a last event. */
    void dies(int exit, String output) {
        host.ends(directory, exit, output);
    }

    /** Loses a server, gives it up, and goes on with what is left. */
    void losesTheServer() {
        Plan.Server server = plan().servers().get(0);
        write(new Fact.ServerLost(
                server.topology(), server.server(), "the server closed the connection", false, false));
    }

    /** Goes on while no bench is attached. */
    void worksToTheEnd() {
        while (step() == Did.SOMETHING) {
            // takes the next step
        }
    }

    /** Its directory. */
    String directory() {
        return directory;
    }

    private Plan plan() {
        return Json.read(host.file(directory + "/plan.json").orElseThrow(), Plan.class);
    }

    @Override
    public void launched(String place) {
        directory = place;
        begun = false;
        events.clear();
        host.file(directory + "/events.ndjson")
                .ifPresent(text -> text.lines().forEach(line -> events.add(Json.read(line, Event.class))));
    }

    @Override
    public Did step() {
        if (!begun) {
            begun = true;
            Jvm jvm = new Jvm("java", "17", "vm", "17");
            write(new Fact.SessionStarted(plan().run(), 1, jvm, "ab", List.of(), List.of(), null));
            return Did.SOMETHING;
        }
        if (!surprises.isEmpty() && groups() >= surprises.peek().groups()) {
            surprises.remove().action().run();
            return busy ? Did.NOTHING : Did.SOMETHING;
        }
        return busy ? Did.NOTHING : take(Next.step(plan(), events));
    }

    private int groups() {
        return Event.facts(events, Fact.GroupFinished.class).size();
    }

    private Did take(Step step) {
        if (step instanceof Step.Finish finish) {
            write(new Fact.RunFinished(finish.outcome().name().toLowerCase(Locale.ROOT)));
            dies(finish.outcome() == Next.Outcome.COMPLETE ? 0 : 5, "");
            return Did.ENDED;
        } else if (step instanceof Step.CheckCell check) {
            write(new Fact.CellChecked(check.cell().key(), "1 row", "", null, null, Map.of(), 100.0, null, null));
        } else if (step instanceof Step.MeasureRtt ping) {
            Plan.Server server = ping.server();
            write(new Fact.RttMeasured(
                    server.topology(),
                    server.server(),
                    ping.block(),
                    RttMethod.PROTOCOL,
                    List.of(350.0, 352.0, 354.0),
                    null));
        } else if (step instanceof Step.StartBlock block) {
            write(new Fact.BlockStarted(block.block()));
        } else if (step instanceof Step.Log decided) {
            write(decided.fact());
        } else if (step instanceof Step.RunGroup group) {
            measure(group);
        } else {
            throw new IllegalStateException("no script for " + step);
        }
        return Did.SOMETHING;
    }

    private void measure(Step.RunGroup group) {
        Instant started = time.instant();
        write(new Fact.GroupStarted(group.block(), group.row()));
        time.pass(GROUP);
        int rounds = plan().profile().iterations() + 1;
        for (Cell cell : group.cells()) {
            boolean first = cell.driver().equals("mariadb");
            boolean slow = noisy && group.block() % 2 == (first ? 0 : 1);
            double micros = (first ? 60 : 80) * (slow ? 2 : 1);
            write(new Fact.ForkFinished(
                    group.block(),
                    cell.key(),
                    started,
                    Collections.nCopies(rounds, micros),
                    Collections.nCopies(rounds, 10L),
                    Map.of(),
                    null,
                    null,
                    new Counted(1, List.of()),
                    null,
                    List.of()));
        }
        write(new Fact.GroupFinished(group.block(), group.row(), rounds, 1, List.of()));
    }

    private void write(Fact fact) {
        Event event = new Event(events.size() + 1L, time.instant(), Event.Source.AGENT, fact);
        events.add(event);
        host.append(directory + "/events.ndjson", Json.line(event) + "\n");
    }
}
