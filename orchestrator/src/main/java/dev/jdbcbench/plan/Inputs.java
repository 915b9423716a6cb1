package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.config.SqlFile;
import dev.jdbcbench.config.SqlScript;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request, and the contents of the files that it names.
 *
 * @param hosts from the hosts file, or {@link Hosts#none()}, or those that are requested for the run
 * @param databaseHost overrides the hosts file's {@code database}
 * @param install overrides the source of binaries
 * @param localJars contents of the files named as drivers, by the word that names them
 * @param sql the user's own statements, in addition to those of the hosts file
 * @param setUp statements that create the data of the run
 */
@RecordBuilder
public record Inputs(
        Request request,
        Hosts hosts,
        Optional<HostSpec> databaseHost,
        Optional<Install> install,
        Map<String, LocalJar> localJars,
        List<SqlScenario> sql,
        Optional<SetUp> setUp)
        implements InputsBuilder.With {
    private static final int DEFAULT_TOP = 5;

    public Inputs {
        localJars = Map.copyOf(localJars);
        sql = List.copyOf(sql);
    }

    /** A request that names no files but the hosts file. */
    public static Inputs of(Request request, Hosts hosts) {
        return new Inputs(
                request,
                hosts,
                databaseHost(request.where().hosts(), hosts),
                install(request),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /**
     * Reads the files.
     *
     * @throws Failure.Input if one cannot be read
     */
    public static Inputs read(Request request, Reading reading) {
        Path directory = Path.of(request.directory());
        Request.Own own = request.what().own();
        Hosts hosts = hosts(request, reading);
        Inputs known = of(VersionWords.replaced(request, hosts, reading.releases(), reading.say()), hosts)
                .withLocalJars(localJars(request.where(), directory));
        List<SqlScenario> sql = new ArrayList<>(
                own.sql().stream().map(directory::resolve).map(SqlFile::read).toList());
        Optional<SetUp> created = own.setUp().map(directory::resolve).map(SqlScript::read);
        sql.addAll(recorded(request, directory, created, reading));
        return known.with(copy -> copy.sql(sql).setUp(created));
    }

    /** The hosts of the hosts file, or those that are requested for the run. */
    public static Hosts hosts(Request request, Reading reading) {
        Hosts file = file(request, reading);
        return request.where().requested().map(hosts -> hosts.in(file)).orElse(file);
    }

    private static Hosts file(Request request, Reading reading) {
        Request.Hosts named = request.where().hosts();
        return named.file()
                .map(Path.of(request.directory())::resolve)
                .map(named.found() && reading.untrusted() ? HostsFile::readUntrusted : HostsFile::read)
                .orElseGet(Hosts::none);
    }

    /** The host of --db-host: a name from the hosts file, or an address. */
    public static Optional<HostSpec> databaseHost(Request.Hosts named, Hosts hosts) {
        return named.database()
                .map(
                        text -> Optional.ofNullable(hosts.hosts().get(text))
                                .or(() -> HostSpec.parse("database", text))
                                .orElseThrow(
                                        () -> new Failure.Input(
                                                "--db-host: cannot understand " + text.replaceFirst(":[^@]*@", ":***@"),
                                                List.of("it is neither a host of the hosts file nor"
                                                        + " [user@]host[:port]"),
                                                "Write for instance bench@db1.example.com:22; an IPv6 address with a port goes in brackets.")));
    }

    /** A copy in all topologies that the hosts allow, unless the request names them. */
    public Inputs everywhere() {
        if (!request.where().topologies().isEmpty()) {
            return this;
        }
        boolean distant = databaseHost.isPresent() || hosts.database().isPresent();
        return in(distant ? List.of(Topology.values()) : List.of(Topology.LOCAL));
    }

    /** A copy in these topologies. */
    public Inputs in(List<Topology> topologies) {
        return withRequest(request.withWhere(request.where()
                .withTopologies(topologies.stream().map(Topology::id).toList())));
    }

    /** The names of the clients. */
    List<String> clients() {
        return request.where().clients().isEmpty()
                ? hosts.clients()
                : request.where().clients();
    }

    private static Optional<Install> install(Request request) {
        return request.where()
                .install()
                .map(id -> Install.of(id)
                        .filter(Install.choices()::contains)
                        .orElseThrow(() -> new Failure.Input(
                                "--install: unknown source: " + id,
                                Install.choices().stream()
                                        .map(source -> source.id() + ": " + source.meaning())
                                        .toList(),
                                "Choose one of these, or describe the server in a hosts file.")));
    }

    private static Map<String, LocalJar> localJars(Request.Where where, Path directory) {
        Map<String, LocalJar> jars = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (String word : where.drivers()) {
            String[] parts = word.split("@", 2);
            if (parts.length == 2 && LocalJar.isPath(parts[1])) {
                try {
                    jars.put(word, LocalJar.of(directory.resolve(parts[1])));
                } catch (IOException e) {
                    problems.add("--driver " + word + ": " + e.getMessage());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "cannot read the jar of a driver", problems, "Name the jar of the driver behind the @.");
        }
        return jars;
    }

    /** The transactions of the recording. */
    private static List<SqlScenario> recorded(
            Request request, Path directory, Optional<SetUp> created, Reading reading) {
        Request.Own own = request.what().own();
        int top = top(own);
        if (own.recording().isEmpty()) {
            return List.of();
        }
        Path file = directory.resolve(own.recording().get());
        RecordingReader.Transactions found = RecordingReader.provided(RecordingReader.class, file)
                .transactions(file, top, created, own.sql().isEmpty());
        if (found.scenarios().isEmpty()) {
            throw new Failure.Input(
                    "no transaction of the recording " + own.recording().get() + " can be measured",
                    found.leftOut().isEmpty()
                            ? List.of("it has only logins and what pools and drivers send")
                            : found.leftOut(),
                    "Record with values: bench watch --to HOST:PORT --record FILE --with-values");
        }
        List<Mode> asked = request.what().modes().stream()
                .flatMap(id -> Mode.of(id).stream())
                .toList();
        Stream.concat(
                        found.leftOut().stream(),
                        found.scenarios().stream()
                                .filter(sql -> !asked.isEmpty())
                                .flatMap(sql -> sql.whyNotIn(asked).stream()))
                .forEach(line -> reading.warn().accept("left out: " + line));
        if (created.isEmpty()) {
            reading.warn()
                    .accept("there is no --setup, so the recorded statements run in an empty schema."
                            + " If they need tables, dump them first: --setup FILE");
        }
        found.said().forEach(reading.say());
        return found.scenarios();
    }

    private static int top(Request.Own own) {
        if (own.top().isEmpty()) {
            return DEFAULT_TOP;
        }
        String digits = own.top().get();
        boolean number = digits.matches("[0-9]{1,4}")
                && Integer.parseInt(digits) >= 1
                && Integer.parseInt(digits) <= RecordingReader.MOST;
        if (own.recording().isEmpty() || !number) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of(
                            own.recording().isEmpty()
                                    ? "--recording-top needs --recording"
                                    : "--recording-top needs a number from 1 to " + RecordingReader.MOST + ", not "
                                            + digits),
                    "For instance: --recording shop.json --recording-top 3");
        }
        return Integer.parseInt(digits);
    }
}
