package dev.jdbcbench.agent;

import org.openjdk.jmh.results.IterationResult;

/**
 * The result of one turn of a JVM.
 *
 * @param micros time per operation, µs
 * @param operations number of measured operations, of all threads
 * @param seconds measuring time of each thread
 * @param compiledBeforeMillis JIT time since the JVM's last turn, ms
 * @param compiledMillis JIT time during this turn, ms
 * @param cpuMicros CPU time of the JVM per operation, µs
 * @param bytes allocated per operation
 * @param collections number of garbage collections
 * @param collectionMillis time of these collections, ms
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
    /** Prefix of the line that the JVM sends after a turn. */
    static final String DONE = "DONE ";

    private static final int NUMBERS = 6;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double NANOS_PER_MICRO = 1000;

    /** The same turn, scaled by the JVM's share of a core while other JVMs ran in parallel. */
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
     * Combines JMH's result with the line that the JVM sent.
     *
     * @param said {@link #DONE} and six numbers; see {@code dev.jdbcbench.scenario.Turns}
     * @throws NumberFormatException when the line is malformed
     */
    static Turn of(IterationResult result, String said) {
        String[] words = said.substring(DONE.length()).split(" ", -1);
        if (words.length != NUMBERS) {
            throw new NumberFormatException(said);
        }
        double[] meter = new double[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            meter[i] = Math.max(0, Long.parseLong(words[i])); // the JVM's clocks may step back by a tick
        }
        double micros = result.getPrimaryResult().getScore();
        long operations = result.getMetadata().getMeasuredOps();
        // The JVM's counters include the operations during which threads wait for each other.
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
