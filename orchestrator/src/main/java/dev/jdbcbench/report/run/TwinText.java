package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.Claims;
import java.util.Locale;

/** What an A/A control shows, by its verdict: {@code [-1.1 +0.8] % (no difference, as it should be)}. */
final class TwinText {
    private TwinText() {}

    static String of(TwinResult twin) {
        String interval = twin.low() == null || twin.high() == null
                ? "?"
                : String.format(Locale.ROOT, "[%+.1f %+.1f] %%", 100 * (twin.low() - 1), 100 * (twin.high() - 1));
        return interval
                + switch (twin.verdict()) {
                    case SLOWER, FASTER -> " (it should be 0)";
                    case EQUAL -> " (no difference, as it should be)";
                    case UNDECIDED ->
                        narrow(twin)
                                ? " (no difference: " + few(twin) + ")"
                                : " (too wide to tell whether it is within ±" + Numbers.fixed(100 * Claims.MARGIN, 0)
                                        + " %: " + needed(twin) + ")";
                };
    }

    private static boolean narrow(TwinResult twin) {
        return twin.low() != null
                && twin.high() != null
                && twin.low() >= 1 - Claims.MARGIN
                && twin.high() <= 1 + Claims.MARGIN;
    }

    private static String few(TwinResult twin) {
        return "that takes at least " + Claims.FEWEST_TO_EQUAL + " groups, and it has " + twin.groups();
    }

    private static String needed(TwinResult twin) {
        Integer groups = twin.groupsToDecide();
        if (groups == null) {
            return few(twin);
        }
        int more = groups - twin.groups();
        return groups >= Profile.MOST_FORKS
                ? "at this spread, even " + Profile.MOST_FORKS + " groups would not be enough"
                : "at this spread, about " + more + (more == 1 ? " more group tells" : " more groups tell");
    }
}
