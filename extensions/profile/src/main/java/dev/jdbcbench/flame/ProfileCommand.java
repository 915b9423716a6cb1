package dev.jdbcbench.flame;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.WhereOptions;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.request.Quantity;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench profile}: where drivers spend the time of an operation. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        header = "where drivers spend their time: flame graphs (a minute)",
        description = {
            "Runs one more JVM of a cell for each driver, in which a profiler records after a warm-up. Nothing is"
                    + " measured meanwhile, and no measured JVM is ever recorded.",
            "Writes the recording, its collapsed stacks and a flame graph of each driver beside the report; of two"
                    + " drivers, their differences as well."
        })
public final class ProfileCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final String DEFAULT_TIME = "10s";

    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(
            paramLabel = "CELL",
            description = "a cell of a run by its key, * for any letters, for all drivers that match; or SCENARIO:MODE")
    private String cell = "";

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "the run that has the cell (default: the newest that has it)")
    private @Nullable String run;

    @Option(names = "--jfr", description = "record with JFR, which is part of the JDK: Java code only (the default)")
    private boolean jfr;

    @Option(
            names = "--async",
            description =
                    "record with async-profiler, which is fetched from the Maven repositories: native code as well")
    private boolean async;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            defaultValue = DEFAULT_TIME,
            description = "length of each recording, at most 1m (default: ${DEFAULT-VALUE})")
    private String time = DEFAULT_TIME;

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "write the table to this file instead of stdout")
    private @Nullable Path out;

    public ProfileCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        int seconds = seconds();
        Profiling profiling = new Profiling(cell, Optional.ofNullable(run), HostCommand.here(around, spec, common));
        StartRun recording = profiling.planned(where.where(), seconds, async);
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            Profiling.carryOut(
                    recording,
                    all -> OutputOptions.print(
                            spec,
                            out,
                            FlameText.of(
                                    Recorded.operation(all.get(0).cell()),
                                    all.stream().map(Recorded::shown).toList())),
                    console);
            return ExitCode.OK;
        });
    }

    private int seconds() {
        List<String> problems = new ArrayList<>();
        if (jfr && async) {
            problems.add("--jfr and --async exclude each other: leave out one of them");
        }
        Duration length = Quantity.duration("--time", time, problems).orElse(LONGEST);
        if (length.toSeconds() < 1 || length.compareTo(LONGEST) > 0) {
            problems.add("--time needs 1s to 1m, not " + time);
        }
        if (!problems.isEmpty()) {
            throw Profiling.wrong(problems);
        }
        return (int) length.toSeconds();
    }
}
