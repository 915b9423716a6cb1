package dev.jdbcbench.cli;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.store.RunSummary;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench list}: what there is to choose from. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists what there is to choose from.")
final class ListCommand implements Callable<Integer> {
    /** What can be listed. */
    enum What {
        SCENARIOS,
        DRIVERS,
        SERVERS,
        PROFILES,
        RUNS
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "scenarios|drivers|servers|profiles|runs")
    private What what = What.SCENARIOS;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        switch (what) {
            case SCENARIOS -> scenarios(out);
            case DRIVERS -> drivers(out);
            case SERVERS -> servers(out);
            case PROFILES -> Profile.ALL.forEach(profile -> out.println(describe(profile)));
            case RUNS -> runs(out);
        }
        out.flush();
        return ExitCode.OK.number();
    }

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
        out.printf(
                "mariadb  MariaDB: portable (%s), of the host, of its packages, or an archive%n",
                PortableMariaDb.description());
        out.printf("mysql    MySQL: of the host, of its packages, or an archive%n%n");
        Arrays.stream(ServerSpec.Install.values())
                .forEach(install -> out.printf("install %-8s  %s%n", install.id(), install.meaning()));
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

    /** Which drivers have it at their default version, and which modes they lack. */
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

    private void runs(PrintWriter out) {
        new RunStore(common.results)
                .newestFirst().parallelStream().map(ListCommand::describe).forEachOrdered(out::println);
    }

    private static String describe(RunDirectory directory) {
        try {
            RunSummary run = directory.summary();
            Goal.Extent extent = run.plan().goal().extent();
            return directory.run() + "  "
                    + (extent == Goal.Extent.MEASURE ? run.plan().profile().name() : extent)
                    + ", " + run.plan().cells().size() + " cells"
                    + (run.complete() ? "" : ", INCOMPLETE");
        } catch (Failure e) {
            return directory.run() + "  unreadable: " + e.why();
        }
    }
}
