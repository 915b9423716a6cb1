package dev.jdbcbench.failure;

/** The exit codes of {@code bench}. Scripts depend on these numbers. */
public enum ExitCode {
    OK(0, "everything was measured"),
    BUG(1, "unexpected exception: a bug in bench"),
    INPUT(2, "bad command line or hosts file; nothing was started"),
    HOST(3, "a host cannot be reached, its key is unknown or changed, or the connection was lost"),
    COMMAND(4, "a step on a host failed before measuring, clean-up was incomplete, or output was lost"),
    INCOMPLETE(
            5,
            "something could not be measured, counted, imported or judged: a failed cell, fewer than two forks, a server that did not"
                    + " start, an agent or disk that gave out, no supported cell. The rest is kept"),
    UNFIT(
            6,
            "a host is unsuitable for measuring, runs are not comparable, or a run has changed since it started; --force of run,"
                    + " compare, bisect and collect overrides the first two"),
    REGRESSION(
            7,
            "a candidate is slower than allowed, exchanges more with the server, or has no result where its base has one (compare"
                    + " --fail-above, explain --compare), or a transaction needs more than its budget (watch --fail-above)"),
    INTERRUPTED(130, "interrupted by Ctrl-C (143 by TERM, 129 by HUP); what was measured is kept");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    /** The exit status of the process. */
    public int number() {
        return number;
    }

    /** A one-line description for users. */
    public String meaning() {
        return meaning;
    }
}
