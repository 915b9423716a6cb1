package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.database.ServerSettings;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Undo;
import dev.jdbcbench.untrusted.IpAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The servers of a plan: starts the private ones, and describes all of them in a session. */
public final class Instances {
    private final Selection selection;
    private final Plan plan;
    private final ConnectedHosts site;
    private final AgentFiles files;
    private final JavaPrograms javas;
    private final Progress progress;
    private final Map<String, Session.Endpoint> endpoints = new HashMap<>();
    /** Of the accounts that bench creates in external servers. Servers may require a capital, a small letter, a digit and a sign. */
    private final String ownPassword = "aA1-" + PrivateServer.randomPassword();

    /**
     * Creates the instances without starting any.
     *
     * @param javas the path of java on each client host
     */
    public Instances(
            Selection selection,
            Plan plan,
            ConnectedHosts site,
            AgentFiles files,
            JavaPrograms javas,
            Progress progress) {
        this.selection = selection;
        this.plan = plan;
        this.site = site;
        this.files = files;
        this.javas = javas;
        this.progress = progress;
    }

    /** A private server that has been started. */
    public record Started(PrivateServer server, Plan.Server planned, HostSpec host) {}

    /** The name of a private server's directory on its host. */
    public static String role(Plan.Server planned) {
        return planned.topology() + "-" + planned.server();
    }

    /** Called for each private server as soon as it answers. */
    public interface Listener {
        void started(Started instance);
    }

    /**
     * Starts the private servers one after the other.
     *
     * @param prepared what the hosts have
     * @return the servers that are not there, with the reason; empty unless others are, and the run can do without them
     */
    public Map<Plan.Server, Failure> start(Prepared prepared, Undo undo, Listener listener) {
        Map<Plan.Server, Failure> absent = new LinkedHashMap<>();
        for (Plan.Server planned : plan.servers()) {
            ServerSpec server = spec(planned);
            if (server.external().isEmpty()) {
                Optional.ofNullable(prepared.absent().get(server.label()))
                        .or(() -> attempt(selection, () -> start(planned, server, prepared, undo, listener)))
                        .ifPresent(failure -> absent.put(planned, failure));
            }
        }
        if (!absent.isEmpty() && absent.size() == plan.servers().size()) {
            throw absent.values().iterator().next();
        }
        return absent;
    }

