package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.report.ReportFormat;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of commands that follow a run: the format of their output on stdout. */
final class RunOutput {
    private static final String TEXT = "text";
    private static final String EVENTS = "json";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = TEXT,
            completionCandidates = Formats.Ids.class,
            converter = Formats.Known.class,
            description =
                    "text: the table, at the end; markdown, csv, html: the same in that format; json: every event as it happens, a line"
                            + " each, as events.ndjson has it, and nothing else (default: ${DEFAULT-VALUE})")
    private String format = TEXT;

    @Option(
            names = "--wide",
            description = "a line for each cell: its time with the interval, the noise, and all notes")
    private boolean wide;

    @Option(
            names = "--counters",
            description =
                    "also print how many operations a second there are and what each costs: bytes allocated, CPU time, and what"
                            + " the server counts")
    private boolean counters;

    boolean json() {
        return format.equalsIgnoreCase(EVENTS);
    }

    /** The printer for the end of the run. */
    RunEnding ending(CommandSpec spec) {
        ReportFormat chosen = Formats.of(format);
        return new RunEnding(
                spec,
                chosen.id().equals(TEXT) || json() ? Optional.empty() : Optional.of(chosen),
                wide,
                counters,
                !json());
    }

    /**
     * Executes work that adds events to a run. With {@code --format json}, events go to stdout as they happen; all of
     * them are written before this returns.
     */
    <T> T following(CommandSpec spec, Console console, Supplier<T> work) {
        if (!json()) {
            return work.get();
        }
        EventStream events = new EventStream(spec.commandLine().getOut(), console::warn);
        console.recordTo(events);
        try {
            return work.get();
        } finally {
            events.close();
        }
    }
}
