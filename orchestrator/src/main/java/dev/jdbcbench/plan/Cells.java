package dev.jdbcbench.plan;

import dev.jdbcbench.config.Cpus;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lays out the cells of a selection. */
public final class Cells {
    private Cells() {}

    /**
     * Source and version of a server's binaries.
     *
     * @param install the resolved source, never {@code auto}
     * @param image the image that they come from, with its digest, if they come from one
     */
    public record Provided(Install install, String version, Optional<String> image) {
        /** Binaries that come from no image. */
        public Provided(Install install, String version) {
            this(install, version, Optional.empty());
        }
    }

    /**
     * Lays out the cells.
     *
     * @param provided source and version for each server, by label
     * @param drivers with their jars, in the order of the selection
     */
    public static Plan plan(
            Selection selection, String run, Instant createdAt, Map<String, Provided> provided, List<Driver> drivers) {
        return plan(selection, run, createdAt, provided, drivers, of(selection, provided));
    }

    /** A plan with the servers of a selection and nothing to measure, for commands that only log in. */
    public static Plan probe(Selection selection, String run, Instant createdAt, List<Driver> drivers) {
        Map<String, Provided> unknown = new LinkedHashMap<>();
        selection.servers().forEach(server -> unknown.put(server.label(), new Provided(server.install(), "")));
        return plan(selection, run, createdAt, unknown, drivers, List.of());
    }

    private static Plan plan(
            Selection selection,
            String run,
            Instant createdAt,
            Map<String, Provided> provided,
            List<Driver> drivers,
            List<Plan.Entry> entries) {
        List<Plan.Server> servers = new ArrayList<>();
        for (Topology topology : selection.topologies()) {
            for (ServerSpec server : selection.servers(topology)) {
                boolean external = server.external().isPresent();
                Provided binaries = Objects.requireNonNull(provided.get(server.label()));
                servers.add(new Plan.Server(
                        topology,
                        selection.clientName(),
                        selection.databaseName(server, topology),
                        server.label(),
                        server.kind(),
                        String.valueOf(binaries.install()),
                        server.external()
                                .map(running -> Map.of(
                                        ServerSpec.External.TLS,
                                        running.tls().protection().id()))
                                .orElseGet(server::options),
                        selection.client().cpus().client().orElse(null),
                        external
                                ? null
                                : selection
                                        .databaseHost(topology)
                                        .cpus()
                                        .database()
                                        .orElse(null),
                        selection.client().cpus().warmUp().orElse(null),
                        binaries.image().orElse(null)));
            }
        }
        Twins twins = Twins.of(selection.profile(), selection.goal(), entries, drivers);
        return new Plan(
                run,
                createdAt,
                selection.seed(),
                selection.profile(),
                selection.goal(),
                selection.jvmArgs(),
                servers,
                twins.drivers(),
                selection.what().sql(),
                entries,
                twins.cells(),
                selection.naming().name(),
                selection.naming().tags(),
                selection.furtherClients().isEmpty()
                        ? List.of()
                        : selection.clients().stream().map(HostSpec::name).toList(),
                selection.what().setUp().orElse(null));
    }

    /**
     * Approximate time until each cell has the profile's minimum number of forks, A/A controls included.
     *
     * @param client the CPUs that its JVMs may use, if the hosts file sets them
     */
    static Duration fewest(Profile profile, Goal goal, Cpus client, List<Plan.Entry> entries) {
        long cells =
                entries.stream().filter(entry -> entry.unsupported() == null).count()
                        + Twins.of(profile, goal, entries, List.of()).cells().size();
        return profile.times()
                .ofFork(Duration.ZERO, Plan.Server.oneCpu(client.client().orElse(null)))
                .multipliedBy(cells * profile.fewestForks());
    }

    /**
     * The number of measured JVMs that are alive at once. In turns, these are the JVMs of the largest row with its A/A
     * control.
     */
    public static int aliveAtOnce(Selection selection) {
        if (!selection.profile().turns()) {
            return 1;
        }
        Map<String, Long> rows = of(selection, Map.of()).stream()
                .filter(entry -> entry.unsupported() == null)
                .collect(Collectors.groupingBy(entry -> entry.cell().rowKey(), Collectors.counting()));
        int twins = selection.profile().claims() ? selection.topologies().size() : 0;
        return twins + rows.values().stream().mapToInt(Long::intValue).max().orElse(1);
    }

    /**
     * All cells of a selection in display order, including those that cannot be measured.
     *
     * @param provided source and version for each server, by label; if a server is missing, its version is unknown
     */
    public static List<Plan.Entry> of(Selection selection, Map<String, Provided> provided) {
        List<Plan.Entry> entries = new ArrayList<>();
        for (Topology topology : selection.topologies()) {
            for (ServerSpec server : selection.servers(topology)) {
                String version = Optional.ofNullable(provided.get(server.label()))
                        .map(Provided::version)
                        .orElse("");
                for (Selection.Choice choice : selection.what().scenarios()) {
                    for (Mode mode : choice.modes()) {
                        for (ThreadKind kind : choice.kinds()) {
                            Row row = new Row(selection, topology, server, version, choice, mode, kind);
                            transports(selection, server, mode)
                                    .forEach(transport -> entries.addAll(row.entries(transport)));
                        }
                    }
                }
            }
        }
        return entries;
    }

