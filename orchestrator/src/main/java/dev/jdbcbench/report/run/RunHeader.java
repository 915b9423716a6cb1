package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Disturbance;
import dev.jdbcbench.result.Results.TwinResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The lines above a run's first number: how much was measured, and how far it can be trusted. */
final class RunHeader {
    /** What a file of another tool does not have. */
    static final String NOT_IMPORTED = "not known: versions of drivers and server, RTT, noise, and when each fork ran";

    private RunHeader() {}

    /** The header, one sentence each. */
    static List<String> of(Results results) {
        List<String> lines = new ArrayList<>(List.of(line(results)));
        Optional.of(trust(results)).filter(trust -> !trust.isEmpty()).ifPresent(lines::add);
        for (TwinResult twin : results.twins()) {
            lines.add("A/A control" + (manyPlaces(results) ? ", " + place(twin) + ": " : ": ") + TwinText.of(twin));
        }
        if (results.twins().isEmpty() && results.claims() && !results.imported()) {
            lines.add("A/A control: none");
        }
        lines.addAll(new RunWords(results).doubts());
        return lines;
    }

    /** Run, profile and extent, in one line. */
    static String line(Results results) {
        if (results.imported()) {
            double forks = results.cells().stream()
                    .map(ScoreText::forks)
                    .flatMap(Stream::ofNullable)
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
            return "run " + results.run() + " · imported, "
                    + (forks == 0 ? "no forks" : "up to " + Numbers.count(forks) + (forks == 1 ? " fork" : " forks"))
                    + ", one cell after the other"
                    + (results.complete() ? "" : " · INCOMPLETE");
        }
        String forks = results.effort().fewestForks() == results.effort().mostForks()
                ? String.valueOf(results.effort().fewestForks())
                : results.effort().fewestForks() + "–" + results.effort().mostForks();
        String unit = results.outside().rounds() == null ? "fork" : "group";
        return "run " + results.run()
                + " · " + results.profile()
                + (results.claims() ? "" : " (no claims)")
                + ", " + forks + " " + unit + (forks.equals("1") ? "" : "s")
                + (results.complete() ? "" : " · INCOMPLETE");
    }

    /** What it takes to repeat the run. */
    static String order(Results results) {
        return "seed " + results.seed()
                + " · " + results.effort().blocks() + (results.effort().blocks() == 1 ? " block" : " blocks")
                + (results.outside().forced() ? " · forced" : "");
    }

    private static String trust(Results results) {
        List<String> parts = new ArrayList<>();
        if (!results.imported()) {
            parts.add(order(results));
        }
        if (results.imported()) {
            parts.add(NOT_IMPORTED);
        } else if (results.outside().rounds() != null) {
            parts.add(rounds(results.outside().rounds()));
        } else if (results.claims() || results.outside().rejectedForks() > 0) {
            parts.add("rejected " + results.outside().rejectedForks() + " of "
                    + results.outside().forks() + " forks" + causes(DisturbanceText.ofForks(results, true)));
        }
        if (results.outside().disturbedForks() > 0) {
            parts.add("disturbed but counted: " + results.outside().disturbedForks()
                    + causes(DisturbanceText.ofForks(results, false)));
        }
        return String.join(" · ", parts);
    }

    private static String rounds(Results.Rounds rounds) {
        return "dropped " + rounds.dropped().size() + " of " + rounds.number() + " rounds"
                + causes(DisturbanceText.rounds(rounds.dropped()));
    }

    private static String causes(List<Disturbance> disturbances) {
        return disturbances.isEmpty() ? "" : " (" + DisturbanceText.of(disturbances) + ")";
    }

    private static boolean manyPlaces(Results results) {
        return RunWords.places(results).size() > 1;
    }

    private static String place(TwinResult twin) {
        return twin.topology() + " " + twin.server();
    }
}
