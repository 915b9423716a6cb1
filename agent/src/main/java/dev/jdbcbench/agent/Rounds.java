package dev.jdbcbench.agent;

import dev.jdbcbench.run.Disturbance;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.IterationResult;

/** The rounds of a group so far: which are warm-up, which count, and whether there are enough. */
final class Rounds {
    /** Of the rounds after the warm-up, one in so many may be left out. */
    private static final int ONE_IN = 5;

    /** What the compiler of another JVM may work while one has its turn, ms. */
    private static final double OTHERS_COMPILE_MILLIS = 1;

    private final Profile profile;
    private final int members;
    private final boolean distant;
    private final WarmUp warmUp;
    private final List<List<Turn>> turns = new ArrayList<>();
    private final List<Event.Noise> noise = new ArrayList<>();
    private final List<Duration> lasted = new ArrayList<>();
    private final Map<Integer, String> dropped = new LinkedHashMap<>();
    private int warmRounds = -1;
    private int wanted;

    /**
     * A turn of a JVM.
     *
     * @param micros of an operation
     * @param operations that were measured
     * @param compiledBeforeMillis the time the JVM's compiler worked since its last turn, ms
     * @param compiledMillis the same during this turn
     * @param cpuMicros CPU time of the JVM per operation
     * @param bytes allocated per operation
     */
    record Turn(
            double micros,
            long operations,
            double compiledBeforeMillis,
            double compiledMillis,
            double cpuMicros,
            double bytes,
            double collections,
            double collectionMillis) {
        private static final int WORDS = 7;

        /**
         * From JMH's result and what the JVM said.
         *
         * @param said the word DONE, and numbers
         */
        static Turn of(IterationResult result, String[] said) {
            double[] meter = new double[WORDS];
            for (int i = 1; i < Math.min(WORDS, said.length); i++) {
                meter[i] = Math.max(0, Long.parseLong(said[i]));
            }
            long all = Math.max(1, result.getMetadata().getAllOps());
            return new Turn(
                    result.getPrimaryResult().getScore(),
                    result.getMetadata().getMeasuredOps(),
                    meter[1],
                    meter[2],
                    meter[3] / 1000 / all,
                    meter[4] / all,
                    meter[5],
                    meter[6]);
        }

        /** How long it measured, µs. */
        double lasted() {
            return micros * operations;
        }
    }

    /**
     * Of a group.
     *
     * @param distant whether all members have their database on another host
     */
    Rounds(Profile profile, int members, boolean distant) {
        this.profile = profile;
        this.members = members;
        this.distant = distant;
        this.warmUp = new WarmUp(members, profile.claims());
        for (int i = 0; i < members; i++) {
            turns.add(new ArrayList<>());
        }
    }

    /** A member had its turn. */
    void took(int member, Turn turn) {
        turns.get(member).add(turn);
        warmUp.took(member, turn);
    }

    /** All members have had a turn. */
    void end(Event.Noise meanwhile, Duration time) {
        noise.add(meanwhile);
        lasted.add(time);
        int round = noise.size() - 1;
        if (warmRounds < 0) {
            if (warmUp.over()) {
                warmRounds = noise.size();
                wanted = profile.rounds(longestOperation());
            }
            return;
        }
        // What the compilers did after their last turn is known after the next one.
        if (round > warmRounds) {
            judge(round - 1);
        }
    }

    /** Of a warm JVM: before, an operation may have taken ten times as long. */
    private Duration longestOperation() {
        double micros = turns.stream()
                .mapToDouble(own -> own.get(own.size() - 1).micros())
                .max()
                .orElse(0);
        return Duration.ofNanos((long) (micros * 1000));
    }

    private void judge(int round) {
        Optional<String> cause = cause(round);
        int after = round - warmRounds + 1;
        if (cause.isPresent() && (dropped.size() + 1) * ONE_IN <= Math.max(after, wanted)) {
            dropped.put(round, cause.get());
        }
    }

    private Optional<String> cause(int round) {
        List<String> causes = new ArrayList<>();
        Disturbance.ofRound(noise.get(round), lasted.get(round), noise.subList(0, round), distant)
                .ifPresent(causes::add);
        for (int member = 0; member < members; member++) {
            double before = turns.get(member).get(round).compiledBeforeMillis();
            double after = turns.get(member).size() > round + 1
                    ? turns.get(member).get(round + 1).compiledBeforeMillis()
                    : 0;
            if (members > 1 && Math.max(before, after) > OTHERS_COMPILE_MILLIS) {
                causes.add("another JVM compiled");
                break;
            }
        }
        return causes.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", causes));
    }

    /** Whether enough rounds count. */
    boolean enough() {
        return warmRounds >= 0 && noise.size() - warmRounds - dropped.size() >= wanted;
    }

    /** What was measured. */
    Group.Measured measured() {
        List<Fork.Measurement> forks = new ArrayList<>();
        for (List<Turn> own : turns) {
            forks.add(new Fork.Measurement(
                    own.stream().map(Turn::micros).toList(),
                    own.stream().map(Turn::operations).toList(),
                    Group.secondary(own)));
        }
        return new Group.Measured(forks, warmRounds, Map.copyOf(dropped));
    }
}
