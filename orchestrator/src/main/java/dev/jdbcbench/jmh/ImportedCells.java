package dev.jdbcbench.jmh;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.jmh.BenchmarkNames.Meaning;
import dev.jdbcbench.jmh.JmhLog.Benchmark;
import dev.jdbcbench.jmh.JmhLog.BrokenFork;
import dev.jdbcbench.jmh.JmhLog.Fork;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The benchmarks of a JMH file as cells, with forks in µs/op. Pure.
 *
 * @param cells in the order of the file
 * @param elsewhere number of benchmarks left out because the file says they belong to the other topology
 * @param renamed which name became which scenario and mode, in words
 */
record ImportedCells(List<Imported> cells, int elsewhere, List<String> renamed) {
    /** Assumed when a file does not give the number of threads. */
    private static final int ONE_THREAD = 1;

    /** Parameter that distinguishes a benchmark measured in a second JMH mode. */
    private static final String JMH_MODE = "jmhMode";

    ImportedCells {
        cells = List.copyOf(cells);
        renamed = List.copyOf(renamed);
    }

    /**
     * A cell and its measurements.
     *
     * @param planned number of forks it should have
     * @param forks the complete forks, in µs/op
     */
    record Imported(Cell cell, Benchmark benchmark, int planned, List<Fork> forks, List<BrokenFork> broken) {
        Imported {
            forks = List.copyOf(forks);
            broken = List.copyOf(broken);
        }
    }

    /**
     * Converts all benchmarks of a file.
     *
     * @param file the file's name, for messages
     * @param server the server's label; empty to use the one in the file
     * @throws Failure.Input when a benchmark cannot be understood, or two are the same cell
     */
    static ImportedCells of(String file, JmhLog log, Topology topology, Optional<String> server) {
        BenchmarkNames names = new BenchmarkNames(
                log.benchmarks().stream().map(Benchmark::name).toList());
        Map<String, Imported> cells = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        TreeSet<String> renamed = new TreeSet<>();
        int elsewhere = 0;
        for (Benchmark benchmark : log.benchmarks()) {
            Meaning meaning = names.meaning(benchmark.name(), benchmark.params());
            if (meaning.topology().filter(other -> other != topology).isPresent()) {
                elsewhere++;
                continue;
            }
            Optional<Meaning> free = free(
                    names,
                    meaning,
                    benchmark,
                    one -> cells.get(cell(one, benchmark, topology, server).key()));
            if (free.isEmpty()) {
                problems.add(file + ":" + benchmark.line() + ": " + benchmark.name() + described(benchmark)
                        + " appears twice");
                continue;
            }
            Cell cell = cell(free.get(), benchmark, topology, server);
            cells.put(cell.key(), imported(file, cell, free.get().own(), benchmark, problems));
            if (!("." + benchmark.name()).contains("." + cell.scenario())) {
                renamed.add(benchmark.name().replaceFirst(".*?([^.]*)\\.[^.]*$", "$1") + " is " + cell.scenario()
                        + " in " + cell.mode());
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "cannot import " + file,
                    problems,
                    "Each benchmark may appear once with each set of parameters: import the files of two runs one by one.");
        }
        return new ImportedCells(byRow(cells.values()), elsewhere, new ArrayList<>(renamed));
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
     * Chooses a name that is still free: the best one, unless another benchmark of the file, or the same one in another JMH
     * mode, has taken it. Empty when the benchmark appears twice.
     */
    private static Optional<Meaning> free(
            BenchmarkNames names, Meaning best, Benchmark benchmark, Function<Meaning, @Nullable Imported> taken) {
        Meaning meaning = best;
        Imported other = taken.apply(meaning);
        if (other != null && !meaning.own() && !other.benchmark().name().equals(benchmark.name())) {
            meaning = names.foreign(benchmark.name(), benchmark.params());
            other = taken.apply(meaning);
        }
        if (other != null && !mode(other.benchmark()).equals(mode(benchmark))) {
            meaning = meaning.withParam(JMH_MODE, mode(benchmark));
            other = taken.apply(meaning);
        }
        return other == null ? Optional.of(meaning) : Optional.empty();
    }

    private static String mode(Benchmark benchmark) {
        return benchmark.settings().mode().orElse(BenchmarkNames.UNKNOWN);
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
                threads(benchmark));
    }

    private static int threads(Benchmark benchmark) {
        return benchmark.settings().threads().filter(number -> number > 0).orElse(ONE_THREAD);
    }

    private static Imported imported(String file, Cell cell, boolean own, Benchmark benchmark, List<String> problems) {
        List<Fork> forks = new ArrayList<>();
        List<BrokenFork> broken = new ArrayList<>(benchmark.broken());
        for (Fork fork : benchmark.forks()) {
            Optional<String> reason = reason(benchmark, fork, own);
            if (reason.isPresent()) {
                broken.add(new BrokenFork(fork.number(), benchmark.line(), reason.get()));
            } else {
                inMicros(benchmark, fork)
                        .ifPresentOrElse(
                                forks::add,
                                () -> problems.add(file + ":" + benchmark.line() + ": " + benchmark.name()
                                        + " is measured in "
                                        + benchmark.unit().orElse("no unit")
                                        + ", which is neither time per operation nor operations per time"));
            }
        }
        int found = forks.size() + broken.size();
        int planned = Math.max(found, Math.max(1, benchmark.settings().forks().orElse(found)));
        return new Imported(cell, benchmark, planned, forks, broken);
    }

    /** Why a fork has no usable measurements. */
    private static Optional<String> reason(Benchmark benchmark, Fork fork, boolean own) {
        // In its own files, bench has already cut each fork's warm-up.
        int planned = own
                ? 1
                : benchmark
                        .settings()
                        .measurement()
                        .map(JmhLog.Iterations::count)
                        .orElse(1);
        if (fork.measured().size() < planned) {
            return Optional.of("it has " + fork.measured().size() + " of " + planned + " iterations");
        }
        int threads = threads(benchmark);
        String unit = benchmark.unit().orElse("");
        return fork.measured().stream()
                .filter(value -> !(value > 0)
                        || JmhText.micros(value, unit, threads).stream().anyMatch(micros -> !PartCheck.isScore(micros)))
                .findFirst()
                .map(value -> "an iteration is " + value);
    }

    /** Empty when the unit is not one of time. */
    private static Optional<Fork> inMicros(Benchmark benchmark, Fork fork) {
        String unit = benchmark.unit().orElse("");
        int threads = threads(benchmark);
        if (JmhText.micros(1, unit, threads).isEmpty()) {
            return Optional.empty();
        }
        List<Double> warmup = inMicros(unit, fork.warmup(), threads);
        return Optional.of(new Fork(
                fork.number(),
                // An iteration without operations has no time per operation.
                warmup.stream().allMatch(PartCheck::isScore) ? warmup : List.of(),
                inMicros(unit, fork.measured(), threads),
                fork.secondary()));
    }

    private static List<Double> inMicros(String unit, List<Double> values, int threads) {
        return values.stream()
                .map(value -> JmhText.micros(value, unit, threads))
                .map(OptionalDouble::getAsDouble)
                .toList();
    }
}
