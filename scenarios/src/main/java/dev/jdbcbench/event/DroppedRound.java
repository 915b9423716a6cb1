package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Profile;
import org.jspecify.annotations.Nullable;

/**
 * A round that does not count.
 *
 * @param round from 0, including warm-up rounds
 * @param cause in one line
 * @param compiled whether the only cause is that another JVM compiled, which is not the host's fault
 */
public record DroppedRound(
        int round,
        String cause,

        @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        boolean compiled) {
    public DroppedRound {
        PartCheck.between(0, Profile.MOST_ITERATIONS, round, "round");
        PartCheck.message(cause, "cause");
    }

    /** A round with an outside disturbance. */
    public DroppedRound(int round, String cause) {
        this(round, cause, false);
    }

    /** Reads a round. Files of versions without {@code compiled} tell it only by the cause. */
    @JsonCreator
    static DroppedRound read(
            @JsonProperty("round") int round,
            @JsonProperty("cause") String cause,
            @JsonProperty(value = "compiled", isRequired = OptBoolean.FALSE) @Nullable Boolean compiled) {
        return new DroppedRound(round, cause, compiled == null ? cause.equals("another JVM compiled") : compiled);
    }
}
