package dev.jdbcbench.imported;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.OltpTables;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Maps the benchmarks of a JMH file to bench's terms: scenario, mode and driver.
 *
 * <p>Benchmarks published since 2016 are recognised by class name, in any package. bench's own are recognised as well.
 * {@code Select_1000_Rows} keeps its name: it reads two columns, and {@code Select1000Rows} one.
 * {@code BenchmarkSelect1RowPrepare*} maps to {@code Select1RowCast}: the text of 2016, whose logs use these names, casts the
 * parameter. A variant with the same name in the README of its sources does not, but no file shows the difference. Any other
 * benchmark keeps its name.
 */
final class BenchmarkNames {
    /** Placeholder for values that a file does not contain. */
    static final String UNKNOWN = DriverName.UNKNOWN;

    private static final Map<String, Mode> PREPARED =
            Map.of("Text", Mode.TEXT, "TextHA", Mode.HA, "Hit", Mode.HIT, "Miss", Mode.MISS, "Rewrite", Mode.REWRITE);
    /** Methods of benchmarks that have the driver as a parameter. */
    private static final Map<String, Mode> PROTOCOLS = Map.of(
            "test", Mode.TEXT,
            "run", Mode.TEXT,
            "select1Pool", Mode.TEXT,
            "text", Mode.TEXT,
            "binary", Mode.HIT,
            "binaryNoCache", Mode.MISS);

    private static final String INSERT_BATCH = "Insert_batch";
    /**
     * Methods of Insert_batch, by driver. Whether MariaDB's sends its other methods' batches in bulk or as text depends on its
     * version, which the file does not contain.
     */
    private static final Map<String, Map<String, Mode>> INSERT_BATCH_PROTOCOLS = Map.of(
            "mysql", Map.of("text", Mode.TEXT, "binary", Mode.HIT, "rewrite", Mode.REWRITE),
            "mariadb", Map.of("binary", Mode.BULK));

    /** Select_1_pool runs its tasks on virtual threads. */
    private static final String POOL_SCENARIO = "Select1Pool";

    /** The parameters of Select_1_pool, with the values that its scenario has. */
    private static final Map<String, String> POOL = Map.of("numberOfTasks", "100", "numberOfConnection", "16");

    private static final String MODES = "(TextHA|Text|Hit|Miss|Rewrite)";

    private static final List<Family> FAMILIES = List.of(
            family("BenchmarkSelect1RowPrepare" + MODES, "Select1RowCast"),
            family("BenchmarkOneInsertPrepare" + MODES, "Insert1Row"),
            family("PrepareStatementBatch100Insert(?:With)?(?:Prepare)?" + MODES, "InsertBatch100"),
            family("BenchmarkBatch1000Insert(?:With)?(?:Prepare)?" + MODES, "InsertBatch1000"),
            family("StatementBatch100Insert" + MODES + "?", "StatementBatch100"),
            family("BenchmarkCallableStatementFunction", "CallFunction"),
            family("BenchmarkCallableStatementWithInParameter", "CallInParameter"),
            family("BenchmarkCallableStatementWithOutParameter", "CallOutParameter"),
            family("BenchmarkSelect1000Rows", "Select1000Rows"),
            family("BenchmarkSelect1000BigRows", "Select1000BigRows"),
            family("BenchmarkSelect1000BigRowsFetch", "Select1000BigRowsFetch"),
            family("Do_1", "Do1"),
            family("Do_1000_params", "Do1000Params"),
            family(INSERT_BATCH, "InsertBatch100"),
            family("Select_1", "Select1"),
            family("Select_1_pool", POOL_SCENARIO),
            family("Select_100_cols", "Select100Cols"),
            family("Select_10_cols_from_seq_1_to_100000", "Select10Cols"),
            family("Select_1_mysql_user", "SelectUser"),
            family("Create_and_close_Connection", "Connect"));

    private static final Pattern DRIVER = Pattern.compile("(mariadb|mysql|drizzle)([A-Z0-9_-].*)?");
    private static final Pattern OWN = Pattern.compile("dev\\.jdbcbench\\.scenario\\.(\\w+)\\.\\w+");
    /** Parameters of every cell in files written by bench. */
    private static final Set<String> OWN_PARAMS =
            Set.of("topology", "server", "driver", "driverVersion", "mode", "transport");

    private final Set<String> ambiguous = new HashSet<>();

    /** @param names the names of all benchmarks in the file, with package and class */
    BenchmarkNames(Collection<String> names) {
        Map<String, String> full = new HashMap<>();
        for (String name : names) {
            String known = full.putIfAbsent(shortName(name), name);
            if (known != null && !known.equals(name)) {
                ambiguous.add(shortName(name));
            }
        }
    }

    private record Family(Pattern pattern, String scenario) {}

    private static Family family(String regex, String scenario) {
        return new Family(Pattern.compile(regex), scenario);
    }

    /**
     * A benchmark in bench's terms.
     *
     * @param driver its label; {@value #UNKNOWN} when the file names no driver
     * @param driverVersion {@value #UNKNOWN} except in files written by bench
     * @param server empty except in files written by bench
     * @param topology empty except in files written by bench
     * @param params the remaining parameters
     * @param own whether bench wrote it
     */
    record Meaning(
            String scenario,
            Mode mode,
            String driver,
            String driverVersion,
            Transport transport,
            Optional<String> server,
            Optional<Topology> topology,
            Map<String, String> params,
            boolean own) {
        Meaning {
            params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        }

        Meaning withParam(String key, String value) {
            Map<String, String> more = new LinkedHashMap<>(params);
            more.put(key, value);
            return new Meaning(scenario, mode, driver, driverVersion, transport, server, topology, more, own);
        }
    }

