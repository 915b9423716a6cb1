package dev.jdbcbench.cli;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.SqlFile;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.report.JmhJson;
import dev.jdbcbench.report.PingJson;
import dev.jdbcbench.report.RunText;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench run}: provisions, measures, collects, tears down, prints the table. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Measures drivers with the database on this host (local), on another one (distant), or both.",
            "Without a hosts file, local needs nothing: no SSH, no database on the machine."
        })
final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private EffortOptions effort = new EffortOptions();

    @Mixin
    private DryRun dryRun = new DryRun();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "GLOB",
            description = "scenarios by name, * for any letters; core or all (default: core, or what --sql names)")
    private List<String> scenarios = List.of();

    @Option(
            names = "--mode",
            split = ",",
            paramLabel = "MODE",
            description = "modes (default: all that a scenario has; of core, those that belong to it)")
    private List<String> modes = List.of();

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "tcp|tls|socket",
            description = "how client and server talk; each makes cells of its own (default: tcp)")
    private List<String> transports = List.of();

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description = "connections that work at the same time, one per thread; each number makes cells of its own"
                    + " (default: 1)")
    private List<String> threads = List.of();

    @Option(
            names = "--sql",
            paramLabel = "FILE",
            description = "a statement of your own to measure; may be given several times")
    private List<Path> sql = List.of();

    @Option(
            names = "--counters",
            description = "also print what each operation costs: bytes allocated, CPU time, and what the server counts")
    private boolean counters;

    @Option(names = "--seed", paramLabel = "N", description = "of the order of cells (default: drawn, and printed)")
    private @Nullable Long seed;

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            description = "of the measured JVMs, separated by blanks, beyond those of the hosts file")
    private @Nullable String jvmArgs;

    @Override
    public Integer call() throws IOException {
        Selection selection = Planner.select(request());
        return HostCommand.carryOut(spec, common, (console, log) -> {
            RunExecution execution = new RunExecution(common.results, Bench.clock(), console, dryRun.shown());
            Optional<RunExecution.Ended> ended = execution.run(selection, directory -> log.writeTo(directory.logs()));
            return ended.isEmpty() ? ExitCode.OK : end(ended.get(), console);
        });
    }

    private ExitCode end(RunExecution.Ended ended, Console console) {
        Results results = ended.fold().results();
        ended.directory().writeResults(Json.pretty(results));
        ended.directory().writePing(Json.pretty(PingJson.of(ended.fold())));
        ended.directory().writeJmh(JmhJson.of(ended.fold()));
        console.close();
        boolean measured =
                results.cells().stream().anyMatch(cell -> !cell.forks().isEmpty());
        if (measured) {
            spec.commandLine().getOut().print(RunText.of(results));
            if (counters) {
                spec.commandLine().getOut().print("\n" + RunText.counters(results));
            }
            spec.commandLine().getOut().flush();
        }
        console.say("results: " + ended.directory().path());
        if (ended.failure().isPresent()) {
            throw ended.failure().get();
        }
        if (!results.complete() || !measured) {
            throw incomplete(results);
        }
        return ExitCode.OK;
    }

    private static Failure.Incomplete incomplete(Results results) {
        List<String> cells = results.cells().stream()
                .filter(cell -> cell.reason() != null && cell.status() != Results.Status.UNSUPPORTED)
                .map(cell -> cell.key() + ": " + cell.reason())
                .toList();
        boolean none = results.cells().stream().allMatch(cell -> cell.status() == Results.Status.UNSUPPORTED);
        if (none) {
            Set<String> reasons = new LinkedHashSet<>();
            results.cells().forEach(cell -> reasons.add(String.valueOf(cell.reason())));
            return new Failure.Incomplete(
                    "nothing could be measured: every cell is unsupported",
                    String.join("\n", reasons),
                    "Choose other modes, drivers or servers.");
        }
        return new Failure.Incomplete(
                "the run is incomplete",
                cells.isEmpty() ? "some cells have fewer forks than planned" : String.join("\n", cells),
                "The logs named above have what the forks printed. All other cells are kept.");
    }

    private Request request() {
        Hosts hosts = where.hosts();
        return new Request(
                hosts,
                where.topologies,
                where.databaseHost(hosts),
                scenarios,
                modes,
                where.drivers,
                where.localJars(),
                where.servers,
                transports,
                threads,
                sql.stream().map(SqlFile::read).toList(),
                where.install(),
                effort.effort(),
                Optional.ofNullable(seed)
                        .orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000)),
                jvmArgs == null || jvmArgs.isBlank()
                        ? List.of()
                        : Arrays.asList(jvmArgs.strip().split("\\s+")));
    }
}
