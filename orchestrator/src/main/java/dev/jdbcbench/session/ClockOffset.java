package dev.jdbcbench.session;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How far a host's clock is ahead of this machine's, from the fastest of several questions for its time (Cristian, "Probabilistic
 * clock synchronization", 1989): the answer was given at some moment between question and answer.
 *
 * @param aheadNanos negative when it is behind
 * @param withinNanos the offset is right within this
 */
record ClockOffset(long aheadNanos, long withinNanos) {
    /** Clocks that drift apart further during a run put the common start in doubt. */
    static final long MOST_DRIFT_NANOS = 50_000_000;

    private static final ClockOffset NONE = new ClockOffset(0, 0);

    private static final int QUESTIONS = 9;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Pattern NANOS = Pattern.compile("[0-9]{16,19}");

    /** Asks for the time of a host, in nanoseconds since 1970; empty when it does not say. */
    interface Question {
        Optional<Long> ask();
    }

    /**
     * Compares the clock of a host with this machine's.
     *
     * @throws Failure.Command when the host does not say its time
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
                        "its program date does not know +%s%N",
                        "Several clients need GNU date, as Debian and Ubuntu have it.",
                        null));
    }

    /** Compares; empty when no question was answered. */
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
        return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    }

    /** How far it is ahead of another host's clock. */
    ClockOffset from(ClockOffset other) {
        return new ClockOffset(aheadNanos - other.aheadNanos, withinNanos + other.withinNanos);
    }

    /** Whether two comparisons of the same clocks contradict each other by more than they can. */
    boolean driftedFrom(ClockOffset earlier) {
        return Math.abs(aheadNanos - earlier.aheadNanos) > MOST_DRIFT_NANOS + withinNanos + earlier.withinNanos;
    }

    /** In words: {@code 0.4 ms ahead (± 3.1 ms)}. */
    String words() {
        return String.format(
                Locale.ROOT,
                "%.1f ms %s (± %.1f ms)",
                Math.abs(aheadNanos) / NANOS_PER_MILLI,
                aheadNanos < 0 ? "behind" : "ahead",
                withinNanos / NANOS_PER_MILLI);
    }
}
