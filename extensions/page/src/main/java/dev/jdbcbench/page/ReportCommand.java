package dev.jdbcbench.page;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.Formats;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.Sharing;
import dev.jdbcbench.cli.WhereOverride;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.usecase.Copies;
import dev.jdbcbench.usecase.Here;
import dev.jdbcbench.usecase.NamedRun;
import dev.jdbcbench.usecase.Reports;
import java.nio.file.Path;
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

/** {@code bench report}: the page of one run or several. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        header = "a page with figures, of one run or several",
        description = {
            "Makes the page of a run again, or one page of several runs: a local and a distant one, or several versions of a driver. It is"
                    + " one file that needs no network."
        })
public final class ReportCommand implements Callable<Integer> {
    private static final String PAGE = "html";

    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOverride where = new WhereOverride();

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = "runs by their id or the path of their directory (default: the newest)")
    private List<String> runs = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = PAGE,
            completionCandidates = Formats.Ids.class,
            converter = Formats.Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = PAGE;

    @Option(
            names = "--wide",
            description = "text and Markdown with all columns; those without room on a terminal follow below")
    private boolean wide;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "write there (default: report.html of the run, or here of several runs;"
                    + " stdout for other formats)")
    private @Nullable Path out;

    @Mixin
    private FigureOption figure = new FigureOption();

    @Option(names = "--force", description = "put runs side by side that differ in more than the distance")
    private boolean force;

    @Mixin
    private Sharing sharing = Sharing.provided();

    public ReportCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (figure.asked()) {
            figure.require(spec, out);
        } else {
            Formats.requireName(out, format);
        }
        ReportFormat chosen = Formats.of(format);
        ReportedRuns reported = ReportedRuns.of(new RunStore(common.results), runs, force);
        reported.differences().ifPresent(this::say);
        Here here = HostCommand.here(around, spec, common);
        Optional<Copies> shared = sharing.asked()
                ? Optional.of(sharing.of(
                        reported.read(),
                        run -> NamedRun.of(run, where.now(), here),
                        spec.commandLine().getErr()))
                : Optional.empty();
        Report report = Reports.of(
                shared.map(Copies::runs).orElse(reported.read()),
                shared.map(copies -> copies.question(reported.question())).orElse(reported.question()));
        if (figure.asked()) {
            figure.write(spec, out, report, around.environment());
            Optional.ofNullable(out).ifPresent(written -> say("written: " + written));
            shared.ifPresent(copies -> say(copies.leftOut()));
            return ExitCode.OK.number();
        }
        if (shared.isPresent() && out != null && chosen.id().equals(PAGE)) {
            shared.get().write(out, ReportedRuns.FILE, rendered(chosen, report));
            say("written: " + out.resolve(ReportedRuns.FILE) + " and "
                    + reported.directories().size() + (reported.directories().size() == 1 ? " run" : " runs")
                    + " beside it");
            say(shared.get().leftOut());
            return ExitCode.OK.number();
        }
        if (out == null && chosen.id().equals(PAGE)) {
            say("written: " + reported.write(rendered(chosen, report), sharing.asked()));
        } else {
            OutputOptions.print(spec, out, rendered(chosen, report));
            Optional.ofNullable(out).ifPresent(written -> say("written: " + written));
        }
        shared.ifPresent(copies -> say(copies.leftOut()));
        return ExitCode.OK.number();
    }

    private String rendered(ReportFormat chosen, Report report) {
        return Formats.rendered(chosen, report, wide, spec, out);
    }

    private void say(String line) {
        if (!common.quiet) {
            spec.commandLine().getErr().println(line);
        }
    }
}
