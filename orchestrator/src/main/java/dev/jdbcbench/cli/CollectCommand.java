package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.CollectText;
import dev.jdbcbench.result.Collected;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench collect}: local and distant side by side. */
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        description =
                "Puts the newest local and the newest distant run (or the runs named) side by side, cell by cell.")
final class CollectCommand implements Callable<Integer> {
    /** How a collection can look. */
    enum Format {
        TEXT,
        JSON
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "RUN", arity = "0..*", description = "runs by their id or the path of their directory")
    private List<String> runs = List.of();

    @Option(
            names = "--format",
            defaultValue = "TEXT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format = Format.TEXT;

    @Option(names = "--out", paramLabel = "FILE", description = "write there instead of stdout")
    private @Nullable Path out;

    @Override
    public Integer call() {
        List<Fold> folds = runs.isEmpty() ? newest() : named();
        Collected collected = Collected.of(folds);
        if (!collected.comparable()) {
            spec.commandLine()
                    .getErr()
                    .print("warning: more than the distance differs between these runs:\n  "
                            + String.join("\n  ", collected.differences()) + "\n");
        }
        String text = format == Format.JSON ? Json.pretty(collected) : CollectText.of(collected);
        if (out == null) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
        } else {
            write(out, text);
        }
        return ExitCode.OK.number();
    }

    private List<Fold> named() {
        RunStore store = new RunStore(common.results);
        return runs.stream().map(name -> store.named(name).read()).toList();
    }

    /** The newest run that has local cells, and the newest that has distant ones: one run may be both. */
    private List<Fold> newest() {
        Set<Fold> chosen = new LinkedHashSet<>();
        List<Fold> read = new ArrayList<>();
        for (RunDirectory directory : new RunStore(common.results).newestFirst()) {
            try {
                read.add(directory.read());
            } catch (Failure.Input e) {
                spec.commandLine().getErr().println("warning: " + e.getMessage() + ", it is passed over: " + e.why());
            }
            if (newest(read, Topology.LOCAL).isPresent()
                    && newest(read, Topology.DISTANT).isPresent()) {
                break;
            }
        }
        newest(read, Topology.LOCAL).ifPresent(chosen::add);
        newest(read, Topology.DISTANT).ifPresent(chosen::add);
        if (chosen.isEmpty()) {
            throw new Failure.Input(
                    "there is no run in " + common.results,
                    List.of(),
                    "Make some: ./bench run --topology local, and ./bench run --topology distant --db-host HOST.");
        }
        return List.copyOf(chosen);
    }

    private static Optional<Fold> newest(List<Fold> newestFirst, Topology topology) {
        // One that ended before it had anything to show stands back behind an older one that has.
        return newestFirst.stream()
                .filter(fold -> fold.measured(topology, fold.plan().profile().fewestToShow()))
                .findFirst()
                .or(() -> newestFirst.stream()
                        .filter(fold -> fold.measured(topology))
                        .findFirst());
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot write " + file, String.valueOf(e), "Is there room, and may you write there?", e);
        }
    }
}
