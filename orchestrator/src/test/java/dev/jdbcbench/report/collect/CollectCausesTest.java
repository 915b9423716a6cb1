package dev.jdbcbench.report.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.Cause;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Sentences and rows of {@code collect} come from one judgement, whatever was measured. */
class CollectCausesTest {
    private static final List<String> SCENARIOS =
            List.of("Do1", "Select1Row", "InsertBatch100", "Select1000Rows", "Select1000BigRows", "CallFunction");
    private static final int SEEDS = 60;
    private static final Pattern SENTENCE = Pattern.compile("(\\d+) of (\\d+) cells? (?:is|are) (.*)");
    private static final Map<Cause, String> SENTENCES = Map.of(
            Cause.ROUND_TRIPS, "slower mainly because (it waits|they wait)",
            Cause.PROBABLY_ROUND_TRIPS, "probably slower",
            Cause.BYTES, "slower mainly because of the bytes",
            Cause.ROUND_TRIPS_OR_BYTES, "slower because of round trips or bytes",
            Cause.NOT_EXPLAINED, "slower and not explained",
            Cause.NOT_CERTAIN, "not certain to be slower",
            Cause.NOT_SLOWER, "not slower",
            Cause.NOT_KNOWN, "slower for an unknown reason");

    private static double[] forks(Random random, double time, int number) {
        double scatter = random.nextBoolean() ? 0.01 : 0.4;
        return DoubleStream.generate(() -> time * Math.exp(scatter * random.nextGaussian()))
                .limit(number)
                .toArray();
    }

