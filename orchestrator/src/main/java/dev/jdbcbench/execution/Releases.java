package dev.jdbcbench.execution;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.site.Progress;
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
     * The releases in a range, oldest first. The two ends may have different coordinates, because some drivers were
     * renamed.
     *
     * @throws Failure.Input if there are fewer than two, or the range is malformed
     * @throws Failure.Command if the repositories do not answer
     */
    public static List<String> of(DriverSpec driver, String from, String to, Progress progress) {
        Set<String> artifacts = new LinkedHashSet<>();
        for (String end : List.of(from, to)) {
            String coordinates = driver.at(end).artifacts().get(0);
            artifacts.add(coordinates.substring(0, coordinates.lastIndexOf(':')));
        }
        List<String> versions = new Artifacts(progress::transferred).versions(artifacts, from, to);
        if (versions.size() < 2) {
            throw new Failure.Input(
                    "there is nothing to search",
                    List.of(from + ".." + to + " has " + versions.size()
                            + (versions.size() == 1 ? " version" : " versions") + " in the Maven repositories"),
                    "Name an older and a newer version: mariadb@3.5.0..3.5.11");
        }
        return versions;
    }

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

    /**
     * The files of a version that no Maven repository has.
     *
     * @throws Failure.Command if the repositories do not answer
     */
    public static List<String> missing(DriverSpec driver, String version, Progress progress) {
        Artifacts artifacts = new Artifacts(progress::transferred);
        return driver.at(version).artifacts().stream()
                .filter(coordinates -> !artifacts.exist(coordinates))
                .toList();
    }
}
