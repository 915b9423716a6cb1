package dev.jdbcbench.flame;

import dev.jdbcbench.flame.StackDiff.Difference;
import dev.jdbcbench.untrusted.Printable;
import java.util.List;
import java.util.Locale;

/** The frames with most samples per recording, and the frames in which two recordings differ most. */
public final class FlameText {
    private static final int SHOWN = 10;
    private static final double PERCENT = 100;

    /** With fewer samples, shares are uncertain by ±10 %. */
    private static final int FEW = 100;

    private FlameText() {}

    /**
     * One driver's recording.
     *
     * @param driver the driver with its version
     * @param method the sampling method
     */
    public record Recorded(String driver, String method, Stacks stacks) {}

    /** The table of each driver; for two drivers, their differences as well. */
    public static String of(String operation, List<Recorded> recorded) {
        StringBuilder text = new StringBuilder(Printable.line(operation) + "\n");
        for (Recorded one : recorded) {
            long total = one.stacks().total();
            text.append('\n')
                    .append(Printable.line(
                            one.driver() + ": hottest frames of " + total + " samples by " + one.method()))
                    .append(total < FEW ? "; too few for shares, record longer with --time" : "")
                    .append('\n');
            one.stacks().hottest().stream()
                    .limit(SHOWN)
                    .forEach(frame -> text.append(String.format(
                            Locale.ROOT, "  %5.1f %%  %s%n", PERCENT * frame.share(), Printable.line(frame.name()))));
        }
        if (recorded.size() == 2) {
            differences(text, recorded.get(0), recorded.get(1));
        }
        return text.toString();
    }

    private static void differences(StringBuilder text, Recorded base, Recorded candidate) {
        text.append('\n')
                .append(Printable.line(
                        "largest differences: share of the samples of " + base.driver() + " → " + candidate.driver()))
                .append('\n');
        for (Difference difference : new StackDiff(base.stacks(), candidate.stacks())
                .largest().stream().limit(SHOWN).toList()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %+6.1f %%  %5.1f → %5.1f  %s%n",
                    PERCENT * difference.change(),
                    PERCENT * difference.base(),
                    PERCENT * difference.candidate(),
                    Printable.line(difference.name())));
        }
    }
}
