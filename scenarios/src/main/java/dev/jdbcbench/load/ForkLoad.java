package dev.jdbcbench.load;

import dev.jdbcbench.driver.PartCheck;
import java.util.List;

/**
 * The result of a fork under open load: the sum of its counted turns.
 *
 * @param turns how many count
 * @param grewTurns in how many of them the waiting time grew throughout
 * @param scheduledSeconds length of all their schedules
 * @param elapsedSeconds until the last operation started, summed over the turns
 * @param served number of operations
 * @param unserved number of arrivals that were never served
 * @param capacity operations per second in the closed loop, at the end of the warm-up
 * @param response histogram of response times
 * @param service histogram of service times
 */
public record ForkLoad(
        int turns,
        int grewTurns,
        double scheduledSeconds,
        double elapsedSeconds,
        long served,
        long unserved,
        double capacity,
        String response,
        String service) {
    private static final int MOST_TURNS = 100_000;

    public ForkLoad {
        PartCheck.between(1, MOST_TURNS, turns, "turns");
        PartCheck.between(0, turns, grewTurns, "grewTurns");
        PartCheck.count(scheduledSeconds, "scheduledSeconds");
        PartCheck.count(elapsedSeconds, "elapsedSeconds");
        if (!(scheduledSeconds > 0 && elapsedSeconds >= scheduledSeconds)) {
            throw new IllegalArgumentException("elapsedSeconds is at least scheduledSeconds, which is above 0");
        }
        PartCheck.count(served, "served");
        PartCheck.count(unserved, "unserved");
        PartCheck.count(capacity, "capacity");
        Times.required(response, "response");
        Times.required(service, "service");
    }

    /**
     * The sum of turns.
     *
     * @param turns at least one
     */
    public static ForkLoad of(List<TurnLoad> turns, double capacity) {
        return new ForkLoad(
                turns.size(),
                (int) turns.stream().filter(TurnLoad::grew).count(),
                turns.stream().mapToDouble(TurnLoad::scheduledSeconds).sum(),
                turns.stream().mapToDouble(TurnLoad::elapsedSeconds).sum(),
                turns.stream().mapToLong(TurnLoad::served).sum(),
                turns.stream().mapToLong(TurnLoad::unserved).sum(),
                capacity,
                Times.sum(turns.stream().map(TurnLoad::response).toList()),
                Times.sum(turns.stream().map(TurnLoad::service).toList()));
    }
}
