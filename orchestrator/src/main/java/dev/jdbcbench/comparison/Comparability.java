package dev.jdbcbench.comparison;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.result.fold.TwinResults;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Lists the differences between runs other than distance, in words. Any of them may explain a difference between two
 * numbers.
 */
public final class Comparability {
    private Comparability() {}

    /** One line for each aspect in which the runs differ. */
    static List<String> differences(List<Fold> runs) {
        List<String> differences = new ArrayList<>(settings(runs));
        drivers(differences, runs);
        return differences;
    }

    /** The differences other than drivers, for runs that compare drivers. */
    static List<String> settings(List<Fold> runs) {
        List<String> differences = new ArrayList<>();
        compare(
                differences,
                runs,
                "JDK",
                fold -> fold.session().map(Fact.SessionStarted::jvm).map(Comparability::jdk));
        compare(differences, runs, "scenarios jar", fold -> fold.session().map(Fact.SessionStarted::scenariosSha256));
        compare(
                differences,
                runs,
                "JVM arguments",
                fold -> Optional.of(String.join(" ", fold.plan().jvmArgs())));
        compare(
                differences,
                runs,
                "profile",
                fold -> Optional.of(profile(fold.plan().profile())));
        compare(differences, runs, "server", fold -> fold.session().map(Comparability::servers));
        compare(differences, runs, "server options", fold -> Optional.of(servers(fold, Plan.Server::options)));
        settings(differences, runs);
        compare(
                differences,
                runs,
                "source of the server",
                fold -> Optional.of(servers(
                        fold, server -> server.image() == null ? server.install() : "image " + server.image())));
        compare(differences, runs, "client host", fold -> Optional.of(servers(fold, Plan.Server::client)));
        compare(
                differences,
                runs,
                "CPU of the client",
                fold -> fold.plan().clientHosts().stream()
                        .flatMap(host -> fold.fact(host, "cpu").stream())
                        .reduce((one, other) -> one + ", " + other));
        compare(
                differences,
                runs,
                "pinning of the client",
                fold -> Optional.of(
                        servers(fold, server -> server.clientCpus() == null ? "none" : server.clientCpus())));
        compare(
                differences,
                runs,
                "data of --setup",
                fold -> Optional.of(setUp(fold.plan().setUp())));
        for (String name : new TreeSet<>(runs.stream()
                .flatMap(run -> run.plan().sql().stream())
                .map(SqlScenario::name)
                .toList())) {
            compare(
                    differences,
                    runs,
                    "scenario " + name,
                    fold -> fold.plan().sql().stream()
                            .filter(own -> own.name().equals(name))
                            .findFirst()
                            .map(Comparability::statements));
        }
        return differences;
    }

    private static void drivers(List<String> differences, List<Fold> runs) {
        for (String label : new TreeSet<>(runs.stream()
                .flatMap(run -> run.plan().drivers().stream().filter(driver -> !TwinResults.isTwin(run.plan(), driver)))
                .map(Driver::id)
                .toList())) {
            compare(
                    differences,
                    runs,
                    "driver " + label,
                    fold -> fold.plan().drivers().stream()
                            .filter(driver -> driver.id().equals(label))
                            .findFirst()
                            .map(driver -> driver.jars() + " " + driver.options()));
        }
    }

    /** How a fork is measured. The number of forks is left out, because the intervals account for it. */
    private static String profile(Profile profile) {
        return profile.name() + " with " + profile.iterations() + " × "
                + profile.iterationTime().toMillis() + " ms"
                + (profile.warmup() == null ? "" : ", " + profile.warmup() + " of them warm-up");
    }

    private static String servers(Fold fold, Function<Plan.Server, Object> aspect) {
        return new TreeSet<>(fold.plan().servers().stream()
                        .map(server -> server.server() + " " + aspect.apply(server))
                        .toList())
                .toString();
    }

    /** The statements and their set-up, without their position in the file. */
    public static String statements(SqlScenario own) {
        RecordedTransaction recorded = own.recorded();
        return own.statement().sql() + " " + own.params() + " after "
                + own.setup().stream().map(SqlScenario.Line::sql).toList()
                + (recorded == null ? "" : ", steps " + checksum(recorded.toString()));
    }

    /** The data that the user's file creates. */
    public static String setUp(@Nullable SetUp setUp) {
        return setUp == null
                ? "none"
                : checksum(setUp.statements().stream()
                        .map(SqlScenario.Line::sql)
                        .toList()
                        .toString());
    }

    private static String checksum(String text) {
        CRC32 checksum = new CRC32();
        checksum.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(checksum.getValue());
    }

    public static String jdk(Jvm jvm) {
        return jvm.vmName() + " " + jvm.vmVersion();
    }

    private static String servers(Fact.SessionStarted session) {
        return new TreeSet<>(session.servers().stream()
                        .map(server ->
                                server.server() + " " + server.version() + " (inserts into " + server.engine() + ")")
                        .toList())
                .toString();
    }

    /**
     * One line for each setting that was set explicitly and in which the runs' servers differ. The same label near and far counts
     * as one server.
     */
    private static void settings(List<String> differences, List<Fold> runs) {
        Map<String, List<ServerFacts>> servers = new TreeMap<>();
        runs.stream()
                .flatMap(run -> run.session().stream())
                .flatMap(session -> session.servers().stream())
                .forEach(facts -> servers.computeIfAbsent(facts.server(), any -> new ArrayList<>())
                        .add(facts));
        servers.forEach((server, facts) -> {
            for (String name : ServerFacts.chosen(facts)) {
                compare(
                        differences,
                        runs,
                        "setting " + name + " of " + server,
                        fold -> fold.session().flatMap(session -> setting(session, server, name)));
            }
        });
    }

    /** Empty when the run has no such server. */
    private static Optional<String> setting(Fact.SessionStarted session, String server, String name) {
        TreeSet<String> values = new TreeSet<>(session.servers().stream()
                .filter(facts -> facts.server().equals(server))
                .map(facts -> facts.setting(name))
                .toList());
        return values.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", values));
    }

    private static void compare(
            List<String> differences, List<Fold> runs, String what, Function<Fold, Optional<String>> aspect) {
        Map<String, List<String>> runsByValue = new LinkedHashMap<>();
        for (Fold run : runs) {
            aspect.apply(run)
                    .ifPresent(value -> runsByValue
                            .computeIfAbsent(value, any -> new ArrayList<>())
                            .add(run.plan().run()));
        }
        if (runsByValue.size() > 1) {
            List<String> sides = new ArrayList<>();
            runsByValue.forEach((value, ids) -> sides.add(value + " in " + String.join(", ", ids)));
            differences.add(what + ": " + String.join("; ", sides));
        }
    }
}