    /** One scenario in one mode on one server. Its cells over one transport differ only in threads, rate and driver. */
    private record Row(
            Selection selection,
            Topology topology,
            ServerSpec server,
            String serverVersion,
            Selection.Choice choice,
            Mode mode,
            ThreadKind kind) {
        List<Plan.Entry> entries(Transport transport) {
            List<Plan.Entry> entries = new ArrayList<>();
            for (Load load : loads()) {
                for (DriverSpec driver : selection.drivers()) {
                    Cell cell = new Cell(
                            topology,
                            selection.clientName(),
                            selection.databaseName(server, topology),
                            server.label(),
                            choice.scenario().id(),
                            choice.params(kind),
                            mode,
                            driver.label(),
                            driver.version(),
                            transport,
                            load.threads(),
                            load.rate());
                    entries.add(new Plan.Entry(
                            cell, unsupported(driver, transport, load).orElse(null)));
                }
            }
            return entries;
        }

        /**
         * The load that the threads of a JVM generate together.
         *
         * @param rate null for a closed loop
         */
        private record Load(int threads, @Nullable Rate rate) {}

        private List<Load> loads() {
            List<Load> loads = new ArrayList<>();
            for (int threads : selection.what().threads()) {
                if (selection.what().rates().isEmpty()) {
                    loads.add(new Load(threads, null));
                }
                selection.what().rates().forEach(rate -> loads.add(new Load(threads, rate)));
            }
            return loads;
        }

        private Optional<String> withoutReference(DriverSpec driver) {
            if (driver.kind().script(choice.scenario().id()).isEmpty()) {
                return Optional.of(driver.label() + " has no script for this scenario");
            }
            // Without TLS, libmariadb encrypts the password with any key that a server sends.
            boolean trusted = server.external()
                    .map(external -> external.onClientHost() || server.kind() == ServerKind.MARIADB)
                    .orElse(true);
            return trusted
                    ? Optional.empty()
                    : Optional.of(driver.label() + " could give the password of an external MySQL to another server");
        }

        /** Why an operation cannot be recorded. */
        private Optional<String> unrecorded(DriverSpec driver, Load load) {
            if (driver.kind().reference()) {
                return Optional.of(driver.label() + " has no JVM whose sockets could be recorded");
            }
            if (load.rate() != null
                    || load.threads() > 1
                    || !selection.furtherClients().isEmpty()
                    || !selection.profile().turns()) {
                return Optional.of("an operation is recorded in one thread of one client, in turns and without a rate");
            }
            return Optional.empty();
        }

        private Optional<String> unsupported(DriverSpec driver, Transport transport, Load load) {
            if (transport.recorded()) {
                Optional<String> reason = unrecorded(driver, load);
                if (reason.isPresent()) {
                    return reason;
                }
            }
            if (transport == Transport.SOCKET && topology == Topology.DISTANT) {
                return Optional.of("a Unix socket does not reach another host");
            }
            boolean bySocket = onSocket(server);
            if (transport == Transport.SOCKET && server.external().isPresent() && !bySocket) {
                return Optional.of(
                        "the Unix socket of a server that bench did not start is not known: name it as its address");
            }
            if (mode == Mode.TLS && bySocket) {
                return Optional.of("the address of this server is a Unix socket");
            }
            Optional<String> unprotected = transport == Transport.TLS
                    ? protection(server).flatMap(protection -> driver.rules().unsupported(driver.version(), protection))
                    : Optional.empty();
            if (unprotected.isPresent()) {
                return unprotected;
            }
            if (mode == Mode.PLAIN && requiresTls(server)) {
                return Optional.of("this server accepts no connection without TLS");
            }
            if (driver.kind().reference()) {
                Optional<String> reason = withoutReference(driver);
                if (reason.isPresent()) {
                    return reason;
                }
            }
            return driver.rules()
                    .unsupported(
                            driver.version(),
                            new Usage(mode, transport, choice.scenario().features()),
                            server.kind(),
                            serverVersion);
        }
    }

    private static boolean requiresTls(ServerSpec server) {
        return server.external()
                .map(ServerSpec.External::tls)
                .filter(tls -> tls.required() && tls.protection().encrypts())
                .isPresent();
    }

    private static boolean onSocket(ServerSpec server) {
        return protection(server).filter(Protection.SOCKET::equals).isPresent();
    }

    private static Optional<Protection> protection(ServerSpec server) {
        return server.external().map(external -> external.tls().protection());
    }

    /**
     * The transports for a mode. The mode tls determines its own; every other mode is measured over all requested transports
     * that the server allows.
     */
    private static List<Transport> transports(Selection selection, ServerSpec server, Mode mode) {
        if (requiresTls(server)) {
            return List.of(Transport.TLS);
        }
        if (onSocket(server)) {
            return List.of(Transport.SOCKET);
        }
        return switch (mode) {
            case TLS -> List.of(Transport.TLS);
            case PLAIN -> {
                List<Transport> plain = selection.what().transports().stream()
                        .filter(transport -> transport != Transport.TLS)
                        .toList();
                yield plain.isEmpty() ? List.of(Transport.TCP) : plain;
            }
            default -> selection.what().transports();
        };
    }
}
