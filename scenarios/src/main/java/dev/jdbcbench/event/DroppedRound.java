package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Profile;

/**
 * A round with an outside disturbance.
 *
 * @param round from 0, including warm-up rounds
 * @param cause in one line
 */
public record DroppedRound(int round, String cause) {
    public DroppedRound {
        PartCheck.between(0, Profile.MOST_ITERATIONS, round, "round");
        PartCheck.message(cause, "cause");
    }
}
