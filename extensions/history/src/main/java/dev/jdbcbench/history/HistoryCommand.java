package dev.jdbcbench.history;

import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code bench history}: the times of cells over runs. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        header = "the times of cells over runs, also for other tools",
        description = {
            "Shows for each cell its complete runs in the order of time, with the ratio to the run before. The driver's version may"
                    + " differ between them. Runs whose host, JDK, server, settings or iterations differ from the newest one follow below, with"
                    + " the differences.",
            "otava, otava-config, benchfmt and bmf are the formats of Apache Otava, benchstat and Bencher."
        })
public final class HistoryCommand implements Callable<Integer> {
    private static final String TEXT = "text";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(
            paramLabel = "CELL-GLOB",
            arity = "0..*",
            description =
                    "cells by their key, scenario, driver, mode, server or other parts; * for any letters (default: all)")
    private List<String> globs = List.of();

    @Option(
            names = "--tag",
            split = ",",
            paramLabel = "TAG",
            description = "only runs that have this tag; of several tags, all")
    private List<String> tags = List.of();

    @Option(
            names = "--role",
            paramLabel = "WHICH",
            description = "only the base or the candidate of runs of two drivers, as one series whatever the versions:"
                    + " ${COMPLETION-CANDIDATES}")
    private Observation.@Nullable Role role;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = TEXT,
            completionCandidates = Ids.class,
            converter = Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = TEXT;

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    /** The available formats. */
    static final class Ids extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Ids() {
            super(HistoryFormat.all().keySet());
        }
    }

    /** Accepts the name of a format, ignoring case. */
    static final class Known implements ITypeConverter<String> {
        @Override
        public String convert(String name) {
            String known = name.toLowerCase(Locale.ROOT);
            if (!HistoryFormat.all().containsKey(known)) {
                throw new TypeConversionException("expected one of [" + String.join(", ", new Ids())
                        + "] (case-insensitive) but was '" + name + "'");
            }
            return known;
        }
    }

    @Override
    public Integer call() {
        HistoryFormat chosen = Objects.requireNonNull(HistoryFormat.all().get(format));
        if (Files.notExists(common.results)
                && spec.commandLine().getParseResult().hasMatchedOption("--results")) {
            throw new Failure.Input(
                    "there is no directory " + common.results,
                    List.of("no such directory"),
                    "Name the directory that holds run directories: --results DIRECTORY.");
        }
        List<CellHistory> cells = new History(common.results, globs, tags, role, this::say).read();
        chosen.leftOut(cells).forEach(note -> say("note: " + note));
        if (cells.isEmpty()) {
            say("there is no complete run with times yet: ./bench run makes one");
        }
        String text = chosen.render(cells, OutputOptions.page(spec, out, false).columns());
        if (!text.isEmpty() || out != null) {
            OutputOptions.print(spec, out, format.equals(TEXT) ? OutputOptions.fitted(spec, out, text) : text);
        }
        return ExitCode.OK.number();
    }

    private void say(String line) {
        if (!common.quiet) {
            spec.commandLine().getErr().println(line);
        }
    }
}
