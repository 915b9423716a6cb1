package dev.jdbcbench.fuzz;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Counted;
import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.SqlScenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A valid run with events of every type, as lines of its files. */
public final class FuzzedRun {
    /** The run ID. */
    public static final String RUN = "20261121-091500-local-distant-7f3a";

    /** The facts that a run records about its hosts. */
    public static final String HOSTS = "{\"schema\":\"hosts/1\",\"run\":\"" + RUN
            + "\",\"hosts\":{\"client\":{\"cpu\":\"x\",\"kernel\":\"6.1\"},\"db1\":{\"cpu\":\"y\"}}}";

    private static final Pattern SEQ = Pattern.compile("\"seq\":[0-9]+");

    private static final Profile PROFILE =
            new Profile("example", 4, 6, 6, Duration.ofMillis(250), null, 0.03, true, true, "for tests", false);

    private FuzzedRun() {}

    private static RunExample example() {
        RunExample run = new RunExample(RUN, Topology.LOCAL, 4, true)
                .profile(PROFILE)
                .notReadable("frequency: the hypervisor hides it")
                .noise(new Noise(0.1, 1.5, 2.0, 0.9, 4L, 1500L, 1L, 2400.0, 2600.0, 3200.0, 1L))
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61, 62)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5, 83)
                .unsupported("Select1Row", Mode.HIT, DriverCatalogue.DRIZZLE)
                .found("Do1", Mode.TEXT, DriverCatalogue.DRIZZLE, "a remark", "it cannot")
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62.1, 62.9, 61.1, 62.2)
                .rejected("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 2, 99, "steal 10.0 %")
                .explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1, 140, 180)
                .explained("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 1, 150, 190)
                .serviceTime("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1000, 60, 70, 90)
                .noServiceTime("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, "no time")
                .rtt(RttMethod.PROTOCOL, 20.0, 21.0, 22.0)
                .noRtt(RttMethod.ICMP, "no ping program")
                .fact("cpu", "x")
                .at(Topology.DISTANT)
                .around(List.of(350.0, 351.0), List.of(352.0, 353.0))
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 400, 402, 398, 401)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 455, 457, 453, 455)
                .failed("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, "java.sql.SQLException: reset")
                .rtt(RttMethod.PROTOCOL, 350.0, 352.0, 371.0)
                .rtt(RttMethod.TCP, 340.0)
                .bandwidth(8010, 7900)
                .unfit("client", "steal 9.0 % in the first block")
                .lost(3, "it died", true, true)
                .decided("Select1Row", Mode.TEXT, 5, "narrow enough");
        return run;
    }

    /** The plan. */
    public static String plan() {
        Plan plan = example().plan();
        SqlScenario own = new SqlScenario(
                "orders",
                "hosts.yaml",
                new SqlScenario.Line("select ?", 3),
                List.of("int 1..1000"),
                List.of(new SqlScenario.Line("create table t (a int)", 5)),
                List.of(new SqlScenario.Line("drop table t", 7)));
        return Json.pretty(new Plan(
                plan.run(),
                plan.createdAt(),
                plan.seed(),
                plan.profile(),
                plan.goal(),
                plan.jvmArgs(),
                plan.servers(),
                plan.drivers(),
                List.of(own),
                plan.entries(),
                plan.twins(),
                null,
                List.of(),
                List.of(),
                null));
    }

    /** The lines of the events, each source numbered from 1. */
    public static List<String> events() {
        List<Event> events = new ArrayList<>(example().events());
        events.add(4, forkStarted(events));
        events.add(5, new Event(1, events.get(0).at(), Event.Source.AGENT, new Fact.Note("a note")));
        events.addAll(group(firstFork(events)));
        events.add(new Event(1, events.get(0).at(), Event.Source.ORCHESTRATOR, new Fact.RunFinished("complete")));
        Map<Event.Source, Integer> last = new EnumMap<>(Event.Source.class);
        List<String> lines = new ArrayList<>();
        for (Event event : events) {
            int seq = last.merge(event.source(), 1, Integer::sum);
            lines.add(SEQ.matcher(Json.line(event)).replaceFirst("\"seq\":" + seq));
        }
        return lines;
    }

    private static Event firstFork(List<Event> events) {
        return events.stream()
                .filter(event -> event.fact() instanceof Fact.ForkFinished)
                .findFirst()
                .orElseThrow();
    }

    private static Event forkStarted(List<Event> events) {
        Event first = firstFork(events);
        Fact.ForkFinished fork = (Fact.ForkFinished) first.fact();
        return new Event(1, first.at(), Event.Source.AGENT, new Fact.ForkStarted(fork.block(), fork.cell()));
    }

    /** Repeats a fork as if it had been measured in turns. */
    private static List<Event> group(Event first) {
        Fact.ForkFinished fork = (Fact.ForkFinished) first.fact();
        int rounds = fork.iterations().size();
        String row = "mariadb/Select1Row/text/tcp/1";
        return Stream.of(
                        new Fact.GroupStarted(fork.block(), row),
                        new Fact.ForkFinished(
                                fork.block(),
                                fork.cell(),
                                fork.startedAt(),
                                fork.iterations(),
                                Collections.nCopies(rounds, 10L),
                                fork.secondary(),
                                fork.noise(),
                                fork.rtt(),
                                new Counted(1, List.of(2)),
                                null,
                                List.of()),
                        new Fact.GroupFinished(
                                fork.block(), row, rounds, 1, List.of(new DroppedRound(2, "steal 4.0 %"))))
                .map(fact -> new Event(1, first.at(), Event.Source.AGENT, fact))
                .toList();
    }
}
