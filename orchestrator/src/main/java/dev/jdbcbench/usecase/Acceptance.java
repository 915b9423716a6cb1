package dev.jdbcbench.usecase;

import dev.jdbcbench.expected.Deviation;
import dev.jdbcbench.expected.Expected;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The changes that a gate accepts, and whether it accepts what it finds. */
public final class Acceptance {
    private final Optional<String> reason;
    private final Consumer<Expected> save;
    private Expected expected;

    /**
     * What is accepted so far.
     *
     * @param reason why further changes are accepted; empty if they are not
     * @param save keeps them
     */
    public Acceptance(Expected expected, Optional<String> reason, Consumer<Expected> save) {
        this.expected = expected;
        this.reason = reason;
        this.save = save;
    }

    /** What is accepted. */
    Expected expected() {
        return expected;
    }

    /** Accepts what would fail, if that is asked for. */
    void accept(List<Deviation> failing) {
        if (reason.isPresent() && !failing.isEmpty()) {
            expected = expected.with(failing, reason.get());
            save.accept(expected);
        }
    }
}
