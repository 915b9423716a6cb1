package dev.jdbcbench.report.compare;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.comparison.Bisection;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.untrusted.SecretWords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for the first driver version that differs: Markdown for a ticket, or the format {@code
 * bisect/1}.
 *
 * @param last the newest version that equals the oldest
 * @param first the oldest version that differs; null if none does
 * @param between versions that could not be judged; the first that differs may be any of them
 * @param exchange what the two versions exchange with the server; null if times were compared, or nothing differs
 * @param times the times of the two versions; null if exchanges were compared, or nothing differs
 * @param where the hosts by role, and the server
 * @param command the command that repeats the search, with secrets masked
 */
@JsonPropertyOrder({"schema", "driver"})
public record BisectReport(
        String driver,
        String metric,
        List<String> versions,
        String last,
        @Nullable String first,
        List<String> between,
        List<Step> steps,
        @Nullable ExchangeDiff exchange,
        @Nullable CompareJson times,
        List<String> where,
        String command) {
    /** One judged version. */
    public record Step(String version, String outcome, String why) {}

    public BisectReport {
        versions = List.copyOf(versions);
        between = List.copyOf(between);
        steps = List.copyOf(steps);
        where = List.copyOf(where);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "bisect/1";
    }

    /**
     * The report of a finished search.
     *
     * @param words the command line after {@code bench}
     */
    public static BisectReport of(
            String driver,
            String metric,
            Bisection search,
            @Nullable ExchangeDiff exchange,
            @Nullable Compared compared,
            @Nullable Results results,
            List<String> words) {
        return new BisectReport(
                driver,
                metric,
                search.versions(),
                search.last(),
                search.first().orElse(null),
                search.between(),
                search.steps().stream()
                        .map(step ->
                                new Step(step.version(), step.outcome().name().toLowerCase(Locale.ROOT), step.why()))
                        .toList(),
                exchange,
                compared == null ? null : CompareJson.of(compared),
                results == null ? List.of() : where(results),
                "bench " + String.join(" ", SecretWords.masked(words)));
    }

    private static List<String> where(Results results) {
        Set<String> places = new LinkedHashSet<>();
        results.topologies()
                .forEach((topology, place) -> places.add(topology + ": the database "
                        + (place.client().equals(place.database()) ? "on the client's host" : "on a separate host")));
        results.servers().forEach(server -> places.add(server.kind().title() + " " + server.version()));
        if (results.setting().jdk() != null) {
            places.add("JDK " + results.setting().jdk());
        }
        return List.copyOf(places);
    }

    /** The verdict in one line. */
    String verdict() {
        String oldest = versions.get(0);
        if (first == null) {
            return driver + " " + versions.get(versions.size() - 1) + " does not differ from " + oldest + " in "
                    + metric;
        }
        return between.isEmpty()
                ? driver + " " + first + " is the first that differs from " + oldest + " in " + metric + "; " + last
                        + " does not"
                : driver + " " + first + " differs from " + oldest + " in " + metric + ", and " + last
                        + " does not; between them, " + String.join(", ", between) + " could not be judged";
    }

    /** The report as Markdown for a ticket. */
    public String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("### " + Markdown.escaped(verdict()));
        lines.add("");
        steps.forEach(step -> lines.add("- "
                + Markdown.escaped(driver + " " + step.version() + ": " + step.outcome() + " (" + step.why() + ")")));
        lines.add("");
        lines.add(Markdown.escaped(String.join(" · ", where)));
        lines.add("");
        lines.add("    " + command);
        String text = String.join("\n", lines) + "\n";
        return exchange == null ? text : text + "\n#" + exchange.markdown();
    }
}
