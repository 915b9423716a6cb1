package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.usecase.Collect;
import dev.jdbcbench.usecase.NamedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench collect}: compares local and distant, and explains the difference. */
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        header = "local and distant side by side, and why they differ",
        description = {
            "Puts the newest local and the newest distant run side by side, or the runs you name, and says why they"
                    + " differ: how often each operation waits for the network. Predicts other distances, and whether they"
                    + " change the drivers' order.",
            "Refuses runs that differ in more than the distance (exit code 6), unless --force."
        })
final class CollectCommand implements Callable<Integer> {
    private final CommandContext around;

    private static final String DEFAULT_FORMAT = "text";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "RUN", arity = "0..*", description = "runs by their id or the path of their directory")
    private List<String> runs = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = DEFAULT_FORMAT,
            completionCandidates = Formats.Ids.class,
            converter = Formats.Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = DEFAULT_FORMAT;

    @Option(
            names = "--wide",
            description =
                    "all columns, intervals, the model, other distances, advice and notes; columns without room on a terminal follow below")
    private boolean wide;

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    @Option(
            names = "--force",
            description = "show runs that differ in more than the distance, and name the differences")
    private boolean force;

    @Mixin
    private Sharing sharing = Sharing.provided();

    @Mixin
    private CollectQuestion asked = new CollectQuestion();

    @Mixin
    private WhereOverride where = new WhereOverride();

    CollectCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        Formats.requireName(out, format);
        ReportFormat chosen = Formats.of(format);
        SideBySide.Question question = asked.question(force);
        PrintWriter err = spec.commandLine().getErr();
        Collect collect = new Collect(HostCommand.here(around, spec, common), where.now(), runs, err::println);
        List<Failure> behind = new ArrayList<>();
        List<NamedRun> open = collect.open();
        if (!open.isEmpty()) {
            HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
                behind.addAll(collect.fetch(open, console));
                return ExitCode.OK;
            });
        }
        Consumer<String> leftOut = line -> {
            if (!common.quiet) {
                err.println(line);
            }
        };
        Report report = collect.report(
                question,
                sharing.asked() ? Optional.of(read -> sharing.of(read, collect::named, err)) : Optional.empty(),
                leftOut);
        OutputOptions.print(spec, out, Formats.rendered(chosen, report, wide, spec, out));
        if (!behind.isEmpty()) {
            throw behind.get(0);
        }
        return ExitCode.OK.number();
    }
}
