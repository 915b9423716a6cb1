package dev.jdbcbench.result;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;

/**
 * What a check found.
 *
 * @param where the name of a host or server
 * @param what was looked at, in a word or two
 * @param exit how a run would end because of it; OK when nothing is in the way
 * @param warning whether it is worth knowing, but stops no run
 * @param said what was seen
 * @param hint what to do; empty when nothing need be done
 */
public record Finding(String where, String what, ExitCode exit, boolean warning, String said, String hint) {
    /** Nothing is in the way. */
    public static Finding ok(String where, String what, String said) {
        return new Finding(where, what, ExitCode.OK, false, said, "");
    }

    /** Worth knowing, and no obstacle. */
    public static Finding warning(String where, String what, String said, String hint) {
        return new Finding(where, what, ExitCode.OK, true, said, hint);
    }

    /** It is in the way: a run would end so. */
    public static Finding problem(String where, String what, ExitCode exit, String said, String hint) {
        return new Finding(where, what, exit, false, said, hint);
    }

    /** It is in the way: a run would end with this failure. */
    public static Finding of(String where, String what, Failure failure) {
        String why = failure.why().isEmpty() ? "" : ": " + failure.why();
        return problem(where, what, failure.exitCode(), failure.getMessage() + why, failure.hint());
    }
}
