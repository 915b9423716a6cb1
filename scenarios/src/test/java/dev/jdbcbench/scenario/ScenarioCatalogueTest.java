package dev.jdbcbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScenarioCatalogueTest {
    @Test
    void theCoreSetNamesScenariosThatExist() {
        assertThat(ScenarioCatalogue.CORE_IDS)
                .allSatisfy(id -> assertThat(ScenarioCatalogue.of(id)).isPresent());
    }

    /** Without JMH's annotation processor a jar is silently without benchmarks. */
    @Test
    void everyScenarioIsInTheListThatJmhReads() throws IOException {
        try (InputStream list = ScenarioCatalogueTest.class.getResourceAsStream("/META-INF/BenchmarkList")) {
            assertThat(list).isNotNull();
            String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(ScenarioCatalogue.ENTRIES)
                    .allSatisfy(
                            entry -> assertThat(text).contains(entry.benchmark().getName()));
            assertThat(text.lines().filter(line -> line.startsWith("JMH"))).hasSize(ScenarioCatalogue.ENTRIES.size());
        }
    }

    @Test
    void randomTextsHaveTheirLengthAndAreTheSameForEveryDriver() {
        RandomText one = new RandomText();
        RandomText other = new RandomText();
        String first = one.next();
        assertThat(first).hasSize(RandomText.LENGTH).isEqualTo(other.next());
        assertThat(one.next()).isNotEqualTo(first);
    }
}
