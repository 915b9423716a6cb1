package dev.jdbcbench.imported;

import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.imported.BenchmarkNames.Meaning;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Member;
import dev.jdbcbench.imported.JmhLog.Score;
import dev.jdbcbench.run.JmhParams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one row of a JMH file measured: a benchmark, or one method of a group. Its unit decides whether it is a time or a
 * throughput, whatever the file says of its mode.
 *
 * @param threads number of threads that executed it
 * @param member the method; empty for a benchmark as a whole
 */
record Measured(Benchmark benchmark, int threads, Optional<Member> member) {
    /** A benchmark as a whole, and the members of its group whose figures become times. */
    static List<Measured> of(Benchmark benchmark) {
        Map<String, Member> members = new LinkedHashMap<>();
        benchmark.members().stream()
                .filter(member -> benchmark.forks().stream()
                        .allMatch(fork -> fork.secondary().containsKey(member.name())))
                .forEach(member -> members.put(member.name(), member));
        List<Measured> parts = new ArrayList<>();
        parts.add(new Measured(
                with(
                        benchmark,
                        benchmark.unit(),
                        benchmark.score(),
                        benchmark.forks().stream()
                                .map(fork -> without(fork, members))
                                .toList()),
                ImportedCells.threads(benchmark),
                Optional.empty()));
        members.values().forEach(member -> parts.add(of(benchmark, member)));
        return parts;
    }

    private static Measured of(Benchmark benchmark, Member member) {
        List<Fork> forks = benchmark.forks().stream()
                .map(fork ->
                        new Fork(fork.number(), List.of(), figure(fork, member).values()))
                .toList();
        return new Measured(
                with(
                        benchmark,
                        benchmark.forks().stream()
                                .findFirst()
                                .map(fork -> figure(fork, member).unit()),
                        Optional.ofNullable(benchmark.secondary().get(member.name())),
                        forks),
                member.threads().orElse(1),
                Optional.of(member));
    }

    private static Secondary figure(Fork fork, Member member) {
        return Objects.requireNonNull(fork.secondary().get(member.name()));
    }

    private static Fork without(Fork fork, Map<String, Member> members) {
        Map<String, Secondary> others = new LinkedHashMap<>(fork.secondary());
        others.keySet().removeAll(members.keySet());
        return new Fork(fork.number(), fork.warmup(), fork.measured(), fork.samples(), others);
    }

    private static Benchmark with(Benchmark all, Optional<String> unit, Optional<Score> score, List<Fork> forks) {
        return new Benchmark(
                all.line(),
                all.name(),
                all.params(),
                all.settings(),
                unit,
                forks,
                all.broken(),
                score,
                all.secondary(),
                all.members());
    }

    private String unit() {
        return benchmark.unit().orElse("");
    }

    /** Time per operation, µs. */
    double micros(double value) {
        return JmhText.micros(value, unit(), threads).orElseThrow();
    }

    /** JMH's mode, corrected by the unit. */
    String mode() {
        String named = benchmark.settings().mode().orElse(BenchmarkNames.UNKNOWN);
        if (benchmark.unit().isEmpty()) {
            return named;
        }
        boolean rate = JmhText.isRate(unit());
        return rate ? JmhParams.THROUGHPUT : named.equals(JmhParams.THROUGHPUT) ? JmhParams.AVERAGE_TIME : named;
    }

    /** Whether the unit contradicts the mode that the file names. */
    boolean contradicts() {
        return benchmark
                .settings()
                .mode()
                .filter(named -> !named.equals(mode()))
                .isPresent();
    }

    /**
     * Whether only the score of all forks together is known. A mean of samples is not the mean of its iterations: these have
     * different numbers of samples.
     */
    boolean pooled() {
        return mode().equals(JmhParams.SAMPLE)
                && benchmark.forks().stream().anyMatch(fork -> fork.samples().isEmpty());
    }

    /** Why nothing of it can be imported. */
    Optional<String> unusable() {
        if (benchmark.forks().isEmpty()) {
            return Optional.empty();
        }
        if (benchmark
                .unit()
                .filter(unit -> JmhText.micros(1, unit, 1).isPresent())
                .isEmpty()) {
            return Optional.of("it is measured in " + benchmark.unit().orElse("no unit")
                    + ", which is neither time per operation nor operations per time");
        }
        if (JmhText.isRate(unit())
                && member.isEmpty()
                && benchmark.settings().threads().isEmpty()) {
            return Optional.of("it is a throughput, and the file does not say of how many threads");
        }
        return pooled() && benchmark.score().isEmpty()
                ? Optional.of("it was sampled, and the file has neither the numbers of samples nor the mean of all")
                : Optional.empty();
    }

    /** The forks; if only the score of all is known, this score in place of one. */
    List<Fork> forks() {
        return pooled()
                ? List.of(new Fork(
                        1, List.of(), List.of(benchmark.score().orElseThrow().value())))
                : benchmark.forks();
    }

    /** Percentiles of single operations, if it was sampled. */
    Optional<ServiceTime> percentiles() {
        return benchmark
                .score()
                .filter(score -> mode().equals(JmhParams.SAMPLE)
                        && unusable().isEmpty()
                        && score.samples().percentiles().keySet().containsAll(List.of(50.0, 90.0, 95.0, 99.0)))
                .map(score -> new ServiceTime(
                        score.samples().number(),
                        percentile(score, 50),
                        percentile(score, 90),
                        percentile(score, 99),
                        percentile(score, 95)));
    }

    private double percentile(Score score, double percent) {
        return micros(Objects.requireNonNull(score.samples().percentiles().get(percent)));
    }

    /** The members of the group, of which this is the whole. */
    Optional<String> group() {
        return benchmark.members().isEmpty() || member.isPresent()
                ? Optional.empty()
                : Optional.of(benchmark.members().stream().map(Member::name).collect(Collectors.joining("+")));
    }

    /** The benchmark with everything that distinguishes its figures from others. Files of bench have it already. */
    Meaning in(Meaning meaning) {
        if (meaning.own()) {
            return meaning;
        }
        Map<String, String> more = new LinkedHashMap<>();
        if (!mode().equals(JmhParams.AVERAGE_TIME)) {
            more.put(JmhParams.MODE, mode());
        }
        benchmark
                .settings()
                .measurement()
                .map(Iterations::callsPerOperation)
                .filter(calls -> calls > 1)
                .ifPresent(calls -> more.put(JmhParams.BATCH, String.valueOf(calls)));
        if (benchmark.settings().forks().filter(forks -> forks == 0).isPresent()) {
            more.put(JmhParams.FORKS, JmhParams.NO_FORKS);
        } else if (pooled()) {
            more.put(JmhParams.FORKS, JmhParams.POOLED);
        }
        member.map(Member::name).or(this::group).ifPresent(name -> more.put(JmhParams.GROUP, name));
        Meaning all = meaning;
        for (Map.Entry<String, String> param : more.entrySet()) {
            all = all.withParam(param.getKey(), param.getValue());
        }
        return all;
    }
}
