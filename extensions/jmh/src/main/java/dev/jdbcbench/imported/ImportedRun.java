package dev.jdbcbench.imported;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.imported.ImportedCells.Imported;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Problem;
import dev.jdbcbench.next.Next;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Another program's JMH measurements as a run of bench: a plan with the settings found in the file, and the resulting events.
 * Nothing is invented; whatever the file lacks is unknown. There are no versions, RTTs, noise or blocks, and all times are the
 * file's. Pure.
 *
 * @param events in order; without the agent's end when the file is incomplete, so the run is incomplete
 * @param notes caveats for the reader; also among the events
 * @param problems what is incomplete, one line each
 */
record ImportedRun(Plan plan, List<Event> events, List<String> notes, List<String> problems) {
    static final String CLIENT = "client";

    private static final String DATABASE = "database";

    ImportedRun {
        events = List.copyOf(events);
        notes = List.copyOf(notes);
        problems = List.copyOf(problems);
    }

    /**
     * Origin and destination of a file.
     *
     * @param file its name, without directories
     * @param modified its last modification, the only time available
     * @param topology location of the database, which no file contains
     * @param server its label; empty to use the one in the file, if any
     * @param run ID of the new run
     */
    record Origin(
            String file,
            Instant modified,
            Topology topology,
            Optional<String> server,
            String run,
            Instant now,
            String benchVersion) {}

    /** The name of the database host. */
    static String database(Topology topology) {
        return topology == Topology.LOCAL ? CLIENT : DATABASE;
    }

    /**
     * Converts the contents of a file to a run.
     *
     * @throws Failure.Input when the file has no usable data, or none for this topology
     */
    static ImportedRun of(JmhLog file, Origin origin) {
        Withheld withheld = Withheld.of(file);
        JmhLog log = withheld.log();
        try {
            ImportedCells cells = ImportedCells.of(log, origin.topology(), origin.server());
            if (cells.cells().stream().allMatch(cell -> cell.forks().isEmpty())) {
                throw nothing(log, cells, origin);
            }
            return new Builder(withheld, cells, origin).run();
        } catch (IllegalArgumentException e) {
            // Plan and events validate their values, and here all values come from the file.
            throw new Failure.Input(
                    "cannot create a run from " + origin.file(),
                    List.of(origin.file() + ": " + e.getMessage()),
                    "Did JMH write this file? These values are impossible in a run.");
        }
    }

    private static Failure.Input nothing(JmhLog log, ImportedCells cells, Origin origin) {
        List<String> why = new ArrayList<>();
        if (cells.elsewhere() > 0) {
            why.add(origin.file() + ":1: by their parameter topology, all of its cells belong to the other topology");
        } else if (log.benchmarks().isEmpty() && log.problems().isEmpty()) {
            why.add(origin.file() + ":1: a table of results has no iterations; JMH's JSON has: -rf json");
        }
        why.addAll(problems(log, cells, origin.file()));
        return new Failure.Input(
                "there is nothing to import in " + origin.file(),
                why,
                "Without their iterations, forks cannot be distinguished. JMH writes them with three decimals on the"
                        + " console, and with all digits with -rf json, unless -Djmh.json.rawData=false.");
    }

    /** Everything that is incomplete. */
    private static List<String> problems(JmhLog log, ImportedCells cells, String file) {
        List<String> problems = new ArrayList<>();
        if (log.truncated()) {
            problems.add(file + " ends before the run did: only complete forks are imported");
        }
        Stream.concat(log.problems().stream(), cells.problems().stream())
                .sorted(Comparator.comparingInt(Problem::line))
                .forEach(problem -> problems.add(file + ":" + problem.line() + ": " + problem.text()));
        for (Imported cell : cells.cells()) {
            if (cell.part().member().isPresent()) {
                continue; // it shares the forks of its group
            }
            String key = cell.cell().key();
            Optional<String> unusable = cell.part().unusable();
            if (unusable.isPresent()) {
                problems.add(file + ":" + cell.benchmark().line() + ": " + key + ": " + unusable.get());
                continue;
            }
            for (BrokenFork fork : cell.broken()) {
                problems.add(
                        file + ":" + fork.line() + ": fork " + fork.number() + " of " + key + ": " + fork.reason());
            }
            int found = cell.forks().size() + cell.broken().size();
            if (found < cell.planned()) {
                problems.add(file + ":" + cell.benchmark().line() + ": " + key + " has "
                        + (found == 0 ? "no iterations of" : found + " of") + " " + cell.planned() + " forks");
            }
        }
        return problems;
    }

