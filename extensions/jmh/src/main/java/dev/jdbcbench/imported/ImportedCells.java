package dev.jdbcbench.imported;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.imported.BenchmarkNames.Meaning;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Problem;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The benchmarks of a JMH file as cells, with forks in µs/op. Pure.
 *
 * @param cells in the order of the file
 * @param elsewhere number of benchmarks left out because the file says they belong to the other topology
 * @param renamed which name became which scenario and mode, in words
 * @param groups the groups with their members, in words
 * @param problems what is left out, with its line
 */
record ImportedCells(
        List<Imported> cells, int elsewhere, List<String> renamed, List<String> groups, List<Problem> problems) {
    /** Assumed when a file does not give the number of threads. */
    private static final int ONE_THREAD = 1;

    ImportedCells {
        cells = List.copyOf(cells);
        renamed = List.copyOf(renamed);
        groups = List.copyOf(groups);
        problems = List.copyOf(problems);
    }

    /**
     * A cell and its measurements.
     *
     * @param planned number of forks it should have
     * @param forks the complete forks, in µs/op
     */
    record Imported(Cell cell, Measured part, int planned, List<Fork> forks, List<BrokenFork> broken) {
        Imported {
            forks = List.copyOf(forks);
            broken = List.copyOf(broken);
        }

        Benchmark benchmark() {
            return part.benchmark();
        }
    }

    /**
     * Converts all benchmarks of a file.
     *
     * @param server the server's label; empty to use the one in the file
     */
    static ImportedCells of(JmhLog log, Topology topology, Optional<String> server) {
        BenchmarkNames names = new BenchmarkNames(
                log.benchmarks().stream().map(Benchmark::name).toList());
        Map<String, Imported> cells = new LinkedHashMap<>();
        List<Problem> problems = new ArrayList<>();
        TreeSet<String> renamed = new TreeSet<>();
        TreeSet<String> groups = new TreeSet<>();
        int elsewhere = 0;
        for (Benchmark benchmark : log.benchmarks()) {
            Meaning meaning = names.meaning(benchmark.name(), benchmark.params());
            if (meaning.topology().filter(other -> other != topology).isPresent()) {
                elsewhere++;
                continue;
            }
            for (Measured part : Measured.of(benchmark)) {
                Optional<Meaning> free = free(
                        names,
                        meaning,
                        part,
                        one -> cells.get(
                                cell(one, part.benchmark(), topology, server).key()));
                if (free.isEmpty()) {
                    problems.add(
                            new Problem(
                                    benchmark.line(),
                                    benchmark.name() + described(benchmark)
                                            + " appears twice; only the first one is imported: import the files of two runs one by one"));
                    break;
                }
                Cell cell = cell(free.get(), part.benchmark(), topology, server);
                cells.put(cell.key(), imported(cell, free.get().own(), part));
                if (!("." + benchmark.name()).contains("." + cell.scenario())) {
                    renamed.add(benchmark.name().replaceFirst(".*?([^.]*)\\.[^.]*$", "$1") + " is " + cell.scenario()
                            + " in " + cell.mode());
                }
                part.group().ifPresent(members -> groups.add(cell.scenario() + " of " + members));
            }
        }
        return new ImportedCells(
                byRow(cells.values()), elsewhere, new ArrayList<>(renamed), new ArrayList<>(groups), problems);
    }

    /**
     * Rows in the order of the file; within each row, drivers in the usual order, because the first one is the base of
     * comparisons.
     */
    private static List<Imported> byRow(Collection<Imported> cells) {
        Map<String, List<Imported>> rows = new LinkedHashMap<>();
        cells.forEach(imported -> rows.computeIfAbsent(imported.cell().rowKey(), row -> new ArrayList<>())
                .add(imported));
        List<String> drivers =
                DriverCatalogue.all().stream().map(DriverKind::id).toList();
        return rows.values().stream()
                .flatMap(row -> row.stream()
                        .sorted(Comparator.comparingInt(
                                imported -> drivers.contains(imported.cell().driver())
                                        ? drivers.indexOf(imported.cell().driver())
                                        : drivers.size())))
                .toList();
    }

    /**
     * Chooses a name that is still free: the best one, unless another benchmark of the file has taken it. Empty when the
     * benchmark appears twice.
     */
    private static Optional<Meaning> free(
            BenchmarkNames names, Meaning best, Measured part, Function<Meaning, @Nullable Imported> taken) {
        Meaning meaning = part.in(best);
        Imported other = taken.apply(meaning);
        if (other != null
                && !meaning.own()
                && !other.benchmark().name().equals(part.benchmark().name())) {
            meaning = part.in(
                    names.foreign(part.benchmark().name(), part.benchmark().params()));
            other = taken.apply(meaning);
        }
        return other == null ? Optional.of(meaning) : Optional.empty();
    }

    private static String described(Benchmark benchmark) {
        return benchmark.params().isEmpty() ? "" : " with " + benchmark.params();
    }

    private static Cell cell(Meaning meaning, Benchmark benchmark, Topology topology, Optional<String> server) {
        return new Cell(
                topology,
                ImportedRun.CLIENT,
                ImportedRun.database(topology),
                server.or(meaning::server).orElse(BenchmarkNames.UNKNOWN),
                meaning.scenario(),
                meaning.params(),
                meaning.mode(),
                meaning.driver(),
                meaning.driverVersion(),
                meaning.transport(),
                threads(benchmark),
                null);
    }

    static int threads(Benchmark benchmark) {
        return benchmark.settings().threads().filter(number -> number > 0).orElse(ONE_THREAD);
    }

    private static Imported imported(Cell cell, boolean own, Measured part) {
        Benchmark benchmark = part.benchmark();
        List<Fork> forks = new ArrayList<>();
        List<BrokenFork> broken = new ArrayList<>(benchmark.broken());
        if (part.unusable().isPresent()) {
            broken.add(new BrokenFork(1, benchmark.line(), part.unusable().get()));
            return new Imported(cell, part, broken.size(), List.of(), broken);
        }
        for (Fork fork : part.forks()) {
            Optional<String> reason = reason(part, fork, own);
            if (reason.isPresent()) {
                broken.add(new BrokenFork(fork.number(), benchmark.line(), reason.get()));
            } else {
                forks.add(inMicros(part, fork));
            }
        }
        int found = forks.size() + broken.size();
        int planned = part.pooled()
                ? found
                : Math.max(found, Math.max(1, benchmark.settings().forks().orElse(found)));
        return new Imported(cell, part, planned, forks, broken);
    }

    /** Why a fork has no usable measurements. */
    private static Optional<String> reason(Measured part, Fork fork, boolean own) {
        // In its own files, bench has already cut each fork's warm-up.
        int planned = own || part.pooled()
                ? 1
                : part.benchmark()
                        .settings()
                        .measurement()
                        .map(JmhLog.Iterations::count)
                        .orElse(1);
        if (fork.measured().size() < planned) {
            return Optional.of("it has " + fork.measured().size() + " of " + planned + " iterations");
        }
        return fork.measured().stream()
                .filter(value -> !(value > 0 && PartCheck.isScore(part.micros(value))))
                .findFirst()
                .map(value -> "an iteration is " + value);
    }

    private static Fork inMicros(Measured part, Fork fork) {
        List<Double> warmup = fork.warmup().stream().map(part::micros).toList();
        return new Fork(
                fork.number(),
                // An iteration without operations has no time per operation.
                warmup.stream().allMatch(PartCheck::isScore) ? warmup : List.of(),
                fork.measured().stream().map(part::micros).toList(),
                fork.samples(),
                fork.secondary());
    }
}
