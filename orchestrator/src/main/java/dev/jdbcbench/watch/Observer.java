package dev.jdbcbench.watch;

/** Receives what happens on the connections of a relay, in order, all from one thread. */
public interface Observer {
    /** Bytes arrived at the relay. */
    void moved(long up, long down);

    /** A command was answered, or expects no answer. */
    void called(Call call);

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
        ENCRYPTED("encrypted by TLS"),
        COMPRESSED("compressed"),
        UNKNOWN("in a form of the protocol that bench does not know");

        private final String words;

        Unreadable(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }
}
