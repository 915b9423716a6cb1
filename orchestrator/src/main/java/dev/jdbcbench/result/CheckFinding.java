package dev.jdbcbench.result;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;

/**
 * The finding of a check.
 *
 * @param where name of a host or server
 * @param what the subject of the check, in a word or two
 * @param exit exit code of a run with this problem; OK when there is none
 * @param said what the check found, or why it was not tried
 * @param hint what to do; empty when nothing is needed
 */
public record CheckFinding(String where, String what, Verdict verdict, ExitCode exit, String said, String hint) {
    /** The outcome of a check. */
    public enum Verdict {
        OK,
        /** Worth knowing, but does not stop a run. */
        WARNING,
        /** Nothing is known: neither that it works, nor that it does not. */
        NOT_TRIED,
        PROBLEM
    }

    /** No problem. */
    public static CheckFinding ok(String where, String what, String said) {
        return new CheckFinding(where, what, Verdict.OK, ExitCode.OK, said, "");
    }

    /** Worth knowing, but does not stop a run. */
    public static CheckFinding warning(String where, String what, String said, String hint) {
        return new CheckFinding(where, what, Verdict.WARNING, ExitCode.OK, said, hint);
    }

    /** Not tried, for this reason. */
    public static CheckFinding notTried(String where, String what, String why, String hint) {
        return new CheckFinding(where, what, Verdict.NOT_TRIED, ExitCode.OK, why, hint);
    }

    /** A problem: a run would end with this exit code. */
    public static CheckFinding problem(String where, String what, ExitCode exit, String said, String hint) {
        return new CheckFinding(where, what, Verdict.PROBLEM, exit, said, hint);
    }

    /** A problem: a run would end with this failure. */
    public static CheckFinding of(String where, String what, Failure failure) {
        String why = failure.why().isEmpty() ? "" : ": " + failure.why();
        return problem(where, what, failure.exitCode(), failure.getMessage() + why, failure.hint());
    }
}
