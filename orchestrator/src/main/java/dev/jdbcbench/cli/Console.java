package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Progress;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.untrusted.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a person sees on stderr while a run goes: one line that redraws on a terminal, plain lines elsewhere, nothing but warnings and errors
 * when quiet. Thread safe.
 */
final class Console implements Progress {
    private static final long MEGABYTE = 1_000_000;
    /** In bytes: over before anybody has read of it. */
    private static final long SHORT_TRANSFER = 10 * MEGABYTE;

    private final Screen err;
    private final Display display;
    private final boolean quiet;
    private final Set<String> transfersSaid = new HashSet<>();
    private final Signals signals;
    private final List<Supplier<List<String>>> left = new CopyOnWriteArrayList<>();
    private boolean lineOpen;
    private Optional<Plan> plan = Optional.empty();
    private Optional<RunProgress> run = Optional.empty();
    private Optional<Consumer<String>> record = Optional.empty();
    private int cellsChecked;
    private int cellsExplained;

    /**
     * What it writes on.
     *
     * @param redraws whether it is a terminal
     * @param columns the longest line that tells of progress
     * @param steps how often a download is told of: often enough to see it move, and not a page of lines where lines do not redraw
     */
    record Display(boolean redraws, int columns, int steps) {
        /** A file or a pipe. */
        static final Display LINES = new Display(false, 120, 4);

        static Display terminal(int columns) {
            return new Display(true, columns, 100);
        }
    }

    /**
     * A console on a stream.
     *
     * @param signals are told when everything begins to be undone
     */
    Console(PrintWriter err, Display display, boolean quiet, Signals signals) {
        this.signals = signals;
        this.err = Screen.of(err);
        this.display = display;
        this.quiet = quiet;
    }