    /** Cells with any combination of times, scatter, groups, counts, RTT and bandwidth. */
    private static Collected random(Random random) {
        int groups = 1 + random.nextInt(6);
        RunExample local = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, groups, true);
        RunExample distant = new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, groups, true);
        if (random.nextInt(4) > 0) {
            local.rtt(RttMethod.PROTOCOL, 20.0, 20.0, 20.0);
            distant.rtt(RttMethod.PROTOCOL, 520.0, 520.0, 520.0);
        }
        if (random.nextBoolean()) {
            local.bandwidth(500, 500);
            distant.bandwidth(8500, 8500);
        }
        // Without rows that certainly take one round trip, an RTT that was not measured is not known at all.
        for (String scenario : random.nextInt(3) == 0 ? SCENARIOS.subList(2, SCENARIOS.size()) : SCENARIOS) {
            for (DriverKind kind : List.of(DriverCatalogue.MARIADB, DriverCatalogue.MYSQL)) {
                double near = 20 * Math.exp(5 * random.nextDouble());
                double trips = random.nextInt(5);
                double far = random.nextInt(8) == 0
                        ? near / 2
                        : near + trips * 500 * (0.3 + 1.7 * random.nextDouble()) + random.nextInt(3) * 10_000;
                local.measured(scenario, Mode.TEXT, kind, forks(random, near, groups));
                distant.measured(scenario, Mode.TEXT, kind, forks(random, far, groups));
                if (random.nextInt(4) > 0) {
                    local.explained(
                            scenario, Mode.TEXT, kind, trips, random.nextInt(2_000_000), random.nextInt(2_000_000));
                }
            }
        }
        return SideBySide.of(List.of(local.fold(), distant.fold()), SideBySide.Question.DEFAULT);
    }

    /** What the numbers of a row allow to claim, without its cause. */
    private static void assertJustified(Row row) {
        boolean certain = row.distant()
                .mover()
                .flatMap(far -> row.local().mover().map(far::minus))
                .filter(added -> added.low() > 0)
                .isPresent();
        Double latency = row.explained().latencyMicros();
        double share = latency == null ? Double.NaN : latency / row.differenceMicros();
        switch (row.explained().cause()) {
            case ROUND_TRIPS -> {
                assertThat(certain).isTrue();
                assertThat(share).isBetween(0.5, 1.5);
            }
            case NOT_EXPLAINED -> {
                assertThat(certain).isTrue();
                assertThat(share >= 0.5 && share <= 1.5)
                        .as("the round trips would explain " + share)
                        .isFalse();
            }
            case PROBABLY_ROUND_TRIPS, BYTES, ROUND_TRIPS_OR_BYTES, NOT_KNOWN ->
                assertThat(certain).isTrue();
            case NOT_CERTAIN, NOT_SLOWER -> assertThat(certain).isFalse();
        }
    }

    private static Cause shown(String line) {
        return EnumSet.allOf(Cause.class).stream()
                .filter(cause -> cause != Cause.ROUND_TRIPS && cause != Cause.NOT_KNOWN)
                .filter(cause -> line.endsWith("  " + cause) || line.endsWith("? " + cause))
                .findFirst()
                .orElse(line.endsWith(" %") ? Cause.ROUND_TRIPS : Cause.NOT_KNOWN);
    }

    @Test
    void sentencesAndRowsNeverDisagree() {
        Set<Cause> seen = EnumSet.noneOf(Cause.class);
        for (int seed = 0; seed < SEEDS; seed++) {
            Collected collected = random(new Random(seed));
            String text = Rendered.in("text", collected);
            Map<Cause, Integer> inRows = new EnumMap<>(Cause.class);
            text.substring(text.indexOf("explained by trips"))
                    .replaceAll("\\n {40,}", "  ") // what did not fit in its column
                    .lines()
                    .filter(line -> line.matches(".* (mariadb|mysql) +\\d.*(µs|ms| s) .*"))
                    .forEach(line -> inRows.merge(shown(line.stripTrailing()), 1, Integer::sum));
            Map<Cause, Integer> inSentences = new EnumMap<>(Cause.class);
            for (String sentence : new CollectCauses(collected).sentences()) {
                Matcher parts = SENTENCE.matcher(sentence);
                assertThat(parts.matches()).as(sentence).isTrue();
                assertThat(parts.group(2))
                        .isEqualTo(String.valueOf(collected.rows().size()));
                List<Cause> meant = new ArrayList<>();
                SENTENCES.forEach((cause, begin) -> {
                    if (parts.group(3).matches(begin + ".*")) {
                        meant.add(cause);
                    }
                });
                assertThat(meant).as(sentence).hasSize(1);
                inSentences.put(meant.get(0), Integer.parseInt(parts.group(1)));
                assertThat(text.replaceAll("\\s+", " ")).contains(sentence);
            }
            assertThat(inSentences).as("seed " + seed + "\n" + text).isEqualTo(inRows);
            collected.rows().forEach(CollectCausesTest::assertJustified);
            String markdown = Rendered.in("markdown", collected);
            String csv = Rendered.in("csv", collected);
            for (Cause cause : Cause.values()) {
                int rows = inRows.getOrDefault(cause, 0);
                assertThat(markdown.split(Pattern.quote("| " + cause + " |"), -1))
                        .hasSize(rows + 1);
                assertThat(csv.lines().filter(line -> List.of(line.split(",")).contains(cause.toString())))
                        .as(csv)
                        .hasSizeGreaterThanOrEqualTo(rows);
            }
            seen.addAll(inRows.keySet());
        }
        assertThat(seen).as("every cause occurs").containsExactlyInAnyOrder(Cause.values());
    }

    /** Round trips would explain 98 % of the added time, but two groups cannot show that there is any. */
    @Test
    void twoGroupsExplainNothing() {
        RunExample local = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 2, true)
                .rtt(RttMethod.PROTOCOL, 20.0, 20.0, 20.0)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 62)
                .explained("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 1, 100, 100);
        RunExample distant = new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 2, true)
                .rtt(RttMethod.PROTOCOL, 520.0, 520.0, 520.0)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 565, 575);
        String text =
                Rendered.in("text", SideBySide.of(List.of(local.fold(), distant.fold()), SideBySide.Question.DEFAULT));
        assertThat(text)
                .contains("1 of 1 cell is not certain to be slower: fewer than 3 groups give no interval.")
                .contains("? not certain")
                .doesNotContain("not explained", " %");
    }
}
