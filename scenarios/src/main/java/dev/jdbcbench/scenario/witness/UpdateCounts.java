package dev.jdbcbench.scenario.witness;

import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Mode;
import java.sql.Statement;

/** Checks the return value of {@code executeBatch}. */
public final class UpdateCounts {
    private UpdateCounts() {}

    /**
     * Checks that there is a correct count for each statement of the batch. A batch that became one statement has one count for
     * all rows, so its driver may report that it does not know each row's.
     *
     * @param most largest valid count of a statement; the smallest is 1
     * @return a remark for readers; may be empty
     */
    public static String check(int[] counts, int size, Mode mode, int most) {
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

    /** Checks the counts of a user's batch, of which only their number is known; the {@link Witness} judges the rows. */
    public static void check(int[] counts, int size) {
        unlessEqual("the number of update counts", size, counts.length);
        for (int count : counts) {
            if (count < 0 && count != Statement.SUCCESS_NO_INFO) {
                throw new WrongResultException("an update count is " + count + ", and there was no error");
            }
        }
    }

    private static boolean mayNotKnow(Mode mode) {
        return switch (mode) {
            case REWRITE, BULK, DEFAULT, TUNED -> true;
            default -> false;
        };
    }
}
