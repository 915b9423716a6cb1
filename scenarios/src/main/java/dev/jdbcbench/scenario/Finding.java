package dev.jdbcbench.scenario;

/**
 * What an operation returned when it was looked at.
 *
 * @param result on which all drivers must agree
 * @param remark on what they may differ, and a reader should know; may be empty
 */
public record Finding(String result, String remark) {
    static Finding of(String result) {
        return new Finding(result, "");
    }
}
