package dev.jdbcbench.cli.console;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.TextDocument;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.Printable;
import dev.jdbcbench.usecase.Invoker;
import java.io.PrintWriter;
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
 * The output for the user on stderr during a run: one redrawn line on a terminal, plain lines elsewhere, only warnings
 * and errors when quiet. Thread safe.
 */
public final class Console implements Invoker, Lines {
    private static final long MEGABYTE = 1_000_000;
    /** Bytes; a smaller transfer is over before anyone could read about it. */
    private static final long SHORT_TRANSFER = 10 * MEGABYTE;

    private final Screen err;
    private final Display display;
    private final boolean quiet;
    private final Set<String> transfersSaid = new HashSet<>();
    private final Signals signals;
    private final List<Supplier<List<String>>> left = new CopyOnWriteArrayList<>();
    private final List<String> found = new ArrayList<>();
    private boolean eachStep;
    private boolean lineOpen;
    /** The number of lines above the open one that are redrawn with it. */
    private int above;

    private Optional<RunDirectory> directory = Optional.empty();
    private Invocation invocation = new Invocation(List.of(), "");
    private Optional<DeveloperLog> log = Optional.empty();
    private Optional<Narration> run = Optional.empty();
    private Optional<Consumer<String>> record = Optional.empty();

    /**
     * The kind of output.
     *
     * @param redraws whether it is a terminal
     * @param columns the longest progress line
     * @param rows the number of visible lines
     * @param steps how many times a download is reported: on a terminal often enough to see it move, elsewhere few
     *     enough not to fill a page
     * @param page the width of the terminal to which stdout goes; 0 if it goes elsewhere
     */
    public record Display(boolean redraws, int columns, int rows, int steps, int page) {
        /** A file or a pipe. */
        public static final Display LINES = new Display(false, Screen.PAGE, 0, 4, 0);

        public static Display terminal(int columns, int rows) {
            return new Display(true, columns, rows, 100, 0);
        }

        /** The same with stdout on a terminal, too. */
        public Display withPage(int width) {
            return new Display(redraws, columns, rows, steps, width);
        }
    }

    /**
     * A console on a stream.
     *
     * @param signals are notified when clean-up begins
     */
    public Console(PrintWriter err, Display display, boolean quiet, Signals signals) {
        this.signals = signals;
        this.err = Screen.of(err);
        this.display = display;
        this.quiet = quiet;
    }

    @Override
    public synchronized void close() {
        if (lineOpen) {
            err.eraseLines(above);
            lineOpen = false;
            above = 0;
        }
        if (!found.isEmpty()) {
            err.println(String.join(" · ", found));
            found.clear();
        }
        err.flush();
    }

    /** Says each step of the preparation in a line that stays, on a terminal, too. */
    public synchronized void sayEachStep() {
        eachStep = true;
    }

    @Override
    public synchronized void step(String line) {
        if (display.redraws() && !eachStep) {
            redraw(line);
        } else {
            say(line);
        }
    }

    @Override
    public synchronized void found(String line, String brief) {
        if (display.redraws() && !eachStep && !quiet) {
            found.add(brief);
            redraw(brief);
        } else {
            say(line);
        }
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

    /** Prints a text unchanged, even when quiet. */
    public synchronized void error(String text) {
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

    /** Sends each further line of the run's events to {@code lines}. */
    public synchronized void recordTo(Consumer<String> lines) {
        record = Optional.of(lines);
    }

    /** Tells the user that bench has received a request to stop. */
    public void stopRequested(String signal) {
        say((signal.equals("INT") ? "interrupted" : "stop requested (" + signal + ")")
                + ": bench is stopping and cleaning up, which may take a while; repeat it to quit at once");
    }

    /**
     * The last message of a command that quits at once.
     *
     * @param clean the command that removes what is left
     */
    public void leaving(String clean) {
        List<String> lines = new ArrayList<>();
        left.forEach(undo -> lines.addAll(0, undo.get()));
        error(
                lines.isEmpty()
                        ? "interrupted again: bench leaves at once. This command leaves nothing of its own behind.\n"
                        : "interrupted again: bench leaves at once. Left behind:\n  " + String.join("\n  ", lines)
                                + "\nRemove all of it now: " + clean + "\n");
    }

    @Override
    public boolean redraws() {
        return display.redraws();
    }

    @Override
    public int columns() {
        return display.columns();
    }

    /** A line that is cut where it is too long. */
    public String cut(String line) {
        return line.length() <= display.columns() ? line : line.substring(0, Math.max(0, display.columns() - 1)) + "…";
    }

    @Override
    public List<String> lines(List<Block> document) {
        return TextDocument.of(document, new Page(false, display.columns()))
                .lines()
                .toList();
    }

    @Override
    public synchronized void redraw(String line) {
        if (quiet) {
            return;
        }
        if (display.redraws()) {
            redraw(List.of(), line);
        } else {
            err.println(line);
        }
        err.flush();
    }

    @Override
    public synchronized void redraw(List<String> table, String line) {
        if (quiet) {
            return;
        }
        List<String> fitting =
                table.size() + 2 <= display.rows() && table.stream().allMatch(row -> row.length() <= display.columns())
                        ? table
                        : List.of();
        String shown = Printable.text(line).lines().findFirst().orElse("");
        err.eraseLines(above);
        fitting.forEach(err::println);
        err.print(shown.length() > display.columns() ? shown.substring(0, display.columns()) : shown);
        err.flush();
        lineOpen = true;
        above = fitting.size();
    }

    /** The command whose progress it shows, and that command's log. */
    public synchronized void calledBy(Invocation words, DeveloperLog ofCommand) {
        invocation = words;
        log = Optional.of(ofCommand);
    }

    @Override
    public synchronized Invocation invocation() {
        return invocation;
    }

    /** Writes the run's files into its directory whenever there is new data. */
    @Override
    public synchronized void begun(RunDirectory run) {
        directory = Optional.of(run);
        log.ifPresent(lines -> lines.writeTo(run.logs()));
    }

    @Override
    public void continueWork() {
        signals.continueWork();
    }

    @Override
    public void cleaningUp() {
        signals.cleaningUp();
    }

    @Override
    public void cleanUpNeeded(Supplier<List<String>> rest) {
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
    public synchronized void planned(Plan plan, List<Event> before) {
        Narration narration = new Narration(plan, before, this, directory);
        narration.begin();
        run = Optional.of(narration);
    }

    @Override
    public synchronized void onEvent(Event event) {
        run.ifPresent(narration -> narration.onEvent(event));
    }
}
