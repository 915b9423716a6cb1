package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.report.Parts;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.ExchangeText;
import dev.jdbcbench.report.compare.GateReport;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.traffic.ExplainJson;
import dev.jdbcbench.report.traffic.ExplainText;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.usecase.Explain;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
final class ExplainCommand implements Callable<Integer>, Explain.View {
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

    @Mixin
    private RecordingGateOptions judged = new RecordingGateOptions();

    ExplainCommand(CommandContext around) {
        this.around = around;
        this.begun = around.clock().instant();
    }

    @Override
    public Integer call() throws IOException {
        boolean recordings = compared.stream().anyMatch(RecordingGateOptions::isRecording);
        if (recording != null || recordings) {
            Path file = recording == null ? Path.of(compared.get(1)) : recording;
            Optional<Path> base = recordings ? Optional.of(Path.of(compared.get(0))) : Optional.empty();
            judged.explain(base, file, recording == null, spec, output);
            return ExitCode.OK.number();
        }
        judged.refuse(!compared.isEmpty(), output);
        if (!compared.isEmpty()) {
            where.compare(compared);
        }
        Request request = Request.of(where.where().measured(false))
                .withWhat(what.what(new JvmOptions(), Request.Load.CLOSED))
                .look(Goal.Extent.EXPLAIN, 1);
        boolean own = compared.isEmpty() && !withoutOwn && Parts.provided().isPresent();
        request = request.withQuestion(request.question().withOwn(own));
        StartRun run = StartRun.of("explain", request, HostCommand.here(around, spec, common));
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            Explain.carryOut(run, !compared.isEmpty(), this, console);
            return ExitCode.OK;
        });
    }

    @Override
    public void counted(Results results) {
        output.print(spec, output.json() ? Json.pretty(ExplainJson.of(results)) : output.text(spec, text(results)));
    }

    @Override
    public void compared(ExchangeDiff diff) {
        GateReport gate =
                GateReport.of("", "", false).with(diff).ended(diff.failure().orElse(null));
        judged.files().write(gate, spec, Duration.between(begun, around.clock().instant()));
        output.print(spec, output.json() ? Json.pretty(diff) : output.text(spec, ExchangeText.of(diff)));
    }

    private static List<Block> text(Results results) {
        List<Block> blocks = new ArrayList<>(
                Parts.provided().map(parts -> parts.explained(results)).orElse(List.of()));
        blocks.addAll(ExplainText.of(results));
        return blocks;
    }
}
