package dev.jdbcbench.watch;

import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.untrusted.ShellWord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code watch}: relays the connections of an application to its database, and reports what it saw. */
final class Watch {
    private static final long REDRAWN_MILLIS = 1000;

    /** Interval between lines if they cannot be redrawn, ms. */
    private static final long LINES_MILLIS = 30_000;

    /** Interval for checking for typed lines, ms. */
    private static final long TYPED_MILLIS = 100;

    private static final long MILLI_NANOS = 1_000_000;

    /** Shows what was seen. */
    interface View {
        void watched(WatchReport report, Optional<RecordingGate> gate);

        /**
         * Tells others the verdict.
         *
         * @throws Failure if it does not pass
         */
        void judged(RecordingGate gate);
    }

    private final CommandContext around;
    private final WatchInput input;
    private final WatchInput.Distance distance;
    private final WatchInput.Encryption encryption;
    private final @Nullable Path record;
    private final boolean withValues;
    private final Console console;
    private final View view;

    Watch(
            CommandContext around,
            WatchInput input,
            WatchInput.Distance distance,
            WatchInput.Encryption encryption,
            WatchInput.Recorded recorded,
            Console console,
            View view) {
        this.around = around;
        this.input = input;
        this.distance = distance;
        this.encryption = encryption;
        this.record = recorded.file();
        this.withValues = recorded.withValues();
        this.console = console;
        this.view = view;
    }

    /**
     * Relays until the time is over, the user presses Ctrl-C, or the relay ends.
     *
     * @param allowed how much a transaction may need; empty if nothing is judged
     */
    void carryOut(Optional<Allowed> allowed) throws IOException {
        if (record != null || allowed.isEmpty()) {
            watch(Optional.ofNullable(record), allowed);
            return;
        }
        Path directory = Files.createTempDirectory("bench-watch");
        Path file = directory.resolve("transactions.json");
        try {
            watch(Optional.of(file), allowed);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }

    private void watch(Optional<Path> file, Optional<Allowed> allowed) throws IOException {
        Greeting greeting = Greeting.of(input.target());
        if (encryption.ends() && !greeting.tls()) {
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
        Optional<TlsEnds> ends = encryption.ends() ? Optional.of(ends()) : Optional.empty();
        Optional<Recorder> recorder = file.map(to -> recorder(to));
        TrafficCounts tally = new TrafficCounts(System::nanoTime, recorder);
        long started = System.nanoTime();
        WatchReport report;
        boolean worked;
        try (WatchRelay relay = relay(link, tally, ends, recorder)) {
            announce(relay.address(), greeting);
            follow(
                    line -> typed(line, link, tally, started),
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
        view.watched(report, gate);
        if (record != null) {
            console.say("recording: " + record + (withValues ? " (contains your data)" : "")
                    + ". Read it: bench explain " + ShellWord.quoted(record.toString()));
        }
        gate.ifPresent(view::judged);
        if (!worked) {
            throw new Failure.Command(
                    "the relay ended early",
                    "an unexpected error, which the report shows",
                    "Start bench watch again.",
                    null);
        }
    }

    private String name() {
        return record == null ? "the application" : record.toString();
    }

    private Recorder recorder(Path file) {
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
                    "cannot measure the wake-up delay of this host",
                    String.valueOf(e.getMessage()),
                    "bench watch --record needs connections over loopback.",
                    e);
        }
    }

    private TlsEnds ends() throws IOException {
        SelfSigned own = SelfSigned.make();
        Path certificate = encryption.certificate();
        if (certificate != null) {
            OutputOptions.write(certificate, own.certificate(), "--tls-certificate");
        }
        boolean named = !input.place().matches("(localhost|[0-9.]+|\\[.*]):[0-9]+");
        return TlsEnds.of(own, input.ca(), named);
    }

    private WatchRelay relay(
            DelayedPath link, TrafficCounts tally, Optional<TlsEnds> ends, Optional<Recorder> recorder) {
        try {
            return new WatchRelay(input.listen(), input.target(), link, tally, withValues, ends);
        } catch (Failure e) {
            recorder.ifPresent(Recorder::abandon);
            throw e;
        }
    }

    private void announce(InetSocketAddress address, Greeting greeting) {
        console.say("relaying " + WatchInput.text(address) + " → " + input.place() + " (" + greeting.version() + ")"
                + (input.rtt().isZero() ? "" : " with " + distance.rtt() + " added to each round trip")
                + (distance.jitter() == null ? "" : ", jitter " + distance.jitter())
                + (distance.bandwidth() == null ? "" : ", " + distance.bandwidth() + "bit/s"));
        console.say("Let your application connect to " + WatchInput.text(address) + " instead, "
                + (encryption.ends() ? "with or " : "") + "without TLS. Ctrl-C ends it with a report.");
        if (encryption.ends() && input.ca().isEmpty()) {
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
    private void follow(Consumer<String> typed, Supplier<WatchReport> now, BooleanSupplier works) {
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
                    List<String> lines =
                            WatchText.live(now.get()).stream().map(console::cut).toList();
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
    private void typed(String line, DelayedPath link, TrafficCounts tally, long started) {
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
