package dev.jdbcbench.config;

import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Wiring;
import dev.jdbcbench.untrusted.SecretWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a driver of a hosts file: a variant of a driver in the catalogue, or one that is not in it. */
final class DriverSection {
    private static final Pattern OPTION = Pattern.compile("[A-Za-z][A-Za-z0-9_.]*");

    private static final Pattern OPTION_VALUE = Pattern.compile("[^&\\p{Cntrl}]*");

    private static final String WORD = "[A-Za-z0-9_][A-Za-z0-9._-]*+";
    private static final Pattern WITHOUT_VERSION = Pattern.compile(WORD + ":" + WORD);
    private static final Pattern WITH_VERSION = Pattern.compile(WORD + ":" + WORD + ":" + WORD);

    private final String label;
    private final Section section;
    private final Function<String, Optional<Path>> path;

    private DriverSection(String label, Section section, Function<String, Optional<Path>> path) {
        this.label = label;
        this.section = section;
        this.path = path;
    }

    /** Reads a section; empty, with a problem noted, when the driver cannot be determined. */
    static Optional<DriverSpec> read(String label, Section section, Function<String, Optional<Path>> path) {
        return new DriverSection(label, section, path).read();
    }

    private Optional<DriverSpec> read() {
        if (DriverCatalogue.of(label).isPresent()) {
            section.problem("drivers." + label + ": the label is the id of a driver; choose another");
        }
        section.section("options").ifPresent(DriverSection::checkOptions);
        if (section.has("version") && section.has("jar")) {
            section.problem("drivers." + label + " has both version and jar: keep one of them");
        }
        Wiring wiring = wiring();
        List<String> artifacts = artifacts();
        Optional<LocalJar> jar = jar();
        if (wiring != null && !section.has("coordinates") && !section.has("jar")) {
            section.problem(
                    "drivers." + label + " has neither coordinates nor jar: one of them must say where its class is");
        }
        if (wiring != null) {
            OtherWire.of(wiring.driverClass(), wiring.url(), artifacts)
                    .ifPresent(
                            product -> section.problem(
                                    "class",
                                    "drivers." + label + " is a driver of " + product
                                            + ", which has another protocol: bench measures drivers of MariaDB's and MySQL's servers"));
        }
        Map<String, String> options =
                section.section("options").map(Section::texts).orElse(Map.of());
        return kind(wiring).map(kind -> {
            String version = section.text("version")
                    .or(() -> artifacts.stream().findFirst().flatMap(DriverSection::version))
                    .orElse(kind.defaultVersion());
            List<String> coordinates = artifacts.stream()
                    .map(artifact -> artifact.equals(artifacts.get(0)) ? withoutVersion(artifact) : artifact)
                    .toList();
            DriverSpec spec = new DriverSpec(label, kind, version, Optional.empty(), options, coordinates, wiring);
            return jar.map(spec::from).orElse(spec);
        });
    }

    /** The driver whose options and rules apply: the named one, the unknown driver for class and url, or none. */
    private Optional<DriverKind> kind(@Nullable Wiring wiring) {
        if (section.has("driver")) {
            return section.text("driver").flatMap(DriverCatalogue::of);
        }
        if (wiring == null) {
            if (section.has("class")) {
                return Optional.empty(); // a problem has been noted
            }
            section.problem("drivers." + label
                    + " does not name its driver: use driver: for one of " + DriverCatalogue.all()
                    + ", or class: and url: for any other");
            return Optional.empty();
        }
        return Optional.of(DriverCatalogue.unknown());
    }

    private @Nullable Wiring wiring() {
        if (section.has("class") != section.has("url")) {
            section.problem("drivers." + label + ": class and url belong together");
            return null;
        }
        Optional<String> type =
                section.value("class", text -> Optional.of(text).filter(Wiring::isClass), Wiring.A_CLASS);
        Optional<String> url = section.text("url");
        return type.isPresent() && url.isPresent() ? new Wiring(type.get(), url.get()) : null;
    }

    private List<String> artifacts() {
        List<String> artifacts = section.isText("coordinates")
                ? section.text("coordinates").stream().toList()
                : section.texts("coordinates");
        for (int i = 0; i < artifacts.size(); i++) {
            String artifact = artifacts.get(i);
            boolean driver = i == 0 && (section.has("version") || section.has("jar"));
            if (!(driver ? WITHOUT_VERSION : WITH_VERSION).matcher(artifact).matches()) {
                section.problem(
                        "coordinates",
                        section.at("coordinates") + ": "
                                + (driver
                                        ? "group:artifact without a version is needed beside version: or jar:"
                                        : "group:artifact:version is needed")
                                + ", not " + artifact);
                return List.of();
            }
        }
        return artifacts;
    }

    private static Optional<String> version(String artifact) {
        String[] words = artifact.split(":", 3);
        return words.length == 3 ? Optional.of(words[2]) : Optional.empty();
    }

    private static String withoutVersion(String artifact) {
        return version(artifact)
                .map(version -> artifact.substring(0, artifact.length() - version.length() - 1))
                .orElse(artifact);
    }

    private Optional<LocalJar> jar() {
        return section.value("jar", path, HostSections.A_PATH).flatMap(there -> {
            try {
                return Optional.of(LocalJar.of(there));
            } catch (IOException e) {
                section.problem("jar", "drivers." + label + ".jar: " + e.getMessage());
                return Optional.empty();
            }
        });
    }

    /**
     * Checks options. They become part of the plan, which is shared with others, and of a URL, in which an ampersand
     * starts the next option.
     */
    private static void checkOptions(Section options) {
        options.texts().forEach((key, value) -> {
            SecretWords.inOption(key, value)
                    .ifPresent(what -> options.problem(key, options.at(key) + ": " + what + HostsFile.NOT_HERE));
            if (!OPTION.matcher(key).matches() || !OPTION_VALUE.matcher(value).matches()) {
                options.problem(
                        key,
                        options.at(key)
                                + ": an option is one name of letters, digits, dots and underscores, and one value without & and control"
                                + " characters");
            }
        });
    }
}
