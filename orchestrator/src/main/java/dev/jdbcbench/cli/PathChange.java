package dev.jdbcbench.cli;

import dev.jdbcbench.watch.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change of the path between application and database that the user types while {@code watch} works: {@code 5ms}, {@code jitter 2ms}, {@code
 * bandwidth 100M}; 0 takes the old one away.
 *
 * @param said what holds from now on
 */
record PathChange(Consumer<Link> change, String said) {
    private static final Pattern LINE = Pattern.compile("(?:(?:--)?(rtt|jitter|bandwidth)[ =]+)?([0-9]\\S*)");
    private static final String NONE = "0";

    /** Reads a line; empty if it is no change. */
    static Optional<PathChange> typed(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String what = matcher.group(1) == null ? "rtt" : matcher.group(1);
        String value = matcher.group(2);
        return switch (what) {
            case "bandwidth" -> bandwidth(value);
            case "jitter" ->
                WatchInput.typedTime(value)
                        .map(time -> new PathChange(
                                link -> link.jitter(time),
                                time.isZero() ? "there is no jitter" : "each way takes up to " + value + " longer"));
            default ->
                WatchInput.typedTime(value)
                        .map(time ->
                                new PathChange(link -> link.rtt(time), "each round trip takes " + value + " longer"));
        };
    }

    private static Optional<PathChange> bandwidth(String value) {
        if (value.equals(NONE)) {
            return Optional.of(new PathChange(link -> link.bandwidth(0), "the bandwidth has no limit"));
        }
        List<String> problems = new ArrayList<>();
        double bytesPerSecond = WatchInput.bandwidth(value, problems);
        return problems.isEmpty()
                ? Optional.of(new PathChange(
                        link -> link.bandwidth(bytesPerSecond),
                        "all connections share " + value.replace("bit/s", "") + "bit/s in each direction"))
                : Optional.empty();
    }
}
