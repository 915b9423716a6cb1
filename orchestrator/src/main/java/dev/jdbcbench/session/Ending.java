package dev.jdbcbench.session;

import dev.jdbcbench.failure.Failure;
import java.util.Optional;

/**
 * How following an agent ended.
 *
 * @param why it ended early; empty where nothing is wrong
 */
public record Ending(Kind kind, Optional<Failure> why) {
    /** What became of the agent. */
    public enum Kind {
        /** It is at work, and was to be followed no further. */
        WORKING,
        /** It has ended, and measured all that was planned. */
        COMPLETE,
        /** It has ended, and something is missing. */
        INCOMPLETE,
        /** It gave up: its first block showed that the client host is too noisy. */
        UNFIT,
        /** It is gone without a word, or cannot be followed. */
        BROKEN,
        /** The connection to its host was lost for good. It may be at work. */
        LOST,
        /** This bench was asked to stop. The agent is at work. */
        INTERRUPTED
    }

    static Ending of(Kind kind) {
        return new Ending(kind, Optional.empty());
    }

    static Ending of(Kind kind, Failure why) {
        return new Ending(kind, Optional.of(why));
    }
}
