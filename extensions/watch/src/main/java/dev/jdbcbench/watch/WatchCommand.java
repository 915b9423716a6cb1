package dev.jdbcbench.watch;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.GateFiles;
import dev.jdbcbench.cli.HostOptions;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.DeveloperLog;
import dev.jdbcbench.cli.console.Signals;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench watch}: a relay between an application and its database, and what it saw. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        header = "what does my application wait for? a relay to its database",
        description = {
            "Relays an application's connections to its database and changes no byte. Let the application connect to the address of --listen"
                    + " instead of the database. Ctrl-C ends with a report: round trips, time in the network and in the server, the statements"
                    + " that wait most, and habits that cost round trips.",
            "It neither reads nor keeps passwords. Connections with TLS pass, but their statements cannot be read: connect without TLS"
                    + " (sslMode=disable, or DISABLED), or let the relay end it with --tls.",
            "--record keeps the transactions for bench explain FILE."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bench watch --to db1.example.com:3306                 until Ctrl-C",
            "  bench watch --to 127.0.0.1:3306 --rtt 5ms --for 60s   as if the database were 5 ms away",
            "  bench watch --to 127.0.0.1:3306 --record shop.json    then: bench explain shop.json",
            "  bench watch --to db1.example.com:3306 --tls           for applications that require TLS"
        })
public final class WatchCommand implements Callable<Integer>, Watch.View {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private HostOptions hosts = new HostOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private RelayOptions relay = new RelayOptions();

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Mixin
    private RecordOptions recorded = new RecordOptions();

    @Option(
            names = "--fail-above",
            paramLabel = "LIMITS",
            description =
                    "at the end, exit with 7 if a transaction needed more, like '10 round trips,20 statements,64K bytes'")
    private @Nullable String failAbove;

    @Mixin
    private GateFiles files = new GateFiles();

    public WatchCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    @SuppressWarnings("try") // an open log is in effect
    public Integer call() throws IOException {
        WatchInput input = relay.input(hosts, hosts.hosts(around), tls.typed(), recorded.limit());
        if (failAbove == null && files.wanted()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--summary and --junit need --fail-above"),
                    "Add --fail-above '10 round trips'.");
        }
        Optional<Allowed> allowed = Optional.ofNullable(failAbove).map(text -> Allowed.of(text, false));
        WatchInput.Recorded wanted = recorded.typed();
        Signals signals = around.signals();
        Console console = new Console(spec.commandLine().getErr(), around.display(), common.quiet, signals);
        signals.begin(new Signals.Work() {
            @Override
            public void stopRequested(String signal) {
                console.say("ending: the report follows");
            }

            @Override
            public void left() {
                console.error("interrupted again: bench leaves at once, without a report\n");
            }
        });
        try (DeveloperLog log = DeveloperLog.start(
                common.verbose() ? Optional.of(spec.commandLine().getErr()) : Optional.empty())) {
            new Watch(around, input, relay.distance(), tls.typed(), wanted, console, this).carryOut(allowed);
        } finally {
            signals.end();
            console.close();
            signals.treatAsSuccess(Set.of("INT", "TERM")); // a script ends a job in the background by TERM
        }
        return ExitCode.OK.number();
    }

    @Override
    public void watched(WatchReport report, Optional<RecordingGate> gate) {
        List<Block> blocks = new ArrayList<>(WatchText.of(report));
        gate.ifPresent(judged -> blocks.add(Block.part(RecordingGateText.text(judged))));
        output.print(spec, output.json() ? Json.pretty(report) : output.text(spec, blocks));
    }

    /**
     * Writes the files of a gate, and fails if it does.
     *
     * @throws Failure.Regression if a transaction needed more than allowed
     * @throws Failure.Incomplete if not everything was recorded
     */
    @Override
    public void judged(RecordingGate gate) {
        files.write(RecordingGateText.markdown(gate, GateFiles.command(spec)), RecordingGateText.junit(gate));
        gate.failure().ifPresent(failure -> {
            throw failure;
        });
    }
}
