package dev.jdbcbench.scenario.witness;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The rows of results in a form that does not depend on the driver. Not thread safe. */
public final class Digest {
    private final CRC32 values = new CRC32();
    private long rows;
    private int columns;
    private boolean query;

    /** Reads all rows. */
    public void read(ResultSet read) throws SQLException {
        query = true;
        columns = read.getMetaData().getColumnCount();
        while (read.next()) {
            rows++;
            for (int column = 1; column <= columns; column++) {
                values.update((comparable(read.getObject(column)) + "\0").getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Counts rows that a statement changed. */
    public void changed(long changed) {
        rows += changed;
    }

    /** Whether there were rows to read. */
    public boolean isQuery() {
        return query;
    }

    /** The rows that were read or changed. */
    public long rows() {
        return rows;
    }

    @Override
    public String toString() {
        return rows + " rows of " + columns + " columns, CRC-32 of the values " + Long.toHexString(values.getValue());
    }

    /** A value as text, independent of the Java type that the driver chose for it. */
    private static String comparable(@Nullable Object value) throws SQLException {
        if (value instanceof Boolean truth) {
            return truth ? "1" : "0";
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Blob blob) {
            return HexFormat.of().formatHex(blob.getBytes(1, Math.toIntExact(blob.length())));
        }
        if (value instanceof Clob clob) {
            return clob.getSubString(1, Math.toIntExact(clob.length()));
        }
        if (value instanceof Number) {
            return new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
        }
        if (value instanceof Timestamp time) {
            return time.toLocalDateTime().toString();
        }
        return String.valueOf(value);
    }
}
