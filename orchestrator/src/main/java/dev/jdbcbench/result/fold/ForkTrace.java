package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.next.Forks;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A measured JVM, with its rounds and other activity on the client host.
 *
 * @param score µs/op
 * @param counts whether it is part of the cell's score
 * @param stealPercent steal, in percent of the host's CPU time; null if unknown
 * @param foreignPercent CPU time of other processes, in percent of the host's; null if unknown
 * @param rttMicros RTT to the database: the median of the samples just before and after; null without samples
 * @param rounds counted iterations in order, as deviations from the score in thousandths
 * @param dropped uncounted iterations after the warm-up, also in thousandths
 */
public record ForkTrace(
        int block,
        Instant startedAt,
        double score,
        boolean counts,
        @Nullable Double stealPercent,
        @Nullable Double foreignPercent,
        @Nullable Double rttMicros,
        List<Integer> rounds,
        List<Integer> dropped) {
    public ForkTrace {
        rounds = List.copyOf(rounds);
        dropped = List.copyOf(dropped);
    }

    /** The forks of each planned cell that has any, by its key, in order of time, including uncounted ones. */
    public static Map<String, List<ForkTrace>> of(Fold fold) {
        Plan plan = fold.plan();
        Set<ForkFinished> counting = Collections.newSetFromMap(new IdentityHashMap<>());
        Map<String, List<ForkTrace>> forks = new LinkedHashMap<>();
        for (Cell cell : plan.cells()) {
            counting.addAll(fold.forks(cell));
            forks.put(cell.key(), new ArrayList<>());
        }
        for (ForkFinished fork : Event.facts(fold.events(), ForkFinished.class)) {
            Optional.ofNullable(forks.get(fork.cell()))
                    .ifPresent(of -> of.add(trace(plan.profile(), fork, counting.contains(fork))));
        }
        forks.values().removeIf(List::isEmpty);
        return forks;
    }

    private static ForkTrace trace(Profile profile, ForkFinished fork, boolean counts) {
        double score = Forks.score(profile, fork);
        int[] counting = Forks.counting(profile, fork);
        Set<Integer> among = Arrays.stream(counting).boxed().collect(Collectors.toSet());
        List<Integer> rounds = new ArrayList<>();
        List<Integer> dropped = new ArrayList<>();
        for (int i = Forks.warmUp(profile, fork); i < fork.iterations().size(); i++) {
            double time = fork.iterations().get(i);
            if (time > 0) {
                (among.contains(i) ? rounds : dropped).add((int) Math.round(1000 * (time / score - 1)));
            }
        }
        Noise noise = fork.noise();
        return new ForkTrace(
                fork.block(),
                fork.startedAt(),
                score,
                counts,
                noise == null ? null : noise.stealPercent(),
                noise == null ? null : noise.foreignPercent(),
                rtt(fork),
                rounds,
                dropped);
    }

    private static @Nullable Double rtt(ForkFinished fork) {
        if (fork.rtt() == null) {
            return null;
        }
        double[] samples = Stream.concat(fork.rtt().beforeMicros().stream(), fork.rtt().afterMicros().stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return samples.length == 0 ? null : samples[samples.length / 2];
    }
}
