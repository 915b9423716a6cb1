package dev.jdbcbench.execution;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.failure.Failure;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The releases of a driver in the Maven repositories. */
public final class Releases {
    private static final String OLDEST = "0";
    private static final String LATEST = "99999999";

    private Releases() {}

    /**
     * The newest release whose version has these first numbers, without milestones and candidates.
     *
     * @param beginning the numbers; empty for any
     * @throws Failure.Input if there is none
     * @throws Failure.Command if the repositories do not answer
     */
    public static String newest(DriverSpec driver, String beginning) {
        Set<String> artifacts = new LinkedHashSet<>();
        for (String one : List.of(beginning.isEmpty() ? driver.version() : beginning, driver.version())) {
            String coordinates = driver.at(one).artifacts().get(0);
            artifacts.add(coordinates.substring(0, coordinates.lastIndexOf(':')));
        }
        List<String> all = new Artifacts((file, bytes, total) -> {})
                .versions(artifacts, OLDEST, LATEST).stream()
                        .filter(version -> version.matches("[0-9.]{1,30}"))
                        .toList();
        return all.stream()
                .filter(version ->
                        beginning.isEmpty() || version.equals(beginning) || version.startsWith(beginning + "."))
                .reduce((older, newer) -> newer)
                .orElseThrow(() -> new Failure.Input(
                        "no version of " + driver.label() + " begins with " + beginning,
                        List.of("the newest of each line: " + newestOfEachLine(all)),
                        "Name one of these, like " + driver.label() + "@" + driver.version() + "."));
    }

    private static String newestOfEachLine(List<String> all) {
        Map<String, String> lines = new LinkedHashMap<>();
        all.forEach(version -> lines.put(version.replaceFirst("\\..*", ""), version));
        return String.join(", ", lines.values());
    }
}
