package dev.jdbcbench.report.layout;

/** Short names of runs. */
public final class RunNames {
    private RunNames() {}

    /** The last part of a run ID; commands accept it, too. */
    public static String brief(String run) {
        return run.substring(run.lastIndexOf('-') + 1);
    }
}
