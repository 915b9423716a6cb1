package dev.jdbcbench.cli;

import dev.jdbcbench.request.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for operations that arrive at a rate. */
final class LoadOptions {
    @Option(
            names = "--rate",
            split = ",",
            paramLabel = "N/s|N%",
            description =
                    "let operations arrive at this rate: 2000/s, or 70%% of what the slowest driver of the row can do"
                            + " in a closed loop; each rate adds cells of its own (default: a closed loop)")
    private List<String> rates = List.of();

    @Option(
            names = "--arrivals",
            paramLabel = "constant|poisson",
            converter = LowerCaseConverter.class,
            description = "with --rate, the intervals between arrivals: all equal, or random as with many independent"
                    + " users (default: constant)")
    private @Nullable String arrivals;

    Request.Load load() {
        return new Request.Load(rates, Optional.ofNullable(arrivals));
    }
}