    /** Assembles one run. */
    private static final class Builder {
        private final Withheld withheld;
        private final ImportedCells cells;
        private final Origin origin;
        private final List<Event> events = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private int fromOrchestrator;
        private int fromAgent;

        Builder(Withheld withheld, ImportedCells cells, Origin origin) {
            this.withheld = withheld;
            this.cells = cells;
            this.origin = origin;
        }

        ImportedRun run() {
            List<String> problems = problems(withheld.log(), cells, origin.file());
            int warmup = warmup();
            Plan plan = plan(warmup);
            notes(plan, warmup);
            events.add(new Event(
                    ++fromOrchestrator,
                    origin.modified(),
                    Source.ORCHESTRATOR,
                    new Fact.RunStarted(origin.run(), origin.benchVersion())));
            Stream.concat(notes.stream(), problems.stream())
                    .forEach(text -> events.add(new Event(
                            ++fromOrchestrator, origin.modified(), Source.ORCHESTRATOR, new Fact.Note(text))));
            events.add(new Event(
                    ++fromAgent,
                    origin.modified(),
                    Source.AGENT,
                    new Fact.SessionStarted(
                            origin.run(), 0, jvm(), BenchmarkNames.UNKNOWN, List.of(), List.of(), null)));
            cells.cells().forEach(cell -> forks(cell, warmup));
            if (problems.isEmpty()) {
                events.add(new Event(
                        ++fromAgent,
                        origin.modified(),
                        Source.AGENT,
                        new Fact.RunFinished(Next.Outcome.COMPLETE.name().toLowerCase(Locale.ROOT))));
            }
            return new ImportedRun(plan, events, notes, problems);
        }

        /** Number of warm-up iterations per fork; 0 when the forks do not all have the same number. */
        private int warmup() {
            List<Integer> numbers =
                    wholeForks().map(fork -> fork.warmup().size()).distinct().toList();
            return numbers.size() == 1 ? numbers.get(0) : 0;
        }

        private Stream<Fork> wholeForks() {
            return cells.cells().stream().flatMap(cell -> cell.forks().stream());
        }

        private Plan plan(int warmup) {
            int forks = cells.cells().stream().mapToInt(Imported::planned).max().orElse(1);
            int iterations =
                    wholeForks().mapToInt(fork -> fork.measured().size()).max().orElse(1);
            Map<String, Plan.Server> servers = new LinkedHashMap<>();
            Map<String, Driver> drivers = new LinkedHashMap<>();
            for (Imported imported : cells.cells()) {
                Cell cell = imported.cell();
                servers.putIfAbsent(cell.server(), server(cell));
                BenchmarkNames.kind(cell.driver())
                        .map(kind -> new Driver(
                                cell.driver(), kind, cell.driverVersion(), Map.of(), List.of(), Map.of(), null))
                        .ifPresent(driver -> drivers.putIfAbsent(driver.id(), driver));
            }
            return new Plan(
                    origin.run(),
                    origin.now(),
                    0,
                    Profile.imported(forks, warmup + iterations, iterationTime(), warmup),
                    Goal.DEFAULT,
                    jvmArgs(),
                    List.copyOf(servers.values()),
                    List.copyOf(drivers.values()),
                    List.of(),
                    cells.cells().stream()
                            .map(cell -> new Plan.Entry(cell.cell(), null))
                            .toList(),
                    List.of(),
                    null,
                    List.of(),
                    List.of(),
                    null);
        }

        /** The server's kind is guessed from its label, for lack of anything better; no report shows it. */
        private static Plan.Server server(Cell cell) {
            return new Plan.Server(
                    cell.topology(),
                    cell.client(),
                    cell.database(),
                    cell.server(),
                    cell.server().toLowerCase(Locale.ROOT).contains(ServerKind.MYSQL.id())
                            ? ServerKind.MYSQL
                            : ServerKind.MARIADB,
                    BenchmarkNames.UNKNOWN,
                    Map.of(),
                    null,
                    null,
                    null,
                    null);
        }

        private Duration iterationTime() {
            List<Duration> times = benchmarks()
                    .flatMap(benchmark -> benchmark.settings().measurement().flatMap(Iterations::time).stream())
                    .distinct()
                    .sorted(Comparator.reverseOrder())
                    .toList();
            if (times.size() > 1) {
                notes.add("Not all benchmarks had iterations of the same length; the profile names the longest.");
            }
            return times.isEmpty() ? Duration.ZERO : times.get(0);
        }

        private Stream<Benchmark> benchmarks() {
            return cells.cells().stream().map(Imported::benchmark);
        }

