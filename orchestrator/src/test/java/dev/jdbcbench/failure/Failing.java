package dev.jdbcbench.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on what a failure says. */
public final class Failing {
    private Failing() {}

    /** On why code fails, which it has to do with this type. */
    public static AbstractStringAssert<?> assertWhy(Class<? extends Failure> type, ThrowingCallable code) {
        return assertThat(failure(type, code).why());
    }

    /** Checks the whole text of a failure, which must have this type. */
    public static AbstractStringAssert<?> assertText(Class<? extends Failure> type, ThrowingCallable code) {
        return assertThat(failure(type, code).text());
    }

    private static Failure failure(Class<? extends Failure> type, ThrowingCallable code) {
        Throwable thrown = catchThrowable(code);
        assertThat(thrown).isInstanceOf(type);
        return type.cast(thrown);
    }
}
