package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Progress;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.WarmupCut;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a person sees on stderr while a run goes: one line that redraws on a terminal, plain lines elsewhere, nothing but errors
 * when quiet. Thread safe.
 */
final class Console implements Progress {
    private static final int WIDTH = 100;
    private static final long MEGABYTE = 1_000_000;
    /** In bytes: over before anybody has read of it. */
    private static final long SHORT_TRANSFER = 10 * MEGABYTE;

    /** Of a download: often enough to see it move, and not a page of lines where lines do not redraw. */
    private static final int STEPS_ON_TERMINAL = 100;

    private static final int STEPS_ELSEWHERE = 4;

    private final PrintWriter err;
    private final Clock clock;
    private final boolean terminal;
    private final boolean quiet;
    private final Set<String> transfersSaid = new HashSet<>();
    private final Runnable undoing;
    private boolean lineOpen;
    private Optional<Plan> plan = Optional.empty();
    private Instant measuringSince = Instant.EPOCH;
    private Optional<ForkCount> forks = Optional.empty();
    private int cellsChecked;

    /**
     * A console on a stream.
     *
     * @param undoing is told when everything begins to be undone
     */
    Console(PrintWriter err, Clock clock, boolean terminal, boolean quiet, Runnable undoing) {
        this.undoing = undoing;
        this.err = err;
        this.clock = clock;
        this.terminal = terminal;
        this.quiet = quiet;
    }

    /** Ends a redrawn line, so that what comes next stands on a line of its own. */
    synchronized void close() {
        if (lineOpen) {
            err.print("\r\033[K");
            lineOpen = false;
        }
        err.flush();
    }

    @Override
    public synchronized void say(String line) {
        if (!quiet) {
            close();
            err.println(line);
            err.flush();
        }
    }

    @Override
    public synchronized void warn(String line) {
        close();
        err.println("warning: " + line);
        err.flush();
    }

    /** Prints a text as it is, also when quiet. */
    synchronized void error(String text) {
        close();
        err.print(text);
        err.flush();
    }

    private void redraw(String line) {
        if (quiet) {
            return;
        }
        if (terminal) {
            err.print("\r\033[K" + (line.length() > WIDTH ? line.substring(0, WIDTH) : line));
            lineOpen = true;
        } else {
            err.println(line);
        }
        err.flush();
    }

    @Override
    public void undoing() {
        undoing.run();
    }

    @Override
    public synchronized void transferred(String file, long bytes, long total) {
        int steps = terminal ? STEPS_ON_TERMINAL : STEPS_ELSEWHERE;
        if (total < SHORT_TRANSFER || !transfersSaid.add(file + " " + bytes * steps / total)) {
            return;
        }
        redraw(String.format(
                Locale.ROOT,
                "downloading %s: %d of %d MB",
                file,
                (bytes + MEGABYTE / 2) / MEGABYTE,
                (total + MEGABYTE - 1) / MEGABYTE));
    }

    @Override
    public synchronized void planned(Plan planned) {
        plan = Optional.of(planned);
        forks = Optional.of(new ForkCount(planned));
        int unsupported = planned.entries().size() - planned.cells().size();
        say("run " + planned.run() + ": " + planned.cells().size() + " cells"
                + (unsupported == 0 ? "" : " (and " + unsupported + " unsupported)") + " × "
                + planned.profile().forks() + " forks, " + time(planned) + " (profile "
                + planned.profile().name() + ", seed "
                + planned.seed() + ")");
        boolean compares = !planned.goal()
                .contrast()
                .pairs(planned, planned.goal().baseGlob())
                .isEmpty();
        if (planned.profile().claims() && !compares) {
            say("nothing differs along " + planned.goal().contrast() + ": no cell is compared with another");
        }
    }

    private static String time(Plan planned) {
        Profile profile = planned.profile();
        String least = duration(planned.forksTime(profile.fewestForks()));
        Duration budget = planned.goal().budget();
        return (profile.adaptive()
                        ? "from " + least + " to " + duration(planned.forksTime(profile.mostForks()))
                        : "about " + least)
                + (budget == null ? "" : ", at most " + duration(budget));
    }

    @Override
    public synchronized void happened(Event event) {
        forks.ifPresent(count -> count.happened(event));
        if (event instanceof Event.SessionStarted) {
            say("checking what each cell returns, before anything is measured");
        } else if (event instanceof Event.CellChecked check) {
            checked(check);
        } else if (event instanceof Event.BlockStarted block && block.block() == 1) {
            measuringSince = clock.instant();
        } else if (event instanceof Event.ForkStarted started) {
            if (terminal) {
                redraw(progress() + " · " + name(started.cell()));
            }
        } else if (event instanceof Event.ForkFinished fork) {
            double[] iterations =
                    fork.iterations().stream().mapToDouble(Double::doubleValue).toArray();
            double score = WarmupCut.mean(
                    iterations,
                    plan.map(known -> known.profile().cut(iterations)).orElse(0));
            redraw(progress() + String.format(Locale.ROOT, " · %s: %.1f µs/op", name(fork.cell()), score));
        } else if (event instanceof Event.ForkFailed fork && fork.block() == 0) {
            warn("the check of " + name(fork.cell()) + " failed: " + fork.reason());
        } else if (event instanceof Event.ForkFailed fork) {
            warn("a fork of " + name(fork.cell()) + " failed: " + fork.reason());
        } else if (event instanceof Event.ForkRejected fork) {
            say("a fork of " + name(fork.cell()) + " does not count and is repeated: " + fork.reason());
        } else if (event instanceof Event.Decided decided && terminal) {
            redraw(progress() + " · " + decided.row() + ": " + decided.decision());
        } else if (event instanceof Event.HostUnfit host) {
            host.reasons().forEach(reason -> warn(host.host() + " is not fit to measure on: " + reason));
        } else if (event instanceof Event.ServiceTimeMeasured times && times.unavailable() != null) {
            warn("no percentiles of " + name(times.cell()) + ": " + times.unavailable());
        } else if (event instanceof Event.Note note) {
            say(note.text());
        }
    }

    private void checked(Event.CellChecked check) {
        cellsChecked++;
        if (check.unsupported() != null) {
            say("cannot measure " + name(check.cell()) + ": " + check.unsupported());
        } else if (terminal) {
            redraw("checked " + cellsChecked + "/"
                    + plan.map(known -> known.measured().size()).orElse(0) + " · " + name(check.cell()));
        }
    }

    private String name(String key) {
        return plan.flatMap(known -> known.cell(key)).map(Console::name).orElse(key);
    }

    private static String name(Cell cell) {
        return cell.topology() + " " + cell.scenarioWithParams() + " " + cell.mode() + " " + cell.driver() + " "
                + cell.driverVersion();
    }

    /** Forks done, and about how long the rest takes if it goes on like this. */
    private String progress() {
        String left = "";
        int ended = forks.map(ForkCount::ended).orElse(0);
        int planned = forks.map(ForkCount::planned).orElse(0);
        if (ended > 0 && ended < planned) {
            Duration each = Duration.between(measuringSince, clock.instant()).dividedBy(ended);
            left = ", about " + duration(each.multipliedBy((long) planned - ended)) + " left";
        }
        return "fork " + ended + "/" + planned + left;
    }

    static String duration(Duration duration) {
        long seconds = Math.max(1, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }
}
