package dev.jdbcbench.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of commands that follow a run: what of it goes to stdout. */
final class RunOutput {
    /** What it can be. */
    enum Format {
        TEXT,
        JSON
    }

    @Option(
            names = "--format",
            defaultValue = "TEXT",
            description =
                    "TEXT: the table, at the end; JSON: every event as it happens, a line each, as events.ndjson has it,"
                            + " and nothing else (default: ${DEFAULT-VALUE})")
    private Format format = Format.TEXT;

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
        return format == Format.JSON;
    }

    /** How the end of the run is shown. */
    RunEnding ending(CommandSpec spec) {
        return new RunEnding(spec, wide, counters, !json());
    }

    /** Carries out what adds events to a run: they go to stdout as they come, if that was asked for, and all of them before this returns. */
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
