package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.WatchText;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.watch.Greeting;
import dev.jdbcbench.watch.Link;
import dev.jdbcbench.watch.Recorder;
import dev.jdbcbench.watch.Tally;
import dev.jdbcbench.watch.WatchRelay;
import dev.jdbcbench.watch.WatchReport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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
                    + " (sslMode=disable, or DISABLED).",
            "--record keeps the transactions for bench explain FILE."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bench watch --to db1.example.com:3306                 until Ctrl-C",
            "  bench watch --to 127.0.0.1:3306 --rtt 5ms --for 60s   as if the database were 5 ms away",
            "  bench watch --to 127.0.0.1:3306 --record shop.json    then: bench explain shop.json"
        })
final class WatchCommand implements Callable<Integer> {
    private static final long REDRAWN_MILLIS = 1000;

    /** Where a line cannot be redrawn. */
    private static final long LINES_MILLIS = 30_000;

    private static final long MILLI_NANOS = 1_000_000;
    private static final double NANOS_PER_MICRO = 1e3;

    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private HostOptions hosts = new HostOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--to",
            paramLabel = "HOST:PORT",
            description =
                    "the database: an address, a host of the hosts file with a port, or a server of the hosts file."
                            + " Default: the host of --db-host, port 3306")
    private @Nullable String to;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS:PORT",
            defaultValue = "127.0.0.1:3307",
            description = "where the application connects to (default: ${DEFAULT-VALUE}); port 0 takes a free one")
    private String listen = "127.0.0.1:3307";

    @Option(
            names = "--listen-any",
            description =
                    "let other machines connect to the address of --listen. They then reach your database, in clear text")
    private boolean listenAny;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "end after this time, like 60s or 1h30m (default: at Ctrl-C)")
    private @Nullable String duration;

    @Option(
            names = "--rtt",
            paramLabel = "TIME",
            description =
                    "add this round trip time, half in each direction, like 0.5ms or 20ms. Requests that are sent together"
                            + " travel together")
    private @Nullable String rtt;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "write the transactions into this file (mode 0600), without literals and results")
    private @Nullable Path record;

    @Option(
            names = "--with-values",
            description = "with --record, also keep statements as they were sent: the file then contains your data")
    private boolean withValues;

    @Option(
            names = "--record-limit",
            paramLabel = "SIZE",
            defaultValue = "64M",
            description = "the largest recording, like 200M (default: ${DEFAULT-VALUE})")
    private String recordLimit = "64M";

    WatchCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    @SuppressWarnings("try") // the log works by being open
    public Integer call() throws IOException {
        WatchInput input = WatchInput.of(hosts, to, listen, listenAny, duration, rtt, recordLimit);
        if (record == null && withValues) {
            throw new Failure.Input(
                    "the command line has a problem", List.of("--with-values needs --record"), "Add --record FILE.");
        }
        Signals signals = around.signals();
        Console console = new Console(spec.commandLine().getErr(), around.display(), common.quiet, signals);
        signals.begin(new Signals.Work() {
            @Override
            public void asked(String signal) {
                console.say("ending: the report follows");
            }

            @Override
            public void left() {
                console.error("interrupted again: bench leaves at once, without a report\n");
            }
        });
        try (DeveloperLog log = DeveloperLog.start(
                common.verbose() ? Optional.of(spec.commandLine().getErr()) : Optional.empty())) {
            watch(input, console);
        } finally {
            signals.end();
            console.close();
        }
        signals.asExpected();
        return ExitCode.OK.number();
    }

    private void watch(WatchInput input, Console console) throws IOException {
        Greeting greeting = Greeting.of(input.target());
        Link link = new Link(input.rtt().toNanos() / 2, greeting.handshake().toNanos());
        Optional<Recorder> recorder = Optional.ofNullable(record).map(file -> recorder(file, input));
        Tally tally = new Tally(System::nanoTime, recorder);
        WatchReport report;
        try (WatchRelay relay = relay(input, link, tally, recorder)) {
            announce(console, relay.address(), input, greeting);
            follow(input, console, () -> tally.report(input.place(), greeting.version(), link));
        } finally {
            console.cleaningUp();
        }
        report = tally.report(input.place(), greeting.version(), link);
        console.close();
        recorder.ifPresent(to -> to.finish(report));
        output.print(spec, output.json() ? Json.pretty(report) : WatchText.of(report));
        if (record != null) {
            console.say("recording: " + record + (withValues ? " (contains your data)" : "")
                    + ". Read it: bench explain " + record);
        }
    }

    private Recorder recorder(Path file, WatchInput input) {
        return new Recorder(
                file,
                withValues,
                input.recordLimit(),
                around.clock().instant(),
                System.nanoTime(),
                input.rtt().toNanos() / NANOS_PER_MICRO);
    }

    private WatchRelay relay(WatchInput input, Link link, Tally tally, Optional<Recorder> recorder) {
        try {
            return new WatchRelay(input.listen(), input.target(), link, tally, withValues);
        } catch (Failure e) {
            recorder.ifPresent(Recorder::abandon);
            throw e;
        }
    }

    private void announce(Console console, InetSocketAddress address, WatchInput input, Greeting greeting) {
        console.say("relaying " + WatchInput.text(address) + " → " + input.place() + " (" + greeting.version() + ")"
                + (input.rtt().isZero() ? "" : " with " + rtt + " added to each round trip"));
        console.say("Let your application connect to " + WatchInput.text(address)
                + " instead, without TLS. Ctrl-C ends it with a report.");
        if (withValues) {
            console.warn("the recording " + record + " will contain the data in your statements");
        }
        if (!address.getAddress().isLoopbackAddress()) {
            console.warn("other machines can reach " + WatchInput.text(address)
                    + ", and everything travels unencrypted between them and this one");
        }
    }

    /** Shows the traffic until the time is over or the user presses Ctrl-C. */
    private void follow(WatchInput input, Console console, Supplier<WatchReport> now) {
        long start = System.nanoTime();
        long end = input.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        long pause = (console.redraws() ? REDRAWN_MILLIS : LINES_MILLIS) * MILLI_NANOS;
        try {
            for (long left = end; left > 0; left = end - (System.nanoTime() - start)) {
                Thread.sleep(Math.max(1, Math.min(left, pause) / MILLI_NANOS));
                if (console.redraws()) {
                    List<String> lines = WatchText.live(now.get(), console.columns());
                    console.redraw(lines, "Ctrl-C ends it with a report");
                } else if (System.nanoTime() - start < end) {
                    console.redraw(WatchText.brief(now.get()));
                }
            }
        } catch (InterruptedException e) {
            // Asked to end, which is how this command ends. The flag stays clear: what follows writes files.
            console.cleaningUp();
        }
    }
}
