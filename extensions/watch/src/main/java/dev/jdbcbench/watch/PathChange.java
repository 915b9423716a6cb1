package dev.jdbcbench.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A change of the path between application and database, typed while {@code watch} runs: {@code 5ms}, {@code jitter
 * 2ms}, {@code bandwidth 100M}. The value 0 removes the setting.
 *
 * @param said a description of the new setting
 */
record PathChange(Consumer<DelayedPath> change, String said) {
    private static final Pattern BETWEEN = Pattern.compile("[ =]+");
    private static final String NONE = "0";

    /** Parses a line; empty if it is not a change. */
    static Optional<PathChange> typed(String line) {
        String[] words = BETWEEN.split(line.strip(), -1);
        String value = words[words.length - 1];
        String what = words.length == 1 ? "rtt" : words[0].startsWith("--") ? words[0].substring(2) : words[0];
        if (words.length > 2 || value.isEmpty() || value.charAt(0) < '0' || value.charAt(0) > '9') {
            return Optional.empty();
        }
        return switch (what) {
            case "bandwidth" -> bandwidth(value);
            case "jitter" ->
                WatchInput.typedTime(value)
                        .map(time -> new PathChange(
                                link -> link.jitter(time),
                                time.isZero()
                                        ? "there is no jitter"
                                        : "each direction takes up to " + value + " longer"));
            case "rtt" ->
                WatchInput.typedTime(value)
                        .map(time ->
                                new PathChange(link -> link.rtt(time), "each round trip takes " + value + " longer"));
            default -> Optional.empty();
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
