package dev.jdbcbench.run;

import java.util.Map;

/**
 * Parameters of an imported cell that say what another JMH program measured. They are part of the cell, so figures of different
 * meaning are never in one row and never compared. Cells of bench have none of them: it measures average times of single
 * operations, in forks.
 */
public final class JmhParams {
    /** JMH's mode, unless it is {@value #AVERAGE_TIME}. */
    public static final String MODE = "jmhMode";

    public static final String AVERAGE_TIME = "avgt";
    public static final String THROUGHPUT = "thrpt";
    public static final String SAMPLE = "sample";
    public static final String SINGLE_SHOT = "ss";

    /** Calls that one operation consists of, unless it is one. */
    public static final String BATCH = "jmhBatch";

    /** A member of a group of methods that ran at the same time; for the group as a whole, all members, joined by +. */
    public static final String GROUP = "jmhGroup";

    /** Present when the figures do not come from separate forks: {@value #NO_FORKS} or {@value #POOLED}. */
    public static final String FORKS = "jmhForks";

    /** All iterations ran in JMH's own JVM. */
    public static final String NO_FORKS = "0";

    /** Only one figure for all forks together is known. */
    public static final String POOLED = "pooled";

    private JmhParams() {}

    /**
     * Whether the number of threads divided by the time per operation is a throughput. It is not where threads had different
     * operations, nor for single shots.
     */
    public static boolean haveThroughput(Map<String, String> params) {
        return !params.containsKey(GROUP) && !SINGLE_SHOT.equals(params.get(MODE));
    }

    /** Whether a cell's samples are forks. */
    public static boolean haveForks(Map<String, String> params) {
        return !params.containsKey(FORKS);
    }
}
