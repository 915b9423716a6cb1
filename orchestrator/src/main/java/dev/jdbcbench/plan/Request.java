package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user's request as entered; nothing is validated yet.
 *
 * @param hosts from the hosts file, or {@link Hosts#none()}
 * @param effort how much to measure, and for what purpose
 * @param jvmArgs appended to those of the hosts file
 * @param name the user's name for the run
 * @param tags the user's tags for the run
 */
public record Request(
        Hosts hosts,
        Where where,
        What what,
        Effort effort,
        long seed,
        List<String> jvmArgs,
        Optional<String> name,
        List<String> tags) {
    public Request {
        jvmArgs = List.copyOf(jvmArgs);
        tags = List.copyOf(tags);
    }

    /** A request for a run without name and tags. */
    public Request(Hosts hosts, Where where, What what, Effort effort, long seed, List<String> jvmArgs) {
        this(hosts, where, what, effort, seed, jvmArgs, Optional.empty(), List.of());
    }

    /**
     * Hosts, servers and drivers.
     *
     * @param topologies {@code local}, {@code distant}
     * @param databaseHost overrides the hosts file's {@code database}
     * @param drivers {@code ID}, {@code ID@VERSION}, {@code ID@FILE.jar} or a label of the hosts file; empty for the default
     *     ones
     * @param localJars contents of the files named in {@code drivers}, by the word that names them
     * @param servers labels of the hosts file, or {@code mariadb} and {@code mysql}; empty for those of the hosts file
     * @param install overrides the source of binaries
     * @param clients names of the hosts file, the client hosts that measure together; empty for its client
     */
    public record Where(
            List<String> topologies,
            Optional<HostSpec> databaseHost,
            List<String> drivers,
            Map<String, LocalJar> localJars,
            List<String> servers,
            Optional<Install> install,
            List<String> clients,
            Optional<String> reference) {
        /** A place on the client of the hosts file. */
        public Where(
                List<String> topologies,
                Optional<HostSpec> databaseHost,
                List<String> drivers,
                Map<String, LocalJar> localJars,
                List<String> servers,
                Optional<Install> install) {
            this(topologies, databaseHost, drivers, localJars, servers, install, List.of(), Optional.empty());
        }

        /** A copy with these clients. */
        public Where on(List<String> names) {
            return new Where(topologies, databaseHost, drivers, localJars, servers, install, names, reference);
        }

        /** A copy with this reference alongside the drivers. */
        public Where beside(Optional<String> other) {
            return new Where(topologies, databaseHost, drivers, localJars, servers, install, clients, other);
        }

        public Where {
            clients = List.copyOf(clients);
            topologies = List.copyOf(topologies);
            drivers = List.copyOf(drivers);
            localJars = Map.copyOf(localJars);
            servers = List.copyOf(servers);
        }
    }

    /**
     * The operations and how to run them.
     *
     * @param scenarios globs over scenario ids, {@code core} or {@code all}; empty for {@code core}
     * @param modes empty for all
     * @param transports empty for TCP
     * @param threads whole numbers; empty for one thread
     * @param sql the user's own statements, in addition to those of the hosts file
     * @param tables the data of the OLTP scenarios
     * @param threadKinds kinds of threads for the scenarios that have a choice; empty for platform threads
     * @param load rates at which operations arrive
     * @param setUp statements that create the data of the run
     */
    public record What(
            List<String> scenarios,
            List<String> modes,
            List<String> transports,
            List<String> threads,
            List<SqlScenario> sql,
            Tables tables,
            List<String> threadKinds,
            Load load,
            Optional<SetUp> setUp) {
        /** The core set. */
        public static final What CORE = new What(List.of(), List.of(), List.of(), List.of(), List.of());

        /** Operations on the default data. */
        public What(
                List<String> scenarios,
                List<String> modes,
                List<String> transports,
                List<String> threads,
                List<SqlScenario> sql) {
            this(scenarios, modes, transports, threads, sql, Tables.DEFAULT);
        }

        /** Operations with platform threads. */
        public What(
                List<String> scenarios,
                List<String> modes,
                List<String> transports,
                List<String> threads,
                List<SqlScenario> sql,
                Tables tables) {
            this(scenarios, modes, transports, threads, sql, tables, List.of());
        }

        public What {
            scenarios = List.copyOf(scenarios);
            modes = List.copyOf(modes);
            transports = List.copyOf(transports);
            threads = List.copyOf(threads);
            sql = List.copyOf(sql);
            threadKinds = List.copyOf(threadKinds);
        }

        /** Operations in a closed loop. */
        public What(
                List<String> scenarios,
                List<String> modes,
                List<String> transports,
                List<String> threads,
                List<SqlScenario> sql,
                Tables tables,
                List<String> threadKinds) {
            this(scenarios, modes, transports, threads, sql, tables, threadKinds, Load.CLOSED, Optional.empty());
        }

        /** A copy under open load. */
        public What at(Load other) {
            return new What(scenarios, modes, transports, threads, sql, tables, threadKinds, other, setUp);
        }

        /** A copy that runs on other data. */
        public What on(Optional<SetUp> other) {
            return new What(scenarios, modes, transports, threads, sql, tables, threadKinds, load, other);
        }
    }

    /**
     * Open load.
     *
     * @param rates such as {@code 2000/s}; empty for a closed loop
     * @param arrivals {@code constant} or {@code poisson}; empty for constant
     */
    public record Load(List<String> rates, Optional<String> arrivals) {
        /** No open load. */
        public static final Load CLOSED = new Load(List.of(), Optional.empty());

        public Load {
            rates = List.copyOf(rates);
        }
    }

    /**
     * The data of the OLTP scenarios.
     *
     * @param number number of tables; empty for one
     * @param size rows of each; empty for 10 000
     * @param distribution distribution of the keys; empty for uniform
     */
    public record Tables(Optional<String> number, Optional<String> size, Optional<String> distribution) {
        /** One table of 10 000 rows, uniformly distributed keys. */
        public static final Tables DEFAULT = new Tables(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** A request for hosts, servers and drivers only, with nothing to measure. */
    public static Request ofHosts(Hosts hosts, Where where) {
        return new Request(hosts, where, What.CORE, Effort.of(Profile.SMOKE.name()), 0, List.of());
    }

    /** A copy with another effort. */
    public Request with(Effort other) {
        return new Request(hosts, where, what, other, seed, jvmArgs, name, tags);
    }
}
