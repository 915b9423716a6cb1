package dev.jdbcbench.anatomy;

/**
 * The first bytes of a request, and its length: enough to see which command it begins with. The packets of MariaDB and MySQL
 * begin with a length of three bytes and a number, followed by the command; those of other databases with the command.
 *
 * @param first the first bytes, at most {@value #MOST}, the first one in the lowest bits
 * @param known number of these bytes
 * @param length of the request
 */
record Head(long first, int known, int length) {
    static final int MOST = 5;

    private static final int BYTE = 8;
    private static final int HEADER = 4;
    private static final int LENGTH_BITS = 24;

    static Head of(byte[] request) {
        int known = Math.min(MOST, request.length);
        return new Head(first(0, 0, request, 0, known), known, request.length);
    }

    /** Adds bytes to the first ones. */
    static long first(long before, int known, byte[] more, int offset, int number) {
        long first = before;
        for (int i = 0; i < number; i++) {
            first |= (more[offset + i] & 0xffL) << BYTE * (known + i);
        }
        return first;
    }

    /** What does not change with the length of a parameter. */
    private long command() {
        int packet = (int) (first & (1L << LENGTH_BITS) - 1);
        boolean withLength = known == MOST && packet > 0 && (long) packet + HEADER <= length;
        return withLength ? first >>> LENGTH_BITS | 1L << LENGTH_BITS : first & 0xff;
    }

    /** Whether both begin with the same command, and may differ in their parameters. */
    boolean sameCommand(Head other) {
        return first == other.first && known == other.known
                || known == other.known && known > 0 && command() == other.command();
    }

    /** The head in words: {@code 12 bytes (08 00 00 00 03)}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(length).append(" bytes");
        for (int i = 0; i < known; i++) {
            text.append(i == 0 ? " (" : " ").append(String.format("%02x", first >>> BYTE * i & 0xff));
        }
        return text.append(known == 0 ? "" : ")").toString();
    }
}
