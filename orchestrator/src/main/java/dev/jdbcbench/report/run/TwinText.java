package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.Claims;
import java.util.Locale;

/** What an A/A control shows, by its verdict: {@code [-1.1 +0.8] % (no difference, as it should be)}. */
final class TwinText {
    private TwinText() {}

    /** In fewer than 50 characters. */
    static String of(TwinResult twin) {
        String interval = twin.low() == null || twin.high() == null
                ? "?"
                : String.format(Locale.ROOT, "[%+.1f %+.1f] %%", 100 * (twin.low() - 1), 100 * (twin.high() - 1));
        return interval
                + switch (twin.verdict()) {
                    case SLOWER, FASTER -> ", it should be 0";
                    case EQUAL -> ", no difference";
                    case UNDECIDED -> ", " + (narrow(twin) ? "no difference so far" : needed(twin));
                };
    }

    private static boolean narrow(TwinResult twin) {
        return twin.low() != null
                && twin.high() != null
                && twin.low() >= 1 - Claims.MARGIN
                && twin.high() <= 1 + Claims.MARGIN;
    }

    private static String needed(TwinResult twin) {
        String wanted = "±" + Numbers.fixed(100 * Claims.MARGIN, 0) + " %";
        Integer groups = twin.groupsToDecide();
        if (groups == null) {
            return wanted + " takes " + Claims.FEWEST_TO_EQUAL + " groups, not " + twin.groups();
        }
        int more = groups - twin.groups();
        return groups >= Profile.MOST_FORKS
                ? Profile.MOST_FORKS + " groups cannot tell " + wanted
                : wanted + " needs " + more + (more == 1 ? " more group" : " more groups");
    }
}
