package dev.jdbcbench.cli;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.PrintWriter;
import java.util.Arrays;
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
            case SERVERS ->
                Arrays.stream(ServerSpec.Install.values())
                        .forEach(
                                install -> out.printf("mariadb  --install %-9s %s%n", install.id(), install.meaning()));
            case PROFILES ->
                Profile.ALL.forEach(profile -> out.printf(
                        "%-7s %d forks of %d × %d ms: %s%n",
                        profile.name(),
                        profile.forks(),
                        profile.iterations(),
                        profile.iterationTime().toMillis(),
                        profile.purpose()));
            case RUNS -> runs(out);
        }
        out.flush();
        return ExitCode.OK.number();
    }

    private static void scenarios(PrintWriter out) {
        for (ScenarioCatalogue.Entry entry : ScenarioCatalogue.ENTRIES) {
            out.printf(
                    "%-15s %s%n%-15s modes %s; repeats %s%s%n",
                    entry.id(),
                    entry.operation(),
                    "",
                    entry.modes().stream().map(Mode::id).collect(Collectors.joining(", ")),
                    entry.repeats(),
                    ScenarioCatalogue.CORE_IDS.contains(entry.id()) ? "; in the set core" : "");
        }
        out.println();
        for (Mode mode : Mode.values()) {
            out.printf("%-15s %s%n", mode.id(), mode.meaning());
        }
    }

    private static void drivers(PrintWriter out) {
        for (DriverKind kind : DriverKind.values()) {
            out.printf(
                    "%-8s %s %s (%s), %s%n",
                    kind.id(), kind.title(), kind.defaultVersion(), kind.coordinates(), kind.licence());
            for (Mode mode : Mode.values()) {
                kind.unsupported(mode).ifPresent(why -> out.printf("%-8s no mode %s: %s%n", "", mode, why));
            }
        }
    }

    private void runs(PrintWriter out) {
        for (RunDirectory directory : new RunStore(common.results).newestFirst()) {
            try {
                Fold fold = directory.read();
                out.printf(
                        "%s  %s, %d cells%s%n",
                        directory.run(),
                        fold.plan().profile().name(),
                        fold.plan().cells().size(),
                        fold.results().complete() ? "" : ", INCOMPLETE");
            } catch (Failure e) {
                out.printf("%s  unreadable: %s%n", directory.run(), e.why());
            }
        }
    }
}
