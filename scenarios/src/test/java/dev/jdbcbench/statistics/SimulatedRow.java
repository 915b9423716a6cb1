package dev.jdbcbench.statistics;

import dev.jdbcbench.statistics.turn.Group;
import dev.jdbcbench.statistics.turn.Round;
import dev.jdbcbench.statistics.turn.Turn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A simulated row with a known truth: JVMs that differ from each other, turns that scatter, and a host with slow regimes that affect its
 * cells differently.
 *
 * @param logTimes of the cells on a quiet host
 * @param sensitivities by how much ln time grows when ln of the host's slowness grows by 1
 * @param host whether the host has slow regimes
 * @param forks how JVMs of one cell differ
 * @param drift how much slower, as a logarithm, the host becomes over ten groups
 * @param own how much slower, as a logarithm, a JVM is in its own slow phases; 0 for none
 */
public record SimulatedRow(
        List<Double> logTimes,
        List<Double> sensitivities,
        boolean host,
        ToDoubleFunction<Random> forks,
        double drift,
        double own) {
    /** A row without slow phases of individual JVMs. */
    SimulatedRow(
            List<Double> logTimes,
            List<Double> sensitivities,
            boolean host,
            ToDoubleFunction<Random> forks,
            double drift) {
        this(logTimes, sensitivities, host, forks, drift, 0);
    }

    /** A copy in which each JVM has its own slow phases: slower by this logarithm for 30 % of the time, in stretches of seconds. */
    public SimulatedRow withOwnPhases(double slower) {
        return new SimulatedRow(logTimes, sensitivities, host, forks, drift, slower);
    }

    /** Standard deviation of ln time between JVMs that are measured in turns. */
    public static final double FORK = 0.018;

    /** Standard deviation of ln time of a turn, without regimes. */
    public static final double TURN = 0.06;

    public static final int ROUNDS = 80;

    /** A turn takes 25 ms, and the time between two turns 6 ms. */
    private static final double SECONDS = 0.031;

    public static final ToDoubleFunction<Random> NORMAL = random -> FORK * random.nextGaussian();

    /** Student's t with three degrees of freedom, scaled to the same standard deviation. */
    public static final ToDoubleFunction<Random> HEAVY = random -> {
        double chi = Math.pow(random.nextGaussian(), 2)
                + Math.pow(random.nextGaussian(), 2)
                + Math.pow(random.nextGaussian(), 2);
        return FORK * random.nextGaussian() / Math.sqrt(chi);
    };

    /** One JVM in ten is 15 % slower. */
    public static final ToDoubleFunction<Random> RARELY_SLOW =
            random -> NORMAL.applyAsDouble(random) + (random.nextInt(10) == 0 ? Math.log(1.15) : 0);

    /** Cells that differ only in sensitivity. */
    public static SimulatedRow equal(boolean host, ToDoubleFunction<Random> forks, double... sensitivities) {
        return new SimulatedRow(
                Collections.nCopies(sensitivities.length, 0.0),
                Arrays.stream(sensitivities).boxed().toList(),
                host,
                forks,
                0);
    }

    public List<Group> groups(int n, Random random) {
        List<Group> groups = new ArrayList<>();
        for (int group = 0; group < n; group++) {
            groups.add(group(group, random));
        }
        return groups;
    }

    public Group group(int index, Random random) {
        int cells = logTimes.size();
        double[] jvms = IntStream.range(0, cells)
                .mapToDouble(cell -> logTimes.get(cell) + forks.applyAsDouble(random))
                .toArray();
        Regimes regimes = new Regimes(random);
        List<OnOff> phases = Stream.generate(() -> new OnOff(Regimes.SECONDS[0], random))
                .limit(own > 0 ? cells : 0)
                .toList();
        List<Round> rounds = new ArrayList<>();
        List<Integer> order = new ArrayList<>(IntStream.range(0, cells).boxed().toList());
        for (int round = 0; round < ROUNDS; round++) {
            Turn[] turns = new Turn[cells];
            Collections.shuffle(order, random);
            double drifted = drift * (index + round / (double) ROUNDS) / 10;
            for (int cell : order) {
                double slowness = drifted + (host ? regimes.after(SECONDS) : 0);
                double phase = own > 0 && phases.get(cell).after(SECONDS * cells) ? own : 0;
                double micros = 100
                        * Math.exp(
                                jvms[cell] + sensitivities.get(cell) * slowness + phase + TURN * random.nextGaussian());
                turns[cell] = new Turn(micros, Math.max(1, Math.round(25_000 / micros)));
            }
            rounds.add(new Round(round, Arrays.asList(turns)));
        }
        return new Group(rounds);
    }

    /** A process that is on for 30 % of the time. Its state is redrawn after exponential times with a mean of {@code seconds}. */
    private static final class OnOff {
        static final double SHARE = 0.3;

        private final double seconds;
        private final Random random;
        private boolean on;

        OnOff(double seconds, Random random) {
            this.seconds = seconds;
            this.random = random;
            this.on = random.nextDouble() < SHARE;
        }

        boolean after(double passed) {
            if (random.nextDouble() > Math.exp(-passed / seconds)) {
                on = random.nextDouble() < SHARE;
            }
            return on;
        }
    }

    /**
     * The slowness of a host, as a logarithm: two on/off processes, one that switches within seconds and one within tens of seconds, and
     * independent noise. Together they have a standard deviation of 0.23, and autocorrelations near .90, .76, .54 and .40 at 0.25, 1, 4 and
     * 7.5 s.
     */
    public static final class Regimes {
        private static final double[] SIZE = {0.244, 0.436};
        private static final double[] SECONDS = {1.2, 12};
        private static final double NOISE = 0.055;

        private final Random random;
        private final List<OnOff> phases;

        Regimes(Random random) {
            this.random = random;
            this.phases = Arrays.stream(SECONDS)
                    .mapToObj(seconds -> new OnOff(seconds, random))
                    .toList();
        }

        double after(double seconds) {
            double sum = NOISE * random.nextGaussian();
            for (int i = 0; i < SIZE.length; i++) {
                sum += phases.get(i).after(seconds) ? SIZE[i] : 0;
            }
            return sum;
        }

        /** ln of the mean time on this host relative to a quiet one, for a cell with that sensitivity. */
        static double lnMean(double sensitivity) {
            double ln = sensitivity * sensitivity * NOISE * NOISE / 2;
            for (double size : SIZE) {
                ln += Math.log(1 - OnOff.SHARE + OnOff.SHARE * Math.exp(sensitivity * size));
            }
            return ln;
        }
    }
}
