package dev.jdbcbench.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private static Fact.SessionStarted session(
            String jdk, String scenarios, String version, Map<String, String> variables) {
        return session(jdk, scenarios, version, variables, Map.of());
    }

    private static Fact.SessionStarted session(
            String jdk, String scenarios, String version, Map<String, String> variables, Map<String, String> derived) {
        return new Fact.SessionStarted(
                "run",
                1,
                new Jvm("java", jdk, "OpenJDK 64-Bit Server VM", jdk + "+6"),
                scenarios,
                List.of(new ServerFacts(Topology.LOCAL, "mariadb", version, "BLACKHOLE", variables, derived)),
                List.of(),
                null);
    }

    private final Fact.SessionStarted before = session("17.0.15", "ab12", "11.4.5-MariaDB", Map.of("sync_binlog", "1"));

    @Test
    void equalSessionsAreComparable() {
        assertThat(Fingerprint.differences(
                        before, session("17.0.15", "ab12", "11.4.5-MariaDB", Map.of("sync_binlog", "1"))))
                .isEmpty();
    }

    @Test
    void eachDifferenceIsNamed() {
        assertThat(Fingerprint.differences(
                        before, session("21.0.7", "cd34", "11.4.6-MariaDB", Map.of("autocommit", "OFF"))))
                .containsExactly(
                        "JDK: was 17.0.15 (OpenJDK 64-Bit Server VM 17.0.15+6), is 21.0.7 (OpenJDK 64-Bit Server VM 21.0.7+6)",
                        "the jar of the scenarios: was ab12, is cd34",
                        "version of mariadb (local): was 11.4.5-MariaDB, is 11.4.6-MariaDB",
                        "setting autocommit of mariadb (local): was its default, is OFF",
                        "setting sync_binlog of mariadb (local): was 1, is its default");
    }

    @Test
    void whatTheServerDerivesFromItsHostMayChange() {
        Map<String, String> chosen = Map.of("sync_binlog", "1");
        assertThat(Fingerprint.differences(
                        session("17.0.15", "ab12", "11.4.5-MariaDB", chosen, Map.of("thread_pool_size", "2")),
                        session("17.0.15", "ab12", "11.4.5-MariaDB", chosen, Map.of("thread_pool_size", "1"))))
                .isEmpty();
    }

    @Test
    void choosingADerivedSettingIsADifference() {
        assertThat(Fingerprint.differences(
                        session("17.0.15", "ab12", "11.4.5-MariaDB", Map.of(), Map.of("table_open_cache", "2000")),
                        session("17.0.15", "ab12", "11.4.5-MariaDB", Map.of("table_open_cache", "10"), Map.of())))
                .containsExactly("setting table_open_cache of mariadb (local): was 2000, is 10");
    }

    @Test
    void olderEventsHoldDerivedValuesAmongTheVariables() {
        ServerFacts facts = Json.read("""
                {"topology":"local","server":"mariadb","version":"11.4.5-MariaDB","engine":"MEMORY",
                 "variables":{"thread_pool_size":"2","sync_binlog":"1"}}""", ServerFacts.class);
        assertThat(facts.variables()).containsExactly(Map.entry("sync_binlog", "1"));
        assertThat(facts.derived()).containsExactly(Map.entry("thread_pool_size", "2"));
    }
}
