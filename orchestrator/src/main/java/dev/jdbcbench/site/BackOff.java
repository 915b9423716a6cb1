package dev.jdbcbench.site;

import dev.jdbcbench.failure.Failure;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pauses between attempts to reconnect, short ones first, because most connections are back soon. Not thread safe.
 */
public final class BackOff {
    /** The last pause is used for all further attempts. */
    private static final List<Duration> PAUSES =
            Stream.of(1, 2, 4, 8, 15).map(Duration::ofSeconds).toList();

    private final Progress progress;
    private final Surroundings surroundings;
    private final long since;
    private int attempts;

    public BackOff(Progress progress, Surroundings surroundings) {
        this.progress = progress;
        this.surroundings = surroundings;
        this.since = surroundings.nanoTime();
    }

    /** Time since the connection was lost. */
    public Duration elapsed() {
        return Duration.ofNanos(surroundings.nanoTime() - since);
    }

    /**
     * Waits for the next attempt, and reports it.
     *
     * @param lost the failed connection
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public void pause(Failure.Host lost) throws InterruptedException {
        Duration pause = PAUSES.get(Math.min(attempts++, PAUSES.size() - 1));
        progress.warn(lost.getMessage() + " (" + lost.why() + "); trying again in " + pause.toSeconds() + " s, attempt "
                + attempts);
        for (long left = pause.toSeconds(); left > 0; left--) {
            progress.waiting(String.valueOf(lost.getMessage()), left);
            surroundings.pause();
        }
    }
}
