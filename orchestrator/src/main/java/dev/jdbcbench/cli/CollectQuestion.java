package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.PublishedFigures;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.untrusted.TypedDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code collect} that say what is compared near and far. */
final class CollectQuestion {
    private static final double LONGEST_MICROS = 60e6;

    @Option(
            names = "--rtt",
            split = ",",
            paramLabel = "TIME",
            description = "distances to predict times for: 0.35ms,20ms (default: 0.1, 0.5, 1, 5 and 20 ms)")
    private List<String> rtts = List.of();

    @Option(
            names = "--contrast",
            paramLabel = "AXIS",
            converter = LowerCaseConverter.class,
            description =
                    "what is compared near and far: driver, version, mode, server, transport, threads; or scenario:"
                            + " all modes and drivers of a scenario, its first mariadb cell is 100 %% (default: driver)")
    private @Nullable String contrast;

    @Option(
            names = "--base",
            paramLabel = "CELL-GLOB",
            description = "what others are compared with: 100 %% (default: the first)")
    private @Nullable String base;

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            description = "published figures beside the rows, ratio to ratio: 2016")
    private @Nullable String reference;

    private static Axis axis(String id, List<String> problems) {
        List<Axis> known = Arrays.stream(Axis.values())
                .filter(axis -> axis != Axis.TOPOLOGY)
                .toList();
        return known.stream().filter(axis -> axis.id().equals(id)).findFirst().orElseGet(() -> {
            List<String> names = known.stream().map(Axis::id).toList();
            problems.add("--contrast: " + id + " cannot be compared near and far" + Suggestion.of(id, names)
                    + "; there are " + String.join(", ", names));
            return Axis.DRIVER;
        });
    }

    /**
     * What these options ask for.
     *
     * @throws Failure.Input with all problems
     */
    SideBySide.Question question(boolean force) {
        List<String> problems = new ArrayList<>();
        Axis axis = contrast == null ? Axis.DRIVER : axis(contrast, problems);
        List<Double> micros = new ArrayList<>();
        for (String text : rtts) {
            double value = TypedDuration.of(text).orElse(Duration.ZERO).toNanos() / Unit.NANOS_PER_MICRO;
            if (value > 0 && value <= LONGEST_MICROS) {
                micros.add(value);
            } else {
                problems.add("--rtt needs a time above 0, at most 60s, with its unit, like 350us, 0.35ms or 20ms, not "
                        + text);
            }
        }
        Optional.ofNullable(base).flatMap(Goal::baseProblem).ifPresent(problem -> problems.add("--base " + problem));
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See ./bench collect --help.");
        }
        return new SideBySide.Question(
                axis,
                Optional.ofNullable(base),
                micros.isEmpty() ? SideBySide.Question.DISTANCES : micros,
                force,
                Optional.ofNullable(reference).map(PublishedFigures::of));
    }
}
