package dev.jdbcbench.page;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.Formats;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.Sharing;
import dev.jdbcbench.cli.WhereOverride;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.usecase.Copies;
import dev.jdbcbench.usecase.Here;
import dev.jdbcbench.usecase.NamedRun;
import dev.jdbcbench.usecase.Reports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    private static final String NEWEST = "latest";

    /** The name of the page in a directory of shared runs, and of a page of several runs. */
    private static final String FILE = "report.html";

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
            defaultValue = PAGE,
            completionCandidates = Formats.Ids.class,
            converter = Formats.Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = PAGE;

    @Option(names = "--wide", description = "text and Markdown with all columns; wider than a terminal")
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
        RunStore store = new RunStore(common.results);
        List<RunDirectory> directories = (runs.isEmpty() ? List.of(NEWEST) : runs)
                .stream().map(store::named).toList();
        List<Reports.Read> read = directories.stream().map(Reports.Read::of).toList();
        SideBySide.Question question = question(read);
        warnOfDifferences(read, question);
        Here here = HostCommand.here(around, spec, common);
        Optional<Copies> shared = sharing.asked()
                ? Optional.of(sharing.of(
                        read,
                        run -> NamedRun.of(run, where.now(), here),
                        spec.commandLine().getErr()))
                : Optional.empty();
        Report report = Reports.of(
                shared.map(Copies::runs).orElse(read),
                shared.map(copies -> copies.question(question)).orElse(question));
        if (figure.asked()) {
            figure.write(spec, out, report, around.environment());
            Optional.ofNullable(out).ifPresent(written -> say("written: " + written));
            shared.ifPresent(copies -> say(copies.leftOut()));
            return ExitCode.OK.number();
        }
        if (shared.isPresent() && out != null && chosen.id().equals(PAGE)) {
            shared.get().write(out, FILE, rendered(chosen, report));
            say("written: " + out.resolve(FILE) + " and " + directories.size()
                    + (directories.size() == 1 ? " run" : " runs") + " beside it");
            say(shared.get().leftOut());
            return ExitCode.OK.number();
        }
        if (out == null && chosen.id().equals(PAGE)) {
            say("written: " + writePage(directories, rendered(chosen, report)));
        } else {
            OutputOptions.print(spec, out, rendered(chosen, report));
            Optional.ofNullable(out).ifPresent(written -> say("written: " + written));
        }
        shared.ifPresent(copies -> say(copies.leftOut()));
        return ExitCode.OK.number();
    }

    private String rendered(ReportFormat chosen, Report report) {
        return chosen.render(report, wide, spec.commandLine().getUsageHelpWidth());
    }

    /** Writes the page where no option names a file. A shared page does not stay in the run's directory. */
    private Path writePage(List<RunDirectory> directories, String html) {
        if (directories.size() == 1 && !sharing.asked()) {
            return directories.get(0).writeReport(html);
        }
        try {
            // The name is a default, and the directory may come from anyone, so a link is replaced.
            SafeFile.write(Path.of(FILE).toAbsolutePath(), html.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw FileTrouble.failure(
                    "cannot write " + FILE, e, "Name a file in a directory where you may write: --out FILE.");
        }
        return Path.of(FILE);
    }

    /** The question that the first run was planned to answer. */
    private SideBySide.Question question(List<Reports.Read> read) {
        Fold first = read.get(0).fold();
        SideBySide.Question planned = SideBySide.Question.of(first.plan().goal());
        return new SideBySide.Question(planned.axis(), planned.base(), planned.rttMicros(), force, planned.published());
    }

    private void warnOfDifferences(List<Reports.Read> read, SideBySide.Question question) {
        Optional<Collected> sides = Reports.sides(read, question);
        if (!force && sides.filter(both -> !both.comparable()).isPresent()) {
            say(
                    "note: the runs are not put side by side, because more than the distance differs (--force does it anyway): "
                            + String.join("; ", sides.get().differences()));
        }
    }

    private void say(String line) {
        if (!common.quiet) {
            spec.commandLine().getErr().println(line);
        }
    }
}
