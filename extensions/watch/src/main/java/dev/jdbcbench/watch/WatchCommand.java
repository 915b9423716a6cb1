package dev.jdbcbench.watch;

import dev.jdbcbench.certificate.SelfSigned;
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
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.ShellWord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
public final class WatchCommand implements Callable<Integer> {
    private static final long REDRAWN_MILLIS = 1000;

    /** Interval between lines if they cannot be redrawn, ms. */
    private static final long LINES_MILLIS = 30_000;

    /** Interval for checking for typed lines, ms. */
    private static final long TYPED_MILLIS = 100;

    private static final long MILLI_NANOS = 1_000_000;

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
                            + " travel together. Another time and Enter change it while the relay works")
    private @Nullable String rtt;

    @Option(
            names = "--jitter",
            paramLabel = "TIME",
            description =
                    "delay each direction by up to this much more, evenly distributed. Order is kept, as TCP does. jitter 2ms and"
                            + " Enter change it while the relay works")
    private @Nullable String jitter;

    @Option(
            names = "--bandwidth",
            paramLabel = "BITS",
            description =
                    "share this bandwidth among all connections, in each direction, like 100M (bits per second, without"
                            + " the headers of a network). bandwidth 10M and Enter change it while the relay works")
    private @Nullable String bandwidth;

    @Option(names = "--loss", paramLabel = "SHARE", description = "is refused: a relay has no packets to lose")
    private @Nullable String loss;

    @Option(
            names = "--tls",
            description =
                    "end the application's TLS with a certificate of the relay's own, so statements can be read; the relay"
                            + " encrypts to the database, too")
    private boolean tls;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description =
                    "with --tls, verify the database with these CA certificates (PEM), and its name if it was named"
                            + " (default: the CA of the hosts file, else it is not verified)")
    private @Nullable Path tlsCa;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "with --tls, write the relay's certificate (PEM) here, for applications that verify it. It names"
                            + " localhost, 127.0.0.1 and ::1")
    private @Nullable Path tlsCertificate;

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
        WatchInput input = WatchInput.of(
                hosts,
                hosts.hosts(around),
                to,
                listen,
                listenAny,
                duration,
                new WatchInput.Distance(rtt, jitter, bandwidth, loss),
                new WatchInput.Encryption(tls, tlsCa, tlsCertificate),
                recordLimit);
        if (record == null && withValues) {
            throw new Failure.Input(
                    "the command line has a problem", List.of("--with-values needs --record"), "Add --record FILE.");
        }
        if (failAbove == null && files.wanted()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--summary and --junit need --fail-above"),
                    "Add --fail-above '10 round trips'.");
        }
        Optional<Allowed> allowed = Optional.ofNullable(failAbove).map(text -> Allowed.of(text, false));
        Optional.ofNullable(record).ifPresent(file -> OutputOptions.require(file, "--record"));
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
            watch(input, allowed, console);
        } finally {
            signals.end();
            console.close();
            signals.treatAsSuccess(Set.of("INT", "TERM")); // a script ends a job in the background by TERM
        }
        return ExitCode.OK.number();
    }

    private void watch(WatchInput input, Optional<Allowed> allowed, Console console) throws IOException {
        if (record != null || allowed.isEmpty()) {
            watch(input, Optional.ofNullable(record), allowed, console);
            return;
        }
        Path directory = Files.createTempDirectory("bench-watch");
        Path file = directory.resolve("transactions.json");
        try {
            watch(input, Optional.of(file), allowed, console);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }

    private void watch(WatchInput input, Optional<Path> file, Optional<Allowed> allowed, Console console)
            throws IOException {
        Greeting greeting = Greeting.of(input.target());
        if (tls && !greeting.tls()) {
            throw new Failure.Command(
                    "the server at " + input.place() + " offers no TLS",
                    "its greeting does not have that flag, so no application can use TLS with it",
                    "Leave out --tls.",
                    null);
        }
        DelayedPath link = new DelayedPath(
                input.rtt().toNanos() / 2,
                greeting.handshake().toNanos(),
                input.jitter().toNanos(),
                input.bandwidth());
        Optional<TlsEnds> ends = tls ? Optional.of(ends(input)) : Optional.empty();
        Optional<Recorder> recorder = file.map(to -> recorder(to, input));
        TrafficCounts tally = new TrafficCounts(System::nanoTime, recorder);
        long started = System.nanoTime();
        WatchReport report;
        boolean worked;
        try (WatchRelay relay = relay(input, link, tally, ends, recorder)) {
            announce(console, relay.address(), input, greeting);
            follow(
                    input,
                    console,
                    line -> typed(line, console, link, tally, started),
                    () -> tally.report(input.place(), greeting.version(), link),
                    relay::works);
            worked = relay.works();
        } finally {
            console.cleaningUp();
        }
        report = tally.report(input.place(), greeting.version(), link);
        console.close();
        recorder.ifPresent(to -> to.finish(report));
        Optional<RecordingGate> gate =
                allowed.flatMap(most -> file.map(from -> RecordingGate.of(name(), Recording.read(from), most)));
        output.print(
                spec,
                output.json()
                        ? Json.pretty(report)
                        : WatchText.of(report)
                                + gate.map(judged -> "\n" + RecordingGateText.text(judged))
                                        .orElse(""));
        if (record != null) {
            console.say("recording: " + record + (withValues ? " (contains your data)" : "")
                    + ". Read it: bench explain " + ShellWord.quoted(record.toString()));
        }
        gate.ifPresent(this::judge);
        if (!worked) {
            throw new Failure.Command(
                    "the relay ended before its time",
                    "an error that bench does not know; the report has it",
                    "Start bench watch again.",
                    null);
        }
    }

    /**
     * Writes the files of a gate, and fails if it does.
     *
     * @throws Failure.Regression if a transaction needed more than allowed
     * @throws Failure.Incomplete if not everything was recorded
     */
    private void judge(RecordingGate gate) {
        files.write(RecordingGateText.markdown(gate, GateFiles.command(spec)), RecordingGateText.junit(gate));
        gate.failure().ifPresent(failure -> {
            throw failure;
        });
    }

    private String name() {
        return record == null ? "the application" : record.toString();
    }

    private Recorder recorder(Path file, WatchInput input) {
        return new Recorder(
                file,
                withValues,
                input.recordLimit(),
                around.clock().instant(),
                System.nanoTime(),
                input.rtt().toNanos() / Unit.NANOS_PER_MICRO,
                wakeUps());
    }

    private static List<WakeUp> wakeUps() {
        try {
            return WakeUp.measured();
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot measure how late programs wake up on this host",
                    String.valueOf(e.getMessage()),
                    "bench watch --record needs connections over loopback.",
                    e);
        }
    }

    private TlsEnds ends(WatchInput input) throws IOException {
        SelfSigned own = SelfSigned.make();
        if (tlsCertificate != null) {
            OutputOptions.write(tlsCertificate, own.certificate(), "--tls-certificate");
        }
        boolean named = !input.place().matches("(localhost|[0-9.]+|\\[.*]):[0-9]+");
        return TlsEnds.of(own, input.ca(), named);
    }

    private WatchRelay relay(
            WatchInput input,
            DelayedPath link,
            TrafficCounts tally,
            Optional<TlsEnds> ends,
            Optional<Recorder> recorder) {
        try {
            return new WatchRelay(input.listen(), input.target(), link, tally, withValues, ends);
        } catch (Failure e) {
            recorder.ifPresent(Recorder::abandon);
            throw e;
        }
    }

    private void announce(Console console, InetSocketAddress address, WatchInput input, Greeting greeting) {
        console.say("relaying " + WatchInput.text(address) + " → " + input.place() + " (" + greeting.version() + ")"
                + (input.rtt().isZero() ? "" : " with " + rtt + " added to each round trip")
                + (jitter == null ? "" : ", jitter " + jitter)
                + (bandwidth == null ? "" : ", " + bandwidth + "bit/s"));
        console.say("Let your application connect to " + WatchInput.text(address) + " instead, "
                + (tls ? "with or " : "") + "without TLS. Ctrl-C ends it with a report.");
        if (tls && input.ca().isEmpty()) {
            console.warn("the relay encrypts to the database but does not verify it: --tls-ca FILE does");
        }
        if (withValues) {
            console.warn("the recording " + record + " will contain the data in your statements");
        }
        if (!address.getAddress().isLoopbackAddress()) {
            console.warn("other machines can reach " + WatchInput.text(address)
                    + ", and everything travels unencrypted between them and this one");
        }
    }

    /** Shows the traffic until the time is over, the user presses Ctrl-C, or the relay has ended. */
    private void follow(
            WatchInput input,
            Console console,
            Consumer<String> typed,
            Supplier<WatchReport> now,
            BooleanSupplier works) {
        long start = System.nanoTime();
        long end = input.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        long pause = (console.redraws() ? REDRAWN_MILLIS : LINES_MILLIS) * MILLI_NANOS;
        long next = start + pause;
        try {
            for (long left = end; left > 0 && works.getAsBoolean(); left = end - (System.nanoTime() - start)) {
                Thread.sleep(Math.max(1, Math.min(left, TYPED_MILLIS * MILLI_NANOS) / MILLI_NANOS));
                around.typed().line().ifPresent(typed);
                if (System.nanoTime() < next) {
                    continue;
                }
                next = System.nanoTime() + pause;
                if (console.redraws()) {
                    List<String> lines = WatchText.live(now.get(), console.columns());
                    console.redraw(lines, "Ctrl-C ends it with a report; 5ms and Enter add that RTT");
                } else if (System.nanoTime() - start < end) {
                    console.redraw(WatchText.brief(now.get()));
                }
            }
        } catch (InterruptedException e) {
            // The user asked to end, which is the normal end of this command. The interrupt flag stays clear because
            // files are written next.
            console.cleaningUp();
        }
    }

    /** Applies a change of the path that the user typed. */
    private void typed(String line, Console console, DelayedPath link, TrafficCounts tally, long started) {
        Optional<PathChange> wanted = PathChange.typed(line);
        if (record != null) {
            console.say("not changed: a recording has a single RTT");
        } else if (wanted.isEmpty()) {
            console.say("cannot read " + line.strip()
                    + ": type a time like 5ms, jitter 2ms, or bandwidth 100M, and Enter; 0 resets it");
        } else {
            wanted.get().change().accept(link);
            String said = wanted.get().said();
            tally.note("since second "
                    + Duration.ofNanos(System.nanoTime() - started).toSeconds() + ", " + said);
            console.say("from now on, " + said);
        }
    }
}
