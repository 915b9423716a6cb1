package dev.jdbcbench.event;

import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import org.jspecify.annotations.Nullable;

/**
 * What a floor sends in an operation. Drivers that send the same bytes have the same floor, so it is measured once.
 *
 * @param requests SHA-256 of the requests, without the numbers of prepared statements
 * @param answers length of the answers, bytes
 * @param sharedWith key of the cell whose floor is also this one; null when this one is measured itself
 */
public record FloorBytes(
        String requests,
        long answers,
        @MayBeMissing @Nullable String sharedWith) {
    /** Answers to the same requests differ only in how each connection gets their metadata. More than so much is another exchange. */
    private static final double LIKE = 0.05;

    public FloorBytes {
        PartCheck.name(requests, "requests");
        PartCheck.count(answers, "answers");
    }

    /** Whether another driver's exchange is also this one. */
    public boolean sameAs(FloorBytes other) {
        return requests.equals(other.requests)
                && Math.abs(answers - other.answers) <= LIKE * Math.max(answers, other.answers);
    }

    /** The same bytes, sent by the floor of another cell. */
    public FloorBytes sharedWith(String cell) {
        return new FloorBytes(requests, answers, cell);
    }
}
