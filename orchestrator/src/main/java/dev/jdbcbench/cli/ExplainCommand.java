package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.RecordingReader;
import dev.jdbcbench.report.Parts;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.GateDocument;
import dev.jdbcbench.report.compare.GateReport;
import dev.jdbcbench.report.compare.JUnitXml;
import dev.jdbcbench.report.traffic.ExplainJson;
import dev.jdbcbench.report.traffic.ExplainText;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.ShellWord;
import dev.jdbcbench.usecase.Inspect;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench explain}: how often operations wait for the network, and what they send. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        header = "counts round trips: why is it slow far away? (seconds)",
        description = {
            "Counts how often each operation waits for the network, the bytes that it sends and receives, and the"
                    + " commands that it sends to the server. It takes seconds and needs no second host: operations go"
                    + " through a relay that delays the connection.",
            "Counts from one host hold for any distance.",
            "With FILE, a recording of bench watch --record: what each kind of transaction waits for, how long it"
                    + " would take at other distances, and what would change it. --format html makes a page of it.",
            "With --recording FILE, it counts what drivers exchange for the recorded transactions."
        })
final class ExplainCommand implements Callable<Integer>, Inspect.View {
    private static final Set<String> WITH_RECORDING =
            Set.of("--format", "--out", "--results", "--quiet", "--verbose", "--fail-above", "--summary", "--junit");

    private final CommandContext around;
    private final Instant begun;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "a recording; nothing is measured then")
    private @Nullable Path recording;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private WhatOptions what = new WhatOptions();

    @Mixin
    private ExplainOutput output = new ExplainOutput();

    @Option(
            names = "--compare",
            arity = "2",
            paramLabel = "ID[@VERSION|@JAR]|RECORDING",
            description =
                    "two drivers or two recordings, the base first: prints how the exchange of the second differs. Ends"
                            + " with 7 if it waits for the network more often, sends more commands, or over 1 %% more bytes")
    private List<String> compared = List.of();

    @Option(names = "--no-own", description = "only count: do not look at what the driver's own code costs")
    private boolean withoutOwn;

    @Option(
            names = "--fail-above",
            paramLabel = "LIMITS",
            description =
                    "of a recording: end with 7 if a transaction needs more, like '10 round trips,64K bytes'; with"
                            + " --compare, if a kind of transactions needs more than before by this, also like 5%%")
    private @Nullable String failAbove;

    @Mixin
    private GateFiles files = new GateFiles();

    ExplainCommand(CommandContext around) {
        this.around = around;
        this.begun = around.clock().instant();
    }

    @Override
    public Integer call() throws IOException {
        boolean recordings = compared.stream().anyMatch(ExplainCommand::isRecording);
        if (recording != null || recordings) {
            return ofRecordings(recordings);
        }
        if (output.format() == RecordingReader.Format.HTML) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--format html is a page of a recording, and none is named"),
                    "For instance: bench explain shop.json --format html --out shop.html");
        }
        if (!compared.isEmpty()) {
            where.compare(compared);
        }
        if (failAbove != null || (compared.isEmpty() && files.wanted())) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of(
                            failAbove == null
                                    ? "--summary and --junit need --compare, or --fail-above with a recording"
                                    : "--fail-above needs a recording"),
                    "Drivers: --compare BASE CANDIDATE; with limits, bench compare BASE CANDIDATE --fail-above 5%.");
        }
        Request request = Request.of(where.where().measured(false))
                .withWhat(what.what(new JvmOptions(), Request.Load.CLOSED))
                .look(Goal.Extent.EXPLAIN, 1);
        boolean own = compared.isEmpty() && !withoutOwn && Parts.provided().isPresent();
        request = request.withQuestion(request.question().withOwn(own));
        StartRun run = StartRun.of("explain", request, HostCommand.here(around, spec, common));
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            Inspect.carryOut(run, this, console);
            return ExitCode.OK;
        });
    }

    /** Whether a word is a recording, and no driver. */
    private static boolean isRecording(String word) {
        return word.endsWith(".json") || (!word.endsWith(".jar") && Files.isRegularFile(Path.of(word)));
    }

    private int ofRecordings(boolean two) {
        Path file = recording == null ? Path.of(compared.get(1)) : recording;
        List<String> others = spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !WITH_RECORDING.contains(name) && !(name.equals("--compare") && recording == null))
                .toList();
        if (!others.isEmpty()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of(String.join(", ", others) + " does not fit a recording, which is only read"),
                    "For instance: bench explain " + ShellWord.quoted(file.toString()) + " --format json");
        }
        if (Files.notExists(file)) {
            NotUnderstood.option(spec.commandLine(), file.toString()).ifPresent(option -> {
                throw new Failure.Input(
                        "cannot read the recording " + file,
                        List.of(file + ": no such file; did you mean " + option + "?"),
                        "bench watch --record FILE makes a recording. Without one, bench explain counts what drivers exchange.");
            });
        }
        RecordingReader reader = RecordingReader.forFile(file);
        if (!two && failAbove == null && !files.wanted()) {
            output.print(spec, reader.explained(file, output.format()));
            return ExitCode.OK.number();
        }
        RecordingReader.Judged judged = reader.judged(
                two ? Optional.of(Path.of(compared.get(0))) : Optional.empty(),
                file,
                Optional.ofNullable(failAbove),
                output.format(),
                GateFiles.command(spec));
        output.print(spec, judged.report());
        files.write(judged.markdown(), judged.junit());
        judged.failure().ifPresent(failure -> {
            throw failure;
        });
        return ExitCode.OK.number();
    }

    @Override
    public boolean something(Fold fold) {
        return fold.results().cells().stream().anyMatch(cell -> cell.traffic().exchange() != null);
    }

    @Override
    public void show(Fold fold) {
        Results results = fold.results();
        if (compared.isEmpty()) {
            output.print(spec, output.json() ? Json.pretty(ExplainJson.of(results)) : text(results));
            return;
        }
        ExchangeDiff diff = ExchangeDiff.of(results);
        GateReport gate =
                GateReport.of("", "", false).with(diff).ended(diff.failure().orElse(null));
        files.write(
                GateDocument.of(gate, GateFiles.command(spec)),
                JUnitXml.of(gate, Duration.between(begun, around.clock().instant())));
        output.print(spec, output.json() ? Json.pretty(diff) : diff.text());
    }

    private static String text(Results results) {
        return Parts.provided().map(parts -> parts.explained(results)).orElse("") + ExplainText.of(results);
    }

    @Override
    public void verdict(Results results) {
        Optional<Failure> failure = compared.isEmpty()
                ? notCounted(results)
                : ExchangeDiff.of(results).failure();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private static Optional<Failure> notCounted(Results results) {
        Map<String, List<String>> missing = new LinkedHashMap<>();
        results.cells().stream()
                .filter(cell -> cell.status() != CellResult.Status.UNSUPPORTED
                        && cell.traffic().exchange() == null)
                .forEach(cell -> missing.computeIfAbsent(
                                cell.reason() == null
                                        ? String.valueOf(cell.traffic().exchangeUnavailable())
                                        : cell.reason(),
                                reason -> new ArrayList<>())
                        .add(cell.key()));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Failure.Incomplete(
                        "the round trips of some cells were not counted",
                        missing.entrySet().stream()
                                .map(cells -> cells.getValue().get(0)
                                        + (cells.getValue().size() == 1
                                                ? ""
                                                : " and " + (cells.getValue().size() - 1) + " more")
                                        + ": " + cells.getKey())
                                .collect(Collectors.joining("\n")),
                        "logs/agent.log of the run has the agent's full output."));
    }
}