    /** The scenario and mode of a published benchmark, by class name; empty when it is not one. */
    static Optional<Map.Entry<String, Mode>> published(String className) {
        for (Family family : FAMILIES) {
            Matcher matcher = family.pattern().matcher(className);
            if (matcher.matches()) {
                String word = matcher.groupCount() == 0 ? null : matcher.group(1);
                Mode plain = family.scenario().equals("Connect") ? Mode.PLAIN : Mode.TEXT;
                return Optional.of(
                        Map.entry(family.scenario(), word == null ? plain : PREPARED.getOrDefault(word, plain)));
            }
        }
        return Optional.empty();
    }

    /** The driver that a label starts with: {@code mariadbWithout102capacity} is MariaDB's. */
    static Optional<DriverKind> kind(String label) {
        Matcher matcher = DRIVER.matcher(label);
        return matcher.matches() ? DriverCatalogue.of(matcher.group(1)) : Optional.empty();
    }

    /** Interprets a benchmark by its name and parameters. A published one gets its new name. */
    Meaning meaning(String benchmark, Map<String, String> params) {
        return own(benchmark, params)
                .or(() -> published(benchmark, params))
                .orElseGet(() -> foreign(benchmark, params));
    }

    /** Interprets a benchmark under the name it has, published or not. */
    Meaning foreign(String benchmark, Map<String, String> params) {
        Map<String, String> left = new LinkedHashMap<>(params);
        String driver = left.remove("driver");
        String name = ambiguous.contains(shortName(benchmark)) ? benchmark : shortName(benchmark);
        if (driver == null && name.contains(".") && kind(method(benchmark)).isPresent()) {
            driver = method(benchmark);
            name = name.substring(0, name.lastIndexOf('.'));
        }
        return meaning(name, Mode.DEFAULT, driver == null ? UNKNOWN : driver, left);
    }

    private static Optional<Meaning> published(String benchmark, Map<String, String> params) {
        String method = method(benchmark);
        String[] parts = shortName(benchmark).split("\\.", -1);
        Map<String, String> left = new LinkedHashMap<>(params);
        String driver = left.remove("driver");
        return published(parts[0]).flatMap(known -> {
            if (known.getKey().equals(POOL_SCENARIO)) {
                left.putAll(ThreadKind.VIRTUAL.params());
            }
            if (driver != null) {
                Mode mode = protocol(parts[0], method, driver);
                left.entrySet().removeAll(POOL.entrySet());
                return mode == null
                        ? Optional.empty()
                        : Optional.of(
                                meaning(known.getKey(), mode == Mode.TEXT ? known.getValue() : mode, driver, left));
            }
            return kind(method).isPresent()
                    ? Optional.of(meaning(known.getKey(), known.getValue(), method, left))
                    : Optional.empty();
        });
    }

    private static @Nullable Mode protocol(String className, String method, String driver) {
        return className.equals(INSERT_BATCH)
                ? INSERT_BATCH_PROTOCOLS
                        .getOrDefault(driver.split("@", 2)[0], Map.of())
                        .get(method)
                : PROTOCOLS.get(method);
    }

    private static Meaning meaning(String scenario, Mode mode, String driver, Map<String, String> params) {
        String[] atVersion = driver.split("@", 2);
        return new Meaning(
                scenario,
                mode,
                atVersion[0],
                atVersion.length == 2 ? atVersion[1] : UNKNOWN,
                Transport.TCP,
                Optional.empty(),
                Optional.empty(),
                params,
                false);
    }

    /** Recognises bench's own benchmarks by name, or by the parameters that only bench writes. */
    private static Optional<Meaning> own(String benchmark, Map<String, String> params) {
        Matcher matcher = OWN.matcher(benchmark);
        boolean named = matcher.matches()
                && (matcher.group(1).equals("Sql")
                        || ScenarioCatalogue.of(matcher.group(1)).isPresent());
        Optional<Mode> mode = Mode.of(params.getOrDefault("mode", Mode.TEXT.id()));
        Optional<Transport> transport = Transport.of(params.getOrDefault("transport", Transport.TCP.id()));
        if (!(named || params.keySet().containsAll(OWN_PARAMS)) || mode.isEmpty() || transport.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> left = new LinkedHashMap<>(params);
        left.keySet().removeAll(OWN_PARAMS);
        left.remove(ThreadKind.PARAM, ThreadKind.PLATFORM.id()); // cells of bench do not have it
        String sql = left.remove("sql");
        String scenario = named ? matcher.group(1) : benchmark;
        if (named) {
            ScenarioCatalogue.of(scenario)
                    .filter(ScenarioCatalogue.Entry::oltp)
                    .ifPresent(entry -> withoutDefaults(left));
        }
        return Optional.of(new Meaning(
                sql == null ? scenario : sql,
                mode.get(),
                params.getOrDefault("driver", UNKNOWN),
                params.getOrDefault("driverVersion", UNKNOWN),
                transport.get(),
                Optional.ofNullable(params.get("server")),
                Topology.of(params.getOrDefault("topology", "")),
                left,
                true));
    }

    /** JMH writes all parameters; cells have those that differ from the default. */
    private static void withoutDefaults(Map<String, String> params) {
        try {
            Map<String, String> data = OltpTables.of(params).params();
            params.keySet().removeIf(name -> OltpTables.PARAMS.contains(name) && !data.containsKey(name));
        } catch (IllegalArgumentException e) {
            params.putIfAbsent("invalid", String.valueOf(e.getMessage())); // the cell then matches no other
        }
    }

    private static String method(String benchmark) {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    /** Class and method, without the package. */
    private static String shortName(String benchmark) {
        String[] parts = benchmark.split("\\.", -1);
        return String.join(".", Arrays.asList(parts).subList(Math.max(0, parts.length - 2), parts.length));
    }
}