    /** Ends a redrawn line, so that what comes next stands on a line of its own. */
    synchronized void close() {
        if (lineOpen) {
            err.eraseLine();
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

    @Override
    public synchronized void waiting(String what, long seconds) {
        if (display.redraws()) {
            redraw(what + "; trying again in " + seconds + " s");
        }
    }

    /** Is given each line of the run's events from now on. */
    synchronized void recordTo(Consumer<String> lines) {
        record = Optional.of(lines);
    }

    /** A person is told that the command was asked to end. */
    void asked(String signal) {
        say((signal.equals("INT") ? "interrupted" : "told to end (" + signal + ")")
                + ": bench ends in good order, which may take a while; once more leaves at once");
    }

    /**
     * The last words of a command that leaves at once.
     *
     * @param clean the command that removes what is left
     */
    void leaving(String clean) {
        List<String> lines = new ArrayList<>();
        left.forEach(undo -> lines.addAll(0, undo.get()));
        error(
                lines.isEmpty()
                        ? "interrupted again: bench leaves at once. This command leaves nothing of its own behind.\n"
                        : "interrupted again: bench leaves at once. Left behind:\n  " + String.join("\n  ", lines)
                                + "\nRemove all of it now: " + clean + "\n");
    }

    private void redraw(String line) {
        if (quiet) {
            return;
        }
        if (display.redraws()) {
            String shown = Printable.text(line).lines().findFirst().orElse("");
            err.eraseLine();
            err.print(shown.length() > display.columns() ? shown.substring(0, display.columns()) : shown);
            lineOpen = true;
        } else {
            err.println(line);
        }
        err.flush();
    }

    /**
     * What was undone was not the end of the command: more is to be done.
     *
     * @throws dev.jdbcbench.failure.Failure.Interrupted when somebody asked the command to end meanwhile
     */
    void goOn() {
        signals.goOn();
    }

    @Override
    public void undoing() {
        signals.undoing();
    }

    @Override
    public void mustUndo(Supplier<List<String>> rest) {
        left.add(rest);
    }

    @Override
    public void recorded(String line) {
        Optional<Consumer<String>> lines;
        synchronized (this) {
            lines = record;
        }
        lines.ifPresent(sink -> sink.accept(line));
    }

    @Override
    public synchronized void transferred(String file, long bytes, long total) {
        if (total < SHORT_TRANSFER || !transfersSaid.add(file + " " + bytes * display.steps() / total)) {
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
    public synchronized void planned(Plan planned, List<Event> before) {
        plan = Optional.of(planned);
        run = Optional.of(new RunProgress(planned, before));
        int unsupported = planned.entries().size() - planned.cells().size();
        if (planned.goal().extent() != Goal.Extent.MEASURE) {
            say("run " + planned.run()
                    + (planned.goal().extent() == Goal.Extent.PING
                            ? ""
                            : ": " + planned.cells().size() + " cells"
                                    + (unsupported == 0 ? "" : " (and " + unsupported + " unsupported)")));
            return;
        }
        say("run " + planned.run() + ": " + planned.cells().size() + " cells"
                + (unsupported == 0 ? "" : " (and " + unsupported + " unsupported)") + " × "
                + planned.profile().forks() + (planned.profile().turns() ? " groups, " : " forks, ") + time(planned)
                + " (profile "
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
        run.ifPresent(progress -> progress.happened(event));
        boolean checks = plan.map(known -> !known.cells().isEmpty()).orElse(true);
        if (event instanceof Event.SessionStarted && checks) {
            say("checking what each cell returns, before anything is measured");
        } else if (event instanceof Event.CellChecked check) {
            checked(check);
        } else if (event instanceof Event.CellExplained explained) {
            explained(explained);
        } else if (event instanceof Event.BandwidthMeasured bandwidth && bandwidth.unavailable() != null) {
            warn("the bandwidth to " + bandwidth.server() + " is not known: " + bandwidth.unavailable());
        } else if (event instanceof Event.RttMeasured rtt && pings()) {
            redraw("measuring the RTT to " + rtt.server() + " (" + rtt.topology() + "), " + rtt.method() + ", round "
                    + rtt.block());
        } else if ((event instanceof Event.ForkStarted || event instanceof Event.GroupStarted) && display.redraws()) {
            showProgress();
        } else if (event instanceof Event.ForkFinished fork && fork.inTurns()) {
            return; // progress is shown once its group has ended
        } else if (event instanceof Event.ForkFinished || event instanceof Event.GroupFinished) {
            showProgress();
        } else if (event instanceof Event.ForkFailed fork && fork.block() == 0) {
            warn("the check of " + name(fork.cell()) + " failed: " + fork.reason());
        } else if (event instanceof Event.ForkFailed fork) {
            warn("a fork of " + name(fork.cell()) + " failed: " + fork.reason());
        } else if (event instanceof Event.ServerLost lost) {
            warn("the database " + lost.server() + " of " + lost.topology() + " was lost: " + lost.reason()
                    + (lost.returned() ? "; what that interrupted is done again" : "; its cells are given up"));
        } else if (event instanceof Event.ForkRejected fork) {
            say("a fork of " + name(fork.cell()) + " does not count and is repeated: " + fork.reason());
        } else if (event instanceof Event.HostUnfit host) {
            host.reasons().forEach(reason -> warn(host.host() + " is not fit to measure on: " + reason));
        } else if (event instanceof Event.ServiceTimeMeasured times && times.unavailable() != null) {
            warn("no percentiles of " + name(times.cell()) + ": " + times.unavailable());
        } else if (event instanceof Event.ServiceTimeMeasured) {
            showProgress();
        } else if (event instanceof Event.Note note) {
            say(note.text());
        }
    }

    private boolean pings() {
        return plan.map(known -> known.goal().extent() == Goal.Extent.PING).orElse(false);
    }

    private void explained(Event.CellExplained explained) {
        if (cellsExplained++ == 0) {
            say("counting round trips, through a relay that makes the way longer");
        }
        if (explained.unavailable() != null) {
            warn("the round trips of " + name(explained.cell()) + " are not counted: " + explained.unavailable());
        } else if (display.redraws()) {
            redraw("explained " + cellsExplained + " · " + name(explained.cell()));
        }
    }

    private void checked(Event.CellChecked check) {
        cellsChecked++;
        if (check.unsupported() != null) {
            say("cannot measure " + name(check.cell()) + ": " + check.unsupported());
        } else if (display.redraws()) {
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

    private void showProgress() {
        run.ifPresent(progress -> redraw(progress.line(display.columns())));
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
