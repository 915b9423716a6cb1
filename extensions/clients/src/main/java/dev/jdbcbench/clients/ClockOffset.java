package dev.jdbcbench.clients;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.load.Unit;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The offset of a host's clock from this machine's, by the fastest of several queries for its time (Cristian,
 * "Probabilistic clock synchronization", 1989): the host read its clock at some moment between query and answer.
 *
 * @param aheadNanos negative if the host is behind
 * @param withinNanos the maximum error of the offset
 */
record ClockOffset(long aheadNanos, long withinNanos) {
    /** If clocks drift apart further than this during a run, turns may not have started together. */
    static final long MOST_DRIFT_NANOS = 50_000_000;

    private static final ClockOffset NONE = new ClockOffset(0, 0);

    private static final int QUESTIONS = 9;
    private static final Pattern NANOS = Pattern.compile("[0-9]{16,19}");

    /** Asks a host for its time, in nanoseconds since 1970; empty if it does not answer. */
    interface Question {
        Optional<Long> ask();
    }

    /**
     * Compares the clock of a host with this machine's.
     *
     * @throws Failure.Command if the host cannot report its time
     */
    static ClockOffset of(Host host, Clock here) {
        if (host.local()) {
            return NONE;
        }
        Command date = Command.query("date", "+%s%N");
        return of(
                        () -> Optional.of(host.run(date).out().strip())
                                .filter(NANOS.asMatchPredicate())
                                .map(Long::valueOf),
                        here)
                .orElseThrow(() -> new Failure.Command(
                        "cannot compare the clock of " + host.name(),
                        "its date program does not support +%s%N",
                        "Several clients need GNU date, as Debian and Ubuntu have it.",
                        null));
    }

    /** Compares the clocks; empty if no query was answered. */
    static Optional<ClockOffset> of(Question question, Clock here) {
        Optional<ClockOffset> best = Optional.empty();
        for (int i = 0; i < QUESTIONS; i++) {
            long asked = nanos(here);
            Optional<Long> there = question.ask();
            long answered = nanos(here);
            if (there.isPresent()) {
                long within = (answered - asked) / 2;
                ClockOffset found = new ClockOffset(there.get() - asked - within, within);
                best = best.filter(old -> old.withinNanos <= found.withinNanos).or(() -> Optional.of(found));
            }
        }
        return best;
    }

    private static long nanos(Clock clock) {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** The offset relative to another host's clock. */
    ClockOffset from(ClockOffset other) {
        return new ClockOffset(aheadNanos - other.aheadNanos, withinNanos + other.withinNanos);
    }

    /** Whether two comparisons of the same clocks differ by more than drift and their errors allow. */
    boolean driftedFrom(ClockOffset earlier) {
        return Math.abs(aheadNanos - earlier.aheadNanos) > MOST_DRIFT_NANOS + withinNanos + earlier.withinNanos;
    }

    /** The offset in words: {@code 0.4 ms ahead (± 3.1 ms)}. */
    String words() {
        return String.format(
                Locale.ROOT,
                "%.1f ms %s (± %.1f ms)",
                Math.abs(aheadNanos) / Unit.NANOS_PER_MILLI,
                aheadNanos < 0 ? "behind" : "ahead",
                withinNanos / Unit.NANOS_PER_MILLI);
    }
}