        /** The arguments that all benchmarks have in common. */
        private List<String> jvmArgs() {
            List<List<String>> all = benchmarks()
                    .map(benchmark -> benchmark.settings().vmOptions().orElse(List.of()))
                    .distinct()
                    .toList();
            List<String> common = all.get(0).stream()
                    .filter(option -> all.stream().allMatch(options -> options.contains(option)))
                    .toList();
            if (all.size() > 1) {
                notes.add("Not all benchmarks had the same JVM options; the plan has those that they all had.");
            }
            return common;
        }

        /** Parses {@code JDK 1.8.0_101, VM 25.101-b13}; later JMH versions put the JVM's name between the two. */
        private Jvm jvm() {
            List<String> all = benchmarks()
                    .map(benchmark -> benchmark.settings().vm().orElse(""))
                    .distinct()
                    .toList();
            String[] parts = all.get(0).split(", ", -1);
            String last = parts[parts.length - 1].replaceFirst("^VM ", "");
            return new Jvm(
                    BenchmarkNames.UNKNOWN,
                    known(parts[0].startsWith("JDK ") ? parts[0].substring(4) : ""),
                    known(String.join(", ", List.of(parts).subList(1, Math.max(1, parts.length - 1)))),
                    known(parts.length > 1 ? last : ""));
        }

        private static String known(String text) {
            return text.isBlank() ? BenchmarkNames.UNKNOWN : text;
        }

        private void notes(Plan plan, int warmup) {
            String versions = benchmarks()
                    .map(benchmark -> benchmark
                            .settings()
                            .jmh()
                            .map(version -> "JMH " + version)
                            .orElse("an unknown version of JMH"))
                    .distinct()
                    .collect(Collectors.joining(", "));
            notes.add(
                    0,
                    "Imported from " + origin.file() + ", which " + versions
                            + " wrote. It does not record when it measured: all times are the time of the file's last change.");
            if (warmup == 0) {
                notes.add("It has no warm-up iterations, or not as many of each fork, so it does not show whether the"
                        + " forks had settled.");
            }
            if (plan.cells().stream().map(Cell::driver).anyMatch(BenchmarkNames.UNKNOWN::equals)) {
                notes.add(
                        "For some benchmarks, neither a parameter driver nor the name of the method tells which driver was measured.");
            }
            notes.addAll(ImportedMeanings.of(cells, withheld.log()));
            if (!cells.renamed().isEmpty()) {
                notes.add("Names: " + String.join("; ", cells.renamed()) + ".");
            }
            notes.addAll(withheld.notes());
            if (cells.elsewhere() > 0) {
                notes.add("Left out: " + cells.elsewhere() + " of its benchmarks; their parameter topology is not "
                        + origin.topology() + ".");
            }
            if (benchmarks()
                            .map(benchmark -> benchmark.settings().vm().orElse(""))
                            .distinct()
                            .count()
                    > 1) {
                notes.add("Not all benchmarks ran on the same JVM; the first one's is named.");
            }
        }

        /** The values with zeros for the warm-up iterations, of which a file has none. */
        private static Map<String, Secondary> from(int warmup, Map<String, Secondary> measured) {
            Map<String, Secondary> all = new LinkedHashMap<>();
            measured.forEach((name, figure) -> all.put(
                    name,
                    new Secondary(
                            figure.unit(),
                            Stream.concat(Collections.nCopies(warmup, 0.0).stream(), figure.values().stream())
                                    .toList(),
                            figure.total())));
            return all;
        }

        private void forks(Imported cell, int warmup) {
            cell.part()
                    .percentiles()
                    .ifPresent(times -> events.add(new Event(
                            ++fromAgent,
                            origin.modified(),
                            Source.AGENT,
                            new Fact.ServiceTimeMeasured(cell.cell().key(), origin.modified(), times, null))));
            for (Fork fork : cell.forks()) {
                List<Double> iterations = new ArrayList<>(warmup == 0 ? List.of() : fork.warmup());
                iterations.addAll(fork.measured());
                events.add(new Event(
                        ++fromAgent,
                        origin.modified(),
                        Source.AGENT,
                        new Fact.ForkFinished(
                                fork.number(),
                                cell.cell().key(),
                                origin.modified(),
                                iterations,
                                fork.samples(),
                                from(iterations.size() - fork.measured().size(), fork.secondary()),
                                null,
                                null)));
            }
            for (BrokenFork fork : cell.broken()) {
                events.add(new Event(
                        ++fromAgent,
                        origin.modified(),
                        Source.AGENT,
                        new Fact.ForkFailed( // a cell without any fork failed from the start
                                cell.forks().isEmpty() ? 0 : fork.number(),
                                cell.cell().key(),
                                fork.reason(),
                                "")));
            }
        }
    }
}
