package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.SqlScenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user asked for, in the user's words; nothing is checked yet.
 *
 * @param hosts of the hosts file, or {@link Hosts#none()}
 * @param topologies {@code local}, {@code distant}
 * @param databaseHost overrides the hosts file's {@code database}
 * @param scenarios globs over scenario ids, {@code core} or {@code all}; empty for {@code core}
 * @param modes empty for all
 * @param drivers {@code ID}, {@code ID@VERSION}, {@code ID@FILE.jar} or a label of the hosts file; empty for all
 * @param localJars what is in the files that {@code drivers} names, by the word that names it
 * @param servers labels of the hosts file, or {@code mariadb} and {@code mysql}; empty for those of the hosts file
 * @param transports empty for TCP
 * @param threads whole numbers; empty for one thread
 * @param sql statements of the user's own, beside those of the hosts file
 * @param install overrides where binaries come from
 * @param effort how much is measured, and what for
 * @param jvmArgs appended to those of the hosts file
 */
public record Request(
        Hosts hosts,
        List<String> topologies,
        Optional<HostSpec> databaseHost,
        List<String> scenarios,
        List<String> modes,
        List<String> drivers,
        Map<String, LocalJar> localJars,
        List<String> servers,
        List<String> transports,
        List<String> threads,
        List<SqlScenario> sql,
        Optional<Install> install,
        Effort effort,
        long seed,
        List<String> jvmArgs) {
    public Request {
        topologies = List.copyOf(topologies);
        scenarios = List.copyOf(scenarios);
        modes = List.copyOf(modes);
        drivers = List.copyOf(drivers);
        localJars = Map.copyOf(localJars);
        servers = List.copyOf(servers);
        transports = List.copyOf(transports);
        threads = List.copyOf(threads);
        sql = List.copyOf(sql);
        jvmArgs = List.copyOf(jvmArgs);
    }

    /** Of hosts, servers and drivers, when nothing is to be measured. */
    public static Request ofHosts(
            Hosts hosts,
            List<String> topologies,
            Optional<HostSpec> databaseHost,
            List<String> drivers,
            Map<String, LocalJar> localJars,
            List<String> servers,
            Optional<Install> install) {
        return new Request(
                hosts,
                topologies,
                databaseHost,
                List.of(),
                List.of(),
                drivers,
                localJars,
                servers,
                List.of(),
                List.of(),
                List.of(),
                install,
                Effort.of(Profile.SMOKE.name()),
                0,
                List.of());
    }

    /** The same with another effort. */
    public Request with(Effort other) {
        return new Request(
                hosts,
                topologies,
                databaseHost,
                scenarios,
                modes,
                drivers,
                localJars,
                servers,
                transports,
                threads,
                sql,
                install,
                other,
                seed,
                jvmArgs);
    }
}
