package dev.jdbcbench.history;

import dev.jdbcbench.comparison.Comparability;
import dev.jdbcbench.event.RunFacts.SessionStarted;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.result.Times;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything but the driver's build that may change the time of a cell from one run to another: host, JDK, JVM
 * arguments, server, iterations, and the scenarios themselves. Whatever a run did not record is unknown, and does not
 * count as a difference.
 *
 * @param known values by the name of the aspect
 * @param server facts of the cell's server; null if they are unknown
 */
public record Conditions(
        Map<String, String> known, @Nullable ServerFacts server) {

    /** Facts of a host that do not change with a reboot or with load. */
    private static final List<String> FACTS =
            List.of("cpu", "cpus", "smt", "governor", "memory", "virtualisation", "kernel");

    private static final int CHECKSUM = 12;

    public Conditions {
        known = Collections.unmodifiableMap(new LinkedHashMap<>(known));
    }

    /** The conditions under which a run measured a cell. */
    static Conditions of(Plan plan, Times times, Cell cell) {
        Map<String, String> known = new LinkedHashMap<>();
        Optional<SessionStarted> session = Optional.ofNullable(times.session());
        session.ifPresent(started -> known.put("JDK", Comparability.jdk(started.jvm())));
        known.put("JVM arguments", String.join(" ", plan.jvmArgs()));
        known.put("iterations", iterations(plan.profile()));
        session.map(SessionStarted::scenariosSha256).ifPresent(sha256 -> known.put("scenarios jar", shortened(sha256)));
        plan.sql().stream().filter(own -> own.name().equals(cell.scenario())).forEach(own -> {
            known.put("scenario " + own.name(), Comparability.statements(own));
            if (plan.setUp() != null) {
                known.put("data of --setup", Comparability.setUp(plan.setUp()));
            }
        });
        plan.knownDriver(cell)
                .ifPresent(driver ->
                        known.put("options of the driver", driver.options().toString()));
        plan.servers().stream()
                .filter(server ->
                        server.topology() == cell.topology() && server.server().equals(cell.server()))
                .forEach(server -> planned(server, known));
        Optional<ServerFacts> facts = times.serverFacts(cell.topology(), cell.server());
        facts.ifPresent(server -> known.put("server", server.version() + " (inserts into " + server.engine() + ")"));
        TreeSet<String> hosts = new TreeSet<>(List.of(cell.database()));
        hosts.addAll(plan.clients().isEmpty() ? List.of(cell.client()) : plan.clients());
        for (String host : hosts) {
            FACTS.forEach(name -> times.fact(host, name).ifPresent(value -> known.put(name + " of " + host, value)));
        }
        return new Conditions(known, facts.orElse(null));
    }

    private static void planned(Plan.Server server, Map<String, String> known) {
        known.put("source of the server", server.install());
        if (server.image() != null) {
            known.put("image of the server", server.image());
        }
        known.put("server options", server.options().toString());
        known.put("pinning of the client", server.clientCpus() == null ? "none" : server.clientCpus());
        known.put("pinning of the server", server.databaseCpus() == null ? "none" : server.databaseCpus());
    }

    /**
     * How a fork is measured. The profile's name and the number of forks are left out: they do not change the expected
     * time.
     */
    private static String iterations(Profile profile) {
        return profile.iterations() + " × " + profile.iterationTime().toMillis() + " ms"
                + (profile.turns() ? " in turns" : "")
                + (profile.warmup() == null ? "" : ", " + profile.warmup() + " of them warm-up");
    }

    private static String shortened(String sha256) {
        return sha256.substring(0, Math.min(CHECKSUM, sha256.length()));
    }

    /**
     * One line per aspect that is known in both runs and differs; empty if times are comparable.
     *
     * @param settings the differences between two servers' settings; all cells of a run share its servers
     */
    List<String> differences(Conditions newest, Map<ServerFacts, Map<ServerFacts, List<String>>> settings) {
        List<String> differences = new ArrayList<>();
        newest.known.forEach((aspect, value) -> compare(aspect, known.getOrDefault(aspect, value), value, differences));
        if (server != null && newest.server != null) {
            differences.addAll(settings.computeIfAbsent(newest.server, any -> new IdentityHashMap<>())
                    .computeIfAbsent(server, any -> settings(server, newest.server)));
        }
        return differences;
    }

    private static List<String> settings(ServerFacts server, ServerFacts newest) {
        List<String> differences = new ArrayList<>();
        for (String name : ServerFacts.chosen(List.of(server, newest))) {
            compare("setting " + name, server.setting(name), newest.setting(name), differences);
        }
        return differences;
    }

    private static void compare(String aspect, String value, String newest, List<String> differences) {
        if (!value.equals(newest)) {
            differences.add(aspect + ": " + value + "; newest: " + newest);
        }
    }
}
