package dev.jdbcbench.expected;

/**
 * A row that is worse, and accepted.
 *
 * @param since the first version with the change
 */
public record Accepted(RowId row, String since, String reason) {
    /** In a line. */
    public String line() {
        return row.row() + ": accepted since " + since + " (" + reason + ")";
    }
}
