package dev.jdbcbench.artifact;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Transport;
import java.util.List;
import java.util.Map;

/** Downloads artifacts into the local Maven repository, for tests that run without a network. */
public final class Downloads {
    /** The driver versions that tests use in addition to the default ones. */
    private static final Map<String, List<String>> VERSIONS = Map.of(
            "mariadb", List.of("1.5.3", "2.7.12", "3.5.9", "3.5.10", "3.5.11", "4.0.0"),
            "mysql", List.of("5.1.39", "5.1.49", "8.0.33", "9.7.0", "26.10.0"));

    /** The range of versions in the commands of the pages, as far as tests try them: oldest and newest. */
    private static final Map.Entry<String, String> RANGE = Map.entry("3.5.9", "3.5.10");

    /** The driver that docs/how-to/own-jar.md takes from a repository. */
    private static final String OWN = "software.amazon.jdbc:aws-advanced-jdbc-wrapper:4.3.0";

    private Downloads() {}

    /** Ends with an exception, and exit code 1, if a download fails. */
    public static void main(String[] args) {
        Artifacts artifacts = new Artifacts((file, bytes, total) -> {});
        Pins.coordinates().forEach(artifacts::resolve);
        VERSIONS.forEach((id, versions) -> {
            DriverKind kind = DriverCatalogue.of(id).orElseThrow();
            for (String version : versions) {
                artifacts.resolve(kind.coordinates(version) + ":" + version);
                for (Transport transport : Transport.values()) {
                    kind.libraries(version, transport).forEach(artifacts::resolve);
                }
            }
        });
        artifacts.resolve(OWN);
        List<String> listed = artifacts.versions(
                List.of(DriverCatalogue.MARIADB.coordinates(RANGE.getValue())), RANGE.getKey(), RANGE.getValue());
        if (listed.size() < 2) {
            throw new IllegalStateException(
                    "the repositories list only " + listed + " from " + RANGE.getKey() + " to " + RANGE.getValue());
        }
    }
}
