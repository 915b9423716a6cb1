package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Mode;
import java.sql.Statement;

/** What {@code executeBatch} returns. */
final class UpdateCounts {
    private UpdateCounts() {}

    /**
     * Looks whether there is a count for each statement of the batch, and whether it is right. A batch that became one statement
     * has one count for all rows: its driver may say that it does not know each row's.
     *
     * @param most the largest count that a statement may have; the least is 1
     * @return what a reader should know of them; may be empty
     */
    static String check(int[] counts, int size, Mode mode, int most) {
        unlessEqual("the number of update counts", size, counts.length);
        boolean known = true;
        for (int count : counts) {
            if (count == Statement.SUCCESS_NO_INFO && mayNotKnow(mode)) {
                known = false;
            } else if (count < 1 || count > most) {
                throw new WrongResultException(
                        "an update count should be " + (most == 1 ? "1" : "1 to " + most) + " but is " + count);
            }
        }
        return known ? "" : "the update count of each row is lost (SUCCESS_NO_INFO)";
    }

    private static boolean mayNotKnow(Mode mode) {
        return switch (mode) {
            case REWRITE, BULK, DEFAULT, TUNED -> true;
            default -> false;
        };
    }
}
