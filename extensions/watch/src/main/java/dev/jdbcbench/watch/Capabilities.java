package dev.jdbcbench.watch;

/**
 * The capabilities that client and server agreed on.
 *
 * @param flags the flags of the protocol
 * @param extended the flags that MariaDB added
 */
record Capabilities(long flags, long extended) {
    static final int LOGIN_BYTES = 32;

    private static final int CLIENT_MYSQL = 1;
    private static final long COMPRESS = 1 << 5 | 1 << 26;
    private static final int PROTOCOL_41 = 1 << 9;
    private static final int TLS = 1 << 11;
    private static final int MULTI_STATEMENTS = 1 << 16;
    private static final int SESSION_TRACK = 1 << 23;
    private static final int DEPRECATE_EOF = 1 << 24;
    private static final int OPTIONAL_METADATA = 1 << 25;
    private static final int QUERY_ATTRIBUTES = 1 << 27;
    private static final int CACHE_METADATA = 1 << 4;

    /** Offset of MariaDB's flags in a client's login. */
    private static final int LOGIN_EXTENDED = 28;

    static final Capabilities NONE = new Capabilities(0, 0);

    /** The capabilities that a server offers in its greeting. */
    static Capabilities ofGreeting(byte[] greeting) {
        PacketFields reader = new PacketFields(greeting).at(1);
        reader.untilZero();
        reader.skip(4 + 8 + 1);
        long low = reader.number(2);
        reader.skip(1 + 2);
        long flags = low | reader.number(2) << 16;
        reader.skip(1 + 6);
        return new Capabilities(flags, (flags & CLIENT_MYSQL) == 0 ? reader.number(4) : 0);
    }

    /** The capabilities that a client requests, from the beginning of its login. */
    static Capabilities ofLogin(byte[] login) {
        long flags = new PacketFields(login).number(4);
        return new Capabilities(
                flags,
                (flags & CLIENT_MYSQL) == 0
                        ? new PacketFields(login).at(LOGIN_EXTENDED).number(4)
                        : 0);
    }

    Capabilities and(Capabilities other) {
        return new Capabilities(flags & other.flags, extended & other.extended);
    }

    /** Whether the login has the form of the last twenty years; the form before has other fields. */
    boolean protocol41() {
        return (flags & PROTOCOL_41) != 0;
    }

    boolean multiStatements() {
        return (flags & MULTI_STATEMENTS) != 0;
    }

    boolean sessionTrack() {
        return (flags & SESSION_TRACK) != 0;
    }

    boolean tls() {
        return (flags & TLS) != 0;
    }

    boolean compress() {
        return (flags & COMPRESS) != 0;
    }

    boolean deprecateEof() {
        return (flags & DEPRECATE_EOF) != 0;
    }

    boolean optionalMetadata() {
        return (flags & OPTIONAL_METADATA) != 0;
    }

    boolean queryAttributes() {
        return (flags & QUERY_ATTRIBUTES) != 0;
    }

    boolean cacheMetadata() {
        return (extended & CACHE_METADATA) != 0;
    }
}
