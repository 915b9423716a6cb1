package dev.jdbcbench.agent;

import org.openjdk.jmh.results.IterationResult;

/**
 * A turn of a JVM.
 *
 * @param micros of an operation
 * @param operations that were measured, of all threads
 * @param seconds for which each thread measured
 * @param compiledBeforeMillis the time the JVM's compiler worked since its last turn, ms
 * @param compiledMillis the same during this turn
 * @param cpuMicros CPU time of the JVM per operation
 * @param bytes allocated per operation
 * @param collections of the garbage collector
 * @param collectionMillis how long those took, ms
 */
record Turn(
        double micros,
        long operations,
        double seconds,
        double compiledBeforeMillis,
        double compiledMillis,
        double cpuMicros,
        double bytes,
        double collections,
        double collectionMillis) {
    /** What the JVM says after a turn begins so. */
    static final String DONE = "DONE ";

    private static final int NUMBERS = 6;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double NANOS_PER_MICRO = 1000;

    /** The same turn where other JVMs worked at the same time, so it had only a share of a core. */
    Turn shared(double share) {
        return new Turn(
                micros,
                operations,
                seconds * share,
                compiledBeforeMillis,
                compiledMillis,
                cpuMicros,
                bytes,
                collections,
                collectionMillis);
    }

    /**
     * From JMH's result and what the JVM said.
     *
     * @param said {@link #DONE} and six numbers; see {@code dev.jdbcbench.scenario.Turns}
     * @throws NumberFormatException when it said something else
     */
    static Turn of(IterationResult result, String said) {
        String[] words = said.substring(DONE.length()).split(" ", -1);
        if (words.length != NUMBERS) {
            throw new NumberFormatException(said);
        }
        double[] meter = new double[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            meter[i] = Math.max(0, Long.parseLong(words[i])); // clocks of the JVM may step back by a tick
        }
        double micros = result.getPrimaryResult().getScore();
        long operations = result.getMetadata().getMeasuredOps();
        // Those with which threads wait for each other are in what the JVM counted, too.
        long all = Math.max(1, result.getMetadata().getAllOps());
        return new Turn(
                micros,
                operations,
                micros * operations / result.getBenchmarkParams().getThreads() / MICROS_PER_SECOND,
                meter[0],
                meter[1],
                meter[2] / NANOS_PER_MICRO / all,
                meter[3] / all,
                meter[4],
                meter[5]);
    }
}
