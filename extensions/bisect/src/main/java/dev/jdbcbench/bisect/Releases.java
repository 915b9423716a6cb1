package dev.jdbcbench.bisect;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.site.Progress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The releases of a driver in the Maven repositories. */
final class Releases {
    private Releases() {}

    /**
     * The releases in a range, oldest first. The two ends may have different coordinates, because some drivers were
     * renamed.
     *
     * @throws Failure.Input if there are fewer than two, or the range is malformed
     * @throws Failure.Command if the repositories do not answer
     */
    static List<String> of(DriverSpec driver, String from, String to, Progress progress) {
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
     * The files of a version that no Maven repository has.
     *
     * @throws Failure.Command if the repositories do not answer
     */
    static List<String> missing(DriverSpec driver, String version, Progress progress) {
        Artifacts artifacts = new Artifacts(progress::transferred);
        return driver.at(version).artifacts().stream()
                .filter(coordinates -> !artifacts.exist(coordinates))
                .toList();
    }
}
