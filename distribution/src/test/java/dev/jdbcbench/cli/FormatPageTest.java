package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages about JSON formats name every key that the sample run has. */
class FormatPageTest {
    private static final Path RUNS = Path.of("..", "docs", "samples", "runs");
    private static final Path PAGES = Path.of("..", "docs", "reference");
    private static final Pattern SECTION = Pattern.compile("(?ms)^## (.+?)$(.*?)(?=^## |\\z)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.*?) \\| (.*) \\|$");
    private static final Pattern LINK = Pattern.compile("\\[(\\w+)]\\(#\\w+\\)");

    /** The keys of each section, with their kinds of values. */
    private static Map<String, Map<String, String>> sections(String page) {
        Map<String, Map<String, String>> sections = new LinkedHashMap<>();
        SECTION.matcher(page).results().forEach(section -> {
            Map<String, String> keys = new LinkedHashMap<>();
            ROW.matcher(section.group(2)).results().forEach(row -> keys.put(row.group(1), row.group(2)));
            sections.put(section.group(1), keys);
        });
        return sections;
    }

    private static List<String> undocumented(
            JsonNode object, String section, Map<String, Map<String, String>> sections) {
        List<String> missing = new ArrayList<>();
        Map<String, String> keys = Objects.requireNonNull(sections.get(section), section);
        object.properties().forEach(property -> {
            String kind = keys.get(property.getKey());
            if (kind == null) {
                missing.add(section + "." + property.getKey());
                return;
            }
            Matcher link = LINK.matcher(kind);
            if (link.find()) {
                objects(property.getValue(), kind.split("names →", -1).length - 1)
                        .forEach(one -> missing.addAll(undocumented(one, link.group(1), sections)));
            }
        });
        return missing;
    }

    /** The objects in lists, and below this many levels of names. */
    private static List<JsonNode> objects(JsonNode node, int names) {
        List<JsonNode> objects = new ArrayList<>();
        if (node.isArray() || (node.isObject() && names > 0)) {
            node.forEach(one -> objects.addAll(objects(one, node.isArray() ? names : names - 1)));
        } else if (node.isObject()) {
            objects.add(node);
        }
        return objects;
    }

    private static Map<String, Map<String, String>> page(String name) throws IOException {
        return sections(Files.readString(PAGES.resolve(name)));
    }

    @Test
    void everyKeyOfResultsIsDescribed() throws IOException {
        Ended json = BenchTest.bench("report", "latest", "--results", RUNS.toString(), "--format", "json");
        assertThat(json.code()).as(json.err()).isZero();
        JsonNode results = JsonMapper.shared().readTree(json.out());
        assertThat(results.path("schema").asString()).isEqualTo("results/1");
        Map<String, Map<String, String>> page = page("results.md");
        assertThat(undocumented(results, "Results", page)).isEmpty();
        assertThat(page.get("CellResult")).containsKeys("topology", "score", "roundTrips", "cpuMicrosPerOp");
    }

    @Test
    void everyKeyOfEventsIsDescribed() throws IOException {
        Map<String, Map<String, String>> page = page("events.md");
        Map<String, String> every = Objects.requireNonNull(page.get("Every event"));
        page.forEach((type, keys) -> every.forEach(keys::putIfAbsent));
        try (var runs = Files.list(RUNS)) {
            Path events = runs.findFirst().orElseThrow().resolve("events.ndjson");
            List<String> missing = new ArrayList<>();
            for (String line : Files.readAllLines(events)) {
                JsonNode event = JsonMapper.shared().readTree(line);
                missing.addAll(undocumented(event, event.get("type").asString(), page));
            }
            assertThat(missing).isEmpty();
        }
    }

    @Test
    void undescribedKeyIsFound() throws IOException {
        JsonNode event = JsonMapper.shared().readTree("{\"block\":1,\"added\":2}");
        assertThat(undocumented(event, "BlockStarted", page("events.md"))).containsExactly("BlockStarted.added");
    }
}
