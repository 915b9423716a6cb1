package dev.jdbcbench.session;

import dev.jdbcbench.failure.Failure;
import java.util.Optional;

/**
 * The result of following an agent.
 *
 * @param why the reason for ending early; empty if nothing is wrong
 */
public record AgentOutcome(Kind kind, Optional<Failure> why) {
    /** The state of the agent. */
    public enum Kind {
        /** It is measuring; the caller did not want to follow it further. */
        WORKING,
        /** It has ended, and everything planned was measured. */
        COMPLETE,
        /** It has ended, and something is missing. */
        INCOMPLETE,
        /** It gave up: its first block showed that the client host is too noisy. */
        UNFIT,
        /** It ended without a final event, or cannot be followed. */
        BROKEN,
        /** The connection to its host was lost for good. It may still be running. */
        LOST,
        /** This bench was asked to stop. The agent is still running. */
        INTERRUPTED
    }

    static AgentOutcome of(Kind kind) {
        return new AgentOutcome(kind, Optional.empty());
    }

    static AgentOutcome of(Kind kind, Failure why) {
        return new AgentOutcome(kind, Optional.of(why));
    }
}
