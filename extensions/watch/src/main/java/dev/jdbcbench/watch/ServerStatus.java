package dev.jdbcbench.watch;

/** The flags of the server's status. */
record ServerStatus(long flags) {
    boolean inTransaction() {
        return (flags & 1) != 0;
    }

    boolean autocommit() {
        return (flags & 2) != 0;
    }

    boolean moreResults() {
        return (flags & 8) != 0;
    }

    boolean cursor() {
        return (flags & 0x40) != 0;
    }

    boolean noEscapes() {
        return (flags & 0x200) != 0;
    }

    boolean sessionChanged() {
        return (flags & 0x4000) != 0;
    }
}
