package dev.jdbcbench.cli;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.report.run.RunsText;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.ListedRun;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.store.RunSummary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code bench list}: lists what can be chosen. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        header = "scenarios, drivers, servers, profiles or runs",
        description = "Lists what you can choose from.")
final class ListCommand implements Callable<Integer> {
    private static final String SCHEMA = "list/1";
    private static final String SCHEMA_OF_RUNS = "runs/1";

    private final CommandContext around;

    /** The kinds of lists. */
    enum What {
        SCENARIOS,
        DRIVERS,
        SERVERS,
        PROFILES,
        RUNS;

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Accepts singular and plural. */
    static final class WhatName implements ITypeConverter<What> {
        @Override
        public What convert(String word) {
            String name = word.toLowerCase(Locale.ROOT);
            List<String> known = Arrays.stream(What.values()).map(What::id).toList();
            return Arrays.stream(What.values())
                    .filter(what -> what.id().equals(name) || what.id().equals(name + "s"))
                    .findFirst()
                    .orElseThrow(
                            () -> new TypeConversionException(word + " cannot be listed" + Suggestion.of(word, known)));
        }
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "scenarios|drivers|servers|profiles|runs", converter = WhatName.class)
    private What what = What.SCENARIOS;

    ListCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        RunStore store = new RunStore(common.results);
        if (what == What.RUNS && !store.exists()) {
            requireDefault();
        }
        String listed = output.json() ? json(store) : text(store);
        if (!listed.isEmpty()) {
            output.print(spec, listed);
        }
        return ExitCode.OK.number();
    }

    /** Accepts a missing results directory only if it is the default: it does not exist before the first run. */
    private void requireDefault() {
        if (spec.commandLine().getParseResult().hasMatchedOption("--results")) {
            throw new Failure.Input(
                    "there is no directory " + common.results,
                    List.of("no such directory"),
                    "Name the directory that holds run directories: --results DIRECTORY.");
        }
        spec.commandLine().getErr().println("there are no runs yet: ./bench run makes one");
    }

    private String text(RunStore store) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        switch (what) {
            case SCENARIOS -> scenarios(out);
            case DRIVERS -> drivers(out);
            case SERVERS -> servers(out);
            case PROFILES -> Profile.ALL.forEach(profile -> out.println(describe(profile)));
            case RUNS -> out.print(RunsText.of(runs(store)));
        }
        return text.toString();
    }

    private String json(RunStore store) {
        List<?> items = switch (what) {
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
            case RUNS -> runs(store);
        };
        return Json.pretty(new Listing(what == What.RUNS ? SCHEMA_OF_RUNS : SCHEMA, what.id(), items));
    }

    /** The output of {@code --format json}. */
    record Listing(String schema, String what, List<?> items) {}

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

    private List<ListedRun> runs(RunStore store) {
        Instant now = around.clock().instant();
        return store.newestFirst().parallelStream()
                .map(directory -> listed(directory, now))
                .toList();
    }

    private static ListedRun listed(RunDirectory directory, Instant now) {
        try {
            RunSummary run = directory.summary();
            Plan plan = run.plan();
            Goal.Extent extent = plan.goal().extent();
            return new ListedRun(
                    directory.run(),
                    run.complete() ? "complete" : run.closed() ? "incomplete" : "open",
                    distinct(plan, cell -> cell.topology().id()),
                    distinct(plan, cell -> DriverName.of(cell.driver(), cell.driverVersion())),
                    distinct(plan, Cell::scenarioWithParams),
                    plan.createdAt(),
                    Math.max(0, Duration.between(plan.createdAt(), now).toSeconds()),
                    plan.name(),
                    plan.tags(),
                    extent == Goal.Extent.MEASURE ? plan.profile().name() : extent.toString(),
                    plan.cells().size(),
                    run.complete(),
                    null);
        } catch (Failure e) {
            return ListedRun.unreadable(directory.run(), e.why());
        }
    }

    private static List<String> distinct(Plan plan, Function<Cell, String> part) {
        return plan.cells().stream().map(part).distinct().toList();
    }
}
