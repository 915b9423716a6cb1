package dev.jdbcbench.imported;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.LowerCaseConverter;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.usecase.RunFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench import}: turns results of JMH into a run. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        header = "imports JMH results as a run",
        description = {
            "Reads the console log of JMH or its JSON (-rf json), packed by gzip or not. This gives old measurements"
                    + " intervals from their forks, and you can collect and compare them."
        })
public final class ImportCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "FILE", description = "a console log of JMH 1.14 to 1.37, or its JSON")
    private Path file = Path.of("");

    @Option(
            names = "--topology",
            required = true,
            paramLabel = "local|distant",
            converter = LowerCaseConverter.OfTopology.class,
            description = "where the database was, relative to the client; JMH's files do not say")
    private String topology = "";

    @Option(
            names = "--server",
            paramLabel = "LABEL",
            description = "name of the server; use the same for local and distant (default: unknown, or what bench"
                    + " wrote into the file)")
    private @Nullable String server;

    public ImportCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        Topology where = Topology.of(topology)
                .orElseThrow(() -> new Failure.Input(
                        "--topology: unknown topology: " + topology,
                        List.of(topology
                                + Suggestion.of(
                                        topology,
                                        Arrays.stream(Topology.values())
                                                .map(Topology::id)
                                                .toList())),
                        "Choose local (database on the client's host) or distant."));
        Import.Ended ended = new Import(common.results, around.clock()).run(file, where, Optional.ofNullable(server));
        ImportedRun run = ended.run();
        Fold fold = new Fold(run.plan(), run.events());
        Results results = RunFiles.write(ended.directory(), fold);
        PrintWriter err = spec.commandLine().getErr();
        if (!common.quiet) {
            run.notes().forEach(err::println);
        }
        OutputOptions.print(spec, RunDocument.text(results), false);
        if (!common.quiet) {
            err.println("results: " + ended.directory().path());
        }
        if (!results.complete()) {
            throw new Failure.Incomplete(
                    "the import is incomplete",
                    String.join("\n", run.problems()),
                    "Everything else is kept in " + ended.directory().path() + ".");
        }
        return ExitCode.OK.number();
    }
}
