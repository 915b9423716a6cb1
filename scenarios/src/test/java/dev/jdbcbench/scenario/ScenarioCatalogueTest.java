package dev.jdbcbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.scenario.table.RandomText;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

class ScenarioCatalogueTest {
    @Test
    void coreSetHasSixScenarios() {
        assertThat(ScenarioCatalogue.ENTRIES.stream()
                        .filter(entry -> !entry.coreModes().isEmpty())
                        .map(entry -> entry.id() + " " + entry.coreModes()))
                .containsExactly(
                        "Do1 [text]",
                        "Select1Row [text, hit]",
                        "Insert1Row [text]",
                        "InsertBatch100 [text, rewrite]",
                        "Select1000Rows [text]",
                        "CallOutParameter [text]");
    }

    @Test
    void everyScenarioHasTheModesDefaultAndTuned() {
        assertThat(ScenarioCatalogue.ENTRIES)
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.modes()).endsWith(Mode.DEFAULT, Mode.TUNED));
    }

    @Test
    void everyBuiltInBenchmarkIsListed() throws IOException {
        try (InputStream list = ScenarioCatalogueTest.class.getResourceAsStream(BenchmarkList.BENCHMARK_LIST)) {
            assertThat(list).isNotNull();
            assertThat(BenchmarkList.readBenchmarkList(list).stream()
                            .map(BenchmarkListEntry::getUserClassQName)
                            .filter(name -> !Set.of(
                                            Sql.class.getName(), OpenLoad.class.getName(), Floor.class.getName())
                                    .contains(name)))
                    .containsExactlyInAnyOrderElementsOf(ScenarioCatalogue.ENTRIES.stream()
                            .map(entry -> entry.benchmark().getName())
                            .toList());
        }
    }

    /** JMH measures instances of derived classes. They must request the scenario's features, or other options would be measured. */
    @Test
    void generatedBenchmarksRequireTheSameFeatures() throws ClassNotFoundException {
        for (ScenarioCatalogue.Entry entry : ScenarioCatalogue.ENTRIES) {
            Class<?> derived =
                    Class.forName(entry.benchmark().getPackageName() + ".jmh_generated." + entry.id() + "_jmhType");
            assertThat(Scenario.features(derived.asSubclass(Scenario.class)))
                    .as(entry.id())
                    .isEqualTo(entry.features());
        }
        assertThat(Scenario.features(InsertBatch100.class)).contains(Feature.BATCH);
    }

    @Test
    void randomTextsHaveTheirLengthAndAreTheSameForEveryDriver() {
        RandomText one = new RandomText();
        RandomText other = new RandomText();
        String first = one.next();
        assertThat(first).hasSize(100).isEqualTo(other.next());
        assertThat(one.next()).isNotEqualTo(first);
    }
}
