package dev.jdbcbench.bisect;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.bisect.Bisection.Outcome;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.report.compare.CompareJson;
import dev.jdbcbench.report.compare.CompareWords;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.ExchangeText;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.untrusted.SecretWords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for the first driver version that differs: Markdown for a ticket, or the format {@code
 * bisect/1}.
 *
 * @param limit how much times had to differ; null if times were not compared
 * @param last the newest version before the first difference that was found to be the same as the oldest
 * @param first the oldest version that differs; null if none was found
 * @param between versions that could not be judged; the first that differs may be any of them
 * @param neighbours how {@code first} compares with {@code last} directly; null if {@code last} is the oldest, or nothing differs
 * @param exchange what the two versions exchange with the server; null if times were compared, or nothing differs
 * @param times the times of the two versions; null if exchanges were compared, or nothing differs
 * @param where the hosts by role, and the server
 * @param command the command that repeats the search, with secrets masked
 */
@JsonPropertyOrder({"schema", "driver"})
public record BisectReport(
        String driver,
        String metric,
        @Nullable Limit limit,
        List<String> versions,
        String last,
        @Nullable String first,
        List<String> between,
        List<Step> steps,
        @Nullable Step neighbours,
        @Nullable ExchangeDiff exchange,
        @Nullable CompareJson times,
        List<String> where,
        String command)
        implements Found {
    /**
     * A limit for times.
     *
     * @param failAbove 0.05 for 5 %
     * @param faster whether versions faster than the oldest were searched, and not slower ones
     */
    public record Limit(double failAbove, boolean faster) {}

    /** One judged version. */
    public record Step(String version, String outcome, String why) {
        private static Step of(Bisection.Step step) {
            return new Step(step.version(), step.outcome().name().toLowerCase(Locale.ROOT), step.why());
        }

        private boolean is(Bisection.Outcome other) {
            return outcome.equals(other.name().toLowerCase(Locale.ROOT));
        }
    }

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
            Optional<Limit> limit,
            Bisection search,
            Optional<Bisection.Step> neighbours,
            @Nullable ExchangeDiff exchange,
            @Nullable Compared compared,
            @Nullable Results results,
            List<String> words) {
        return new BisectReport(
                driver,
                metric,
                limit.orElse(null),
                search.versions(),
                search.last(),
                search.first().orElse(null),
                search.between(),
                search.steps().stream().map(Step::of).toList(),
                neighbours.map(Step::of).orElse(null),
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
        results.servers().forEach(server -> places.add(server.product()));
        if (results.setting().jdk() != null) {
            places.add("JDK " + results.setting().jdk());
        }
        return List.copyOf(places);
    }

    /** The verdict in one line. */
    @JsonProperty("verdict")
    public String verdict() {
        String oldest = versions.get(0);
        String newest = driver + " " + versions.get(versions.size() - 1);
        if (steps.get(0).is(Outcome.SKIPPED)) {
            return newest + " could not be compared with " + oldest + " in " + metric;
        }
        if (first == null) {
            int unseen = versions.size() - 2;
            return newest
                    + (limit == null
                            ? " does not differ from " + oldest + " in " + metric
                            : " is neither slower nor faster than " + oldest + byMoreThan(limit))
                    + (unseen == 0
                            ? ""
                            : "; " + unseen + (unseen == 1 ? " version" : " versions") + " between them "
                                    + (unseen == 1 ? "was" : "were") + " not compared");
        }
        String differs = limit == null || onlyOneCan()
                ? "differs from " + oldest + " in " + (onlyOneCan() ? "what it can do" : metric)
                : "is " + (limit.faster() ? "faster" : "slower") + " than " + oldest + byMoreThan(limit);
        String not = last.equals(oldest) ? "" : last + (limit == null || onlyOneCan() ? " does not" : " is not");
        return between.isEmpty()
                ? driver + " " + first + " is the first that " + differs + (not.isEmpty() ? "" : "; " + not)
                        + directly()
                : driver + " " + first + " " + differs + (not.isEmpty() ? "" : ", and " + not) + "; between them, "
                        + String.join(", ", between) + " could not be judged" + directly();
    }

    private static String byMoreThan(Limit limit) {
        return " by more than " + CompareWords.percent(limit.failAbove());
    }

    private String directly() {
        return neighbours == null || neighbours.is(Outcome.DIFFERENT)
                ? ""
                : neighbours.is(Outcome.SAME)
                        ? ". A direct comparison of the two shows no difference"
                        : ". The two could not be compared directly";
    }

    private boolean onlyOneCan() {
        List<Unpaired> rows = exchange != null ? exchange.unpaired() : times != null ? times.unpaired() : List.of();
        boolean others = exchange != null
                ? exchange.operations().stream().anyMatch(operation -> switch (metric) {
                    case "round-trips" -> operation.otherRoundTrips();
                    case "commits" -> operation.otherEnds();
                    case "bytes" -> operation.otherBytes();
                    default -> operation.otherCommands();
                })
                : times != null && times.rows().stream().anyMatch(row -> "above".equals(row.gate()));
        return !others && rows.stream().anyMatch(row -> row.lost() || row.gained());
    }

    /** The report as Markdown for a ticket. */
    @Override
    public String markdown() {
        String text = "### " + lines(Markdown::escaped);
        return exchange == null ? text : text + "\n#" + exchange.markdown();
    }

    @Override
    public List<Block> text() {
        return List.of(
                Block.lines(lines(line -> line).lines().toList()),
                Block.part(exchange == null ? List.of() : ExchangeText.of(exchange)));
    }

    private String lines(UnaryOperator<String> escaped) {
        List<String> lines = new ArrayList<>();
        lines.add(escaped.apply(verdict()));
        lines.add("");
        steps.forEach(step -> lines.add(
                "- " + escaped.apply(driver + " " + step.version() + ": " + step.outcome() + " (" + step.why() + ")")));
        if (neighbours != null) {
            lines.add("- "
                    + escaped.apply(driver + " " + neighbours.version() + " compared with " + last + ": "
                            + neighbours.outcome() + " (" + neighbours.why() + ")"));
        }
        lines.add("");
        lines.add(escaped.apply(String.join(" · ", where)));
        lines.add("");
        lines.add("    " + command);
        return String.join("\n", lines) + "\n";
    }
}
