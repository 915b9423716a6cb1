package dev.jdbcbench.agent.check;

/**
 * What a floor sends in an operation. Drivers that send the same bytes have the same floor, so it is measured once.
 *
 * @param requests SHA-256 of the requests, without the numbers of prepared statements. It is not stored: it would confirm a guess
 *     of a user's own data
 * @param answers length of the answers, bytes
 */
record FloorBytes(String requests, long answers) {
    /** Answers to the same requests differ only in how each connection gets their metadata. More than so much is another exchange. */
    private static final double LIKE = 0.05;

    /** Whether another driver's exchange is also this one. */
    boolean sameAs(FloorBytes other) {
        return requests.equals(other.requests)
                && Math.abs(answers - other.answers) <= LIKE * Math.max(answers, other.answers);
    }
}
