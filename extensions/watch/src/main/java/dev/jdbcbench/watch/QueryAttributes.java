package dev.jdbcbench.watch;

/** The attributes that a MySQL client may send before the text of a query, for instance for tracing. */
final class QueryAttributes {
    private static final int BITS = 8;

    private QueryAttributes() {}

    /** Skips them; returns false if one has a type that bench does not know. */
    static boolean skip(PacketFields reader, long count) {
        if (count > reader.left()) {
            return false;
        }
        byte[] nulls = new byte[(int) (count + BITS - 1) / BITS];
        for (int i = 0; i < nulls.length; i++) {
            nulls[i] = (byte) reader.one();
        }
        if (reader.one() == 0) {
            return false;
        }
        int[] types = new int[(int) count];
        for (int i = 0; i < types.length; i++) {
            types[i] = reader.one();
            reader.one();
            reader.skip(reader.lengthEncoded());
        }
        for (int i = 0; i < types.length; i++) {
            boolean isNull = (nulls[i / BITS] & 1 << i % BITS) != 0;
            if (!isNull && !skipValue(reader, types[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean skipValue(PacketFields reader, int type) {
        switch (type) {
            case 0x01 -> reader.skip(1);
            case 0x02 -> reader.skip(2);
            case 0x03, 0x04 -> reader.skip(4);
            case 0x05, 0x08 -> reader.skip(8);
            case 0x07, 0x0a, 0x0b, 0x0c -> reader.skip(reader.one());
            case 0x0f, 0xfc, 0xfd, 0xfe -> reader.skip(reader.lengthEncoded());
            default -> {
                return false;
            }
        }
        return true;
    }
}
