package dev.jdbcbench.scenario;

/**
 * The checked result of an operation.
 *
 * @param result must be the same for all drivers
 * @param remark what may differ between drivers and readers should know; may be empty
 */
public record Finding(String result, String remark) {
    static Finding of(String result) {
        return new Finding(result, "");
    }
}
