package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.statistics.contrast.Claims;
import java.util.Locale;

/** What an A/A control shows: {@code [-5.2 +8.7] % includes 0: no bias found}. */
final class TwinText {
    /** What it checks, and what it does not. */
    static final String MEANING =
            "The A/A control is one driver measured under two names in the same groups. If its interval"
                    + " includes 0, no bias was found. Its width is not a limit for the other rows: each has an interval of its own.";

    /** Below controls of which one found no bias. */
    static final String WIDTH = "the width of a control is no limit for the rows: each has its own interval";

    private TwinText() {}

    /** Whether it measured enough to find a bias, and found none. */
    static boolean unbiased(TwinResult twin) {
        return twin.low() != null && twin.high() != null && twin.low() <= 1 && twin.high() >= 1;
    }

    /** In fewer than 50 characters. */
    static String of(TwinResult twin) {
        if (twin.low() == null || twin.high() == null) {
            return "no interval with fewer than " + Claims.FEWEST_TO_DIFFER + " groups";
        }
        String interval =
                String.format(Locale.ROOT, "[%+.1f %+.1f] %%", 100 * (twin.low() - 1), 100 * (twin.high() - 1));
        return interval
                + switch (twin.verdict()) {
                    case SLOWER, FASTER -> " excludes 0: biased";
                    case EQUAL, UNDECIDED ->
                        unbiased(twin)
                                ? " includes 0: no bias found"
                                : " is within ±" + Numbers.fixed(100 * Claims.MARGIN, 0) + " %: negligible";
                };
    }
}