    /**
     * Does what one server needs. Counts of one server say the same whether others are there or not, so a run that only counts
     * goes on with the others.
     *
     * @return why it failed, if the run can do without it
     */
    static Optional<Failure> attempt(Selection selection, Runnable step) {
        try {
            step.run();
            return Optional.empty();
        } catch (Failure.Command | Failure.Input e) {
            if (selection.goal().extent() != Goal.Extent.EXPLAIN
                    || selection.servers().size() == 1) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    private void start(Plan.Server planned, ServerSpec server, Prepared prepared, Undo undo, Listener listener) {
        HostSpec spec = selection.databaseHost(planned.topology());
        HostScript script = site.script(spec);
        Addresses addresses = planned.topology() == Topology.LOCAL
                ? new Addresses("127.0.0.1", List.of("127.0.0.1"))
                : addresses(spec.dataAddress(script.host()::address));
        site.doing("starting " + server.label() + " on " + spec.name() + " (" + planned.topology() + ")");
        Binaries found = Optional.ofNullable(prepared.binaries().get(server.label()))
                .map(byHost -> byHost.get(spec.name()))
                .orElseThrow();
        PrivateServer running = PrivateServer.start(
                script,
                new ServerSettings(
                        plan.run(),
                        role(planned),
                        server,
                        selection.needs(planned.topology()),
                        found,
                        addresses.database(),
                        addresses.clients(),
                        spec.cpus().database(),
                        Leases.DURATION),
                undo::add);
        Session.Endpoint endpoint = running.endpoint();
        endpoints.put(
                planned.topology() + "." + planned.server(),
                planned.topology() == Topology.LOCAL ? endpoint.in(running.directory()) : endpoint);
        listener.started(new Started(running, planned, spec));
    }

    private ServerSpec spec(Plan.Server planned) {
        return selection.servers().stream()
                .filter(candidate -> candidate.label().equals(planned.server()))
                .findFirst()
                .orElseThrow();
    }

    /** The command prefix that pins a command to CPUs of the hosts file; empty when the file names none. */
    public static List<String> pinned(Optional<String> cpus) {
        return cpus.map(list -> List.of("taskset", "-c", list)).orElse(List.of());
    }

    /** Both ends of the connection to a database, as IP addresses: on the database host a name could resolve to another address. */
    private record Addresses(String database, List<String> clients) {}

    /**
     * The address at which the client host reaches the database, and the clients' own addresses, the only ones from which
     * the user may log in.
     */
    private Addresses addresses(String name) {
        Optional<String> database = Optional.empty();
        Set<String> clients = new LinkedHashSet<>();
        for (HostSpec client : selection.clients()) {
            HostScript script = site.script(client);
            if (site.isDryRun() && !files.areOn(script)) {
                return new Addresses(name, List.of("ADDRESS-OF-CLIENT"));
            }
            List<String> lines = script.host()
                    .require(
                            "find the route to " + name,
                            files.agent(script, javas.on(client), "address", name, "3306")
                                    .asQuery())
                    .out()
                    .lines()
                    .toList();
            database = database.or(() -> Optional.of(address(client, lines, 1, name)));
            clients.add(address(client, lines, 0, name));
        }
        return new Addresses(database.orElseThrow(), List.copyOf(clients));
    }

    /**
     * Parses one line of the client host's answer. It goes into SQL and into a configuration file on another host, so
     * anything but an IP address is refused.
     */
    private static String address(HostSpec client, List<String> lines, int number, String name) {
        return Optional.of(lines)
                .filter(all -> all.size() == 2)
                .flatMap(all -> IpAddress.parse(all.get(number)))
                .orElseThrow(() -> new Failure.Host(
                        "cannot find the route from " + client.name() + " to " + name,
                        "the client host did not answer with two IP addresses",
                        "Is " + client.name() + " the right host? Name an address with `dataAddress:`.",
                        null));
    }

    /** The name of an external server's password in messages. */
    static String passwordOf(ServerSpec server) {
        return "the password of servers." + server.label();
    }

    /**
     * The endpoint of an external server. Statements of the user get an account of their own there, so the server itself
     * keeps them within its rights.
     */
    private Session.Endpoint endpoint(ServerSpec.External external, Optional<String> ca, String passwordOf) {
        Optional<String> socket = external.socket();
        String user = external.admin().user();
        String password = external.admin().password().read(passwordOf);
        Optional<Session.Admin> admin = Optional.empty();
        if (!plan.sql().isEmpty()) {
            Optional<ServerSpec.Account> account = external.account();
            admin = Optional.of(new Session.Admin(user, password, account.isEmpty()));
            user = account.map(ServerSpec.Account::user).orElse(Session.External.account(plan.run()));
            password = account.map(named -> named.password().read(passwordOf + ".account"))
                    .orElse(ownPassword);
        }
        return new Session.Endpoint(
                socket.isPresent() ? "localhost" : external.address(),
                external.port(),
                Session.External.schema(plan.run()),
                user,
                password,
                socket,
                Optional.of(new Session.External(external.tls().protection(), ca, admin)),
                Optional.empty());
    }

    /** The session for the agent of the first client. */
    public Session session(String work) {
        return session(selection.client(), work);
    }

    /**
     * The session for an agent, with all servers.
     *
     * @param client the agent's host
     * @param work the agent's directory there; the certificates of external servers are put into its {@code tmp}
     */
    public Session session(HostSpec client, String work) {
        Map<String, Session.Endpoint> all = new HashMap<>(endpoints);
        for (Plan.Server planned : plan.servers()) {
            ServerSpec server = spec(planned);
            server.external().ifPresent(external -> {
                Optional<String> ca = external.tls().ca().map(file -> {
                    String remote = work + "/tmp/" + server.label() + "-ca.pem";
                    site.script(client).host().upload(file, remote);
                    return remote;
                });
                Session.Endpoint endpoint = endpoint(external, ca, passwordOf(server));
                all.put(
                        planned.topology() + "." + planned.server(),
                        client.equals(selection.client()) ? endpoint : endpoint.withoutAdmin());
            });
        }
        Map<String, Session.Variant> variants = new LinkedHashMap<>();
        for (Driver driver : plan.drivers()) {
            variants.put(driver.label(), new Session.Variant(driver.kind(), driver.options(), driver.wiring()));
        }
        Map<String, String> scenarios = new LinkedHashMap<>();
        plan.sql().forEach(own -> scenarios.putAll(own.toSession()));
        return new Session(all, variants, scenarios);
    }
}
