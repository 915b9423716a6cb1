package dev.jdbcbench.watch;

/** Receives what happens on the connections of a relay, in order, all from one thread. */
public interface Observer {
    /** Bytes arrived at the relay. */
    void moved(long up, long down);

    /** A command was answered, or expects no answer. */
    void called(AnsweredCommand call);

    /**
     * A prepared statement was closed, by the client or with its connection.
     *
     * @param roundTrips the round trips of preparing it
     */
    void unprepared(String statement, int executions, int roundTrips);

    /** From now on a connection cannot be read; only its bytes are counted. */
    void unreadable(int connection, Unreadable why);

    /** A connection ended. */
    void closed(int connection);

    /** Why a connection cannot be read. */
    enum Unreadable {
        ENCRYPTED(
                "encrypted by TLS",
                ". To see statements, let the relay end TLS (--tls), or connect without it (sslMode=disable, or DISABLED)"),
        COMPRESSED("compressed", ". To see statements, connect without compression (useCompression=false)"),
        UNKNOWN("in a form of the protocol that bench does not know", ""),
        TOO_MUCH(
                "no longer read, because too many unanswered commands and prepared statements would have to be kept",
                ""),
        FAILED("no longer read, because reading failed", ". --verbose shows why");

        private final String words;
        private final String remedy;

        Unreadable(String words, String remedy) {
            this.words = words;
            this.remedy = remedy;
        }

        /** What to do about it, as the end of a sentence. */
        String remedy() {
            return remedy;
        }

        String words() {
            return words;
        }
    }
}
