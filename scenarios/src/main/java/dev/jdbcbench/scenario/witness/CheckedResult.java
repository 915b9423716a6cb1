package dev.jdbcbench.scenario.witness;

/**
 * The checked result of an operation.
 *
 * @param result must be the same for all drivers
 * @param remark a note for readers, which may differ between drivers; may be empty
 */
public record CheckedResult(String result, String remark) {
    public static CheckedResult of(String result) {
        return new CheckedResult(result, "");
    }

    /** With another note; empty for none. */
    public CheckedResult noting(String further) {
        return further.isEmpty()
                ? this
                : new CheckedResult(result, remark.isEmpty() ? further : remark + "; " + further);
    }
}
