package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.config.ServerSpec.Install;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
    private static final Path DEFAULT_HOSTS = Path.of("hosts.yaml");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(
            names = "--topology",
            split = ",",
            paramLabel = "local|distant",
            description =
                    "required: where the database is, seen from the client; local,distant interleaves both in one run")
    private List<String> topologies = List.of();

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant: [user@]host[:port], or a name of the hosts file")
    private @Nullable String databaseHost;

    @Option(names = "--hosts", paramLabel = "FILE", description = "the hosts file (default: hosts.yaml when present)")
    private @Nullable Path hostsFile;

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
            names = "--driver",
            split = ",",
            paramLabel = "ID[@VERSION|@JAR]",
            description = "drivers, at any version from the Maven repositories or from a file (mariadb@target/my.jar);"
                    + " default: all three")
    private List<String> drivers = List.of();

    @Option(
            names = "--server",
            split = ",",
            paramLabel = "ID",
            description = "servers of the hosts file, or mariadb and mysql (default: all of the file, else mariadb)")
    private List<String> servers = List.of();

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
            names = "--install",
            paramLabel = "SOURCE",
            description = "where the database's binaries come from: auto, portable, host or package (default: auto)")
    private @Nullable String install;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "quick",
            description = "how much is measured: smoke or quick (default: ${DEFAULT-VALUE})")
    private String profile = "quick";

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
        Console console = new Console(
                spec.commandLine().getErr(), Bench.clock(), Bench.onTerminal(), common.quiet, Bench::undoing);
        try (DeveloperLog log = DeveloperLog.start(
                common.verbose ? Optional.of(spec.commandLine().getErr()) : Optional.empty())) {
            RunExecution execution = new RunExecution(common.results, Bench.clock(), console);
            try {
                return end(execution.run(selection, directory -> log.writeTo(directory.logs())), console);
            } catch (RuntimeException e) {
                LOG.error("the run ended", e);
                throw e;
            }
        } finally {
            console.close();
        }
    }

    private int end(RunExecution.Ended ended, Console console) {
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
        return ExitCode.OK.number();
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
        Hosts hosts = hosts();
        return new Request(
                hosts,
                topologies,
                Optional.ofNullable(databaseHost).map(text -> databaseHost(text, hosts)),
                scenarios,
                modes,
                drivers,
                localJars(),
                servers,
                transports,
                threads,
                sql.stream().map(SqlFile::read).toList(),
                Optional.ofNullable(install).map(RunCommand::install),
                profile,
                Optional.ofNullable(seed)
                        .orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000)),
                jvmArgs == null || jvmArgs.isBlank()
                        ? List.of()
                        : Arrays.asList(jvmArgs.strip().split("\\s+")));
    }

    /** What is in the files that --driver names. */
    private Map<String, LocalJar> localJars() {
        Map<String, LocalJar> jars = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (String word : drivers) {
            String[] parts = word.split("@", 2);
            if (parts.length == 2 && LocalJar.isPath(parts[1])) {
                try {
                    jars.put(word, LocalJar.of(Path.of(parts[1])));
                } catch (IOException e) {
                    problems.add("--driver " + word + ": " + e.getMessage());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input("a driver cannot be read", problems, "Name the jar of the driver behind the @.");
        }
        return jars;
    }

    private Hosts hosts() {
        if (hostsFile != null) {
            return HostsFile.read(hostsFile);
        }
        return Files.exists(DEFAULT_HOSTS) ? HostsFile.read(DEFAULT_HOSTS) : Hosts.none();
    }

    private static Install install(String id) {
        return Install.of(id)
                .filter(Install.choices()::contains)
                .orElseThrow(() -> new Failure.Input(
                        "--install: no source is called " + id,
                        Install.choices().stream()
                                .map(source -> source.id() + ": " + source.meaning())
                                .toList(),
                        "Choose one of these."));
    }

    /** A name of the hosts file, or an address. */
    private static HostSpec databaseHost(String text, Hosts hosts) {
        HostSpec named = hosts.hosts().get(text);
        if (named != null) {
            return named;
        }
        return HostSpec.parse("database", text)
                .orElseThrow(() -> new Failure.Input(
                        "--db-host: cannot understand " + text,
                        List.of("it is neither a host of the hosts file nor [user@]host[:port]"),
                        "Write for instance bench@db1.example.com:22; an IPv6 address with a port goes in brackets."));
    }
}
