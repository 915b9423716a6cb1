package dev.jdbcbench.cli;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What users can choose from, as text and as data. */
final class Choices {
    private Choices() {}

    /** The kinds of lists. */
    enum What {
        SCENARIOS("operations to measure, with their modes"),
        DRIVERS("drivers, with their versions and what they cannot do"),
        SERVERS("servers, and where their programs come from"),
        PROFILES("how much is measured"),
        RUNS("runs of the results directory");

        final String meaning;

        What(String meaning) {
            this.meaning = meaning;
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Describes a kind of choice. */
    static String text(What what) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        switch (what) {
            case SCENARIOS -> scenarios(out);
            case DRIVERS -> drivers(out);
            case SERVERS -> servers(out);
            case PROFILES -> Profile.ALL.forEach(profile -> out.println(describe(profile)));
            case RUNS -> throw new IllegalArgumentException("runs are no choices");
        }
        return text.toString();
    }

    /** The same as data. */
    static List<?> data(What what) {
        return switch (what) {
            case SCENARIOS ->
                ScenarioCatalogue.ENTRIES.stream()
                        .map(entry -> new ScenarioItem(
                                entry.id(),
                                entry.operation(),
                                entry.modes().stream().map(Mode::id).toList(),
                                entry.coreModes().stream().map(Mode::id).toList(),
                                entry.repeats()))
                        .toList();
            case DRIVERS ->
                DriverCatalogue.all().stream()
                        .map(kind -> new DriverItem(
                                kind.id(),
                                kind.title(),
                                kind.defaultVersion(),
                                kind.coordinates(kind.defaultVersion())))
                        .toList();
            case SERVERS ->
                Install.all().stream()
                        .map(install -> new ServerItem(install.id(), install.meaning()))
                        .toList();
            case PROFILES ->
                Profile.ALL.stream()
                        .map(profile -> new ProfileItem(
                                profile.name(),
                                profile.forks(),
                                profile.iterations(),
                                profile.iterationTime().toMillis(),
                                profile.purpose()))
                        .toList();
            case RUNS -> throw new IllegalArgumentException("runs are no choices");
        };
    }

    /** A scenario with its modes, and those of its modes that belong to the core set. */
    record ScenarioItem(String id, String operation, List<String> modes, List<String> core, String repeats) {}

    /** A driver at the version that is measured by default. */
    record DriverItem(String id, String title, String version, String coordinates) {}

    /** A source of servers. */
    record ServerItem(String install, String meaning) {}

    /** A profile: the number of groups (or forks), and the iterations of each. */
    record ProfileItem(String id, String groups, int iterations, long iterationMillis, String purpose) {}

    private static String describe(Profile profile) {
        return String.format(
                Locale.ROOT,
                "%-14s  %s %s of %d × %d ms%s: %s",
                profile.name(),
                profile.forks(),
                profile.turns() ? "groups" : "forks",
                profile.iterations(),
                profile.iterationTime().toMillis(),
                !profile.adaptive() || profile.target() == null
                        ? ""
                        : String.format(Locale.ROOT, ", until decided or ±%.0f %%", 100 * profile.target()),
                profile.purpose());
    }

    private static void servers(PrintWriter out) {
        for (ServerKind kind : ServerKind.values()) {
            String sources = Install.offering(kind).stream().map(Install::id).collect(Collectors.joining(", "));
            out.printf("%-8s %s: %s%n", kind.id(), kind.title(), sources);
        }
        out.println();
        Install.all().stream().forEach(install -> out.printf("install %-8s  %s%n", install.id(), install.meaning()));
    }

    private static void scenarios(PrintWriter out) {
        for (ScenarioCatalogue.Entry entry : ScenarioCatalogue.ENTRIES) {
            out.printf("%-22s %s%n", entry.id(), entry.operation());
            out.printf(
                    "%-22s modes %s%s%n",
                    "",
                    ids(entry.modes()),
                    entry.coreModes().isEmpty() ? "" : "; in the set core: " + ids(entry.coreModes()));
            out.printf("%-22s drivers %s%n", "", drivers(entry));
            out.printf("%-22s repeats %s%n", "", entry.repeats());
        }
        out.printf("%nmodes%n");
        for (Mode mode : Mode.values()) {
            out.printf("%-22s %s%n", mode.id(), mode.meaning());
        }
    }

    /** The drivers that support a scenario in their default version, and the modes that they lack. */
    private static String drivers(ScenarioCatalogue.Entry entry) {
        List<String> drivers = new ArrayList<>();
        for (DriverKind kind : DriverCatalogue.all()) {
            List<Mode> lacking = entry.modes().stream()
                    .filter(mode -> kind.unsupported(
                                    kind.defaultVersion(), new Usage(mode, Transport.TCP, entry.features()))
                            .isPresent())
                    .toList();
            if (lacking.isEmpty()) {
                drivers.add(kind.id());
            } else if (lacking.size() < entry.modes().size()) {
                drivers.add(kind.id() + " (not " + ids(lacking) + ")");
            }
        }
        return String.join(", ", drivers);
    }

    private static String ids(List<Mode> modes) {
        return modes.stream().map(Mode::id).collect(Collectors.joining(", "));
    }

    private static void drivers(PrintWriter out) {
        for (DriverKind kind : DriverCatalogue.all()) {
            out.printf(
                    "%-8s %s %s (%s), %s%n",
                    kind.id(),
                    kind.title(),
                    kind.defaultVersion(),
                    kind.coordinates(kind.defaultVersion()),
                    kind.licence());
            for (Mode mode : Mode.values()) {
                kind.unsupported(kind.defaultVersion(), Usage.of(mode))
                        .ifPresent(why -> out.printf("%-8s no mode %s: %s%n", "", mode, why));
            }
        }
    }
}
