package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.run.Profile;

/**
 * A round that something from outside disturbed.
 *
 * @param round from 0, those of the warm-up counted
 * @param cause in one line
 */
public record DroppedRound(int round, String cause) {
    public DroppedRound {
        Parts.between(0, Profile.MOST_ITERATIONS, round, "round");
        Parts.said(cause, "cause");
    }
}
