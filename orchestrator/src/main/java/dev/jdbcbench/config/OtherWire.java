package dev.jdbcbench.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Drivers that speak another protocol than MariaDB's and MySQL's servers: connecting with them would only run into a time limit. */
final class OtherWire {
    /** Products by the word of their URLs. */
    private static final Map<String, String> URLS = Map.ofEntries(
            Map.entry("postgresql", "PostgreSQL"),
            Map.entry("pgsql", "PostgreSQL"),
            Map.entry("yugabytedb", "PostgreSQL"),
            Map.entry("redshift", "Amazon Redshift"),
            Map.entry("h2", "H2"),
            Map.entry("hsqldb", "HSQLDB"),
            Map.entry("derby", "Apache Derby"),
            Map.entry("sqlite", "SQLite"),
            Map.entry("duckdb", "DuckDB"),
            Map.entry("oracle", "Oracle Database"),
            Map.entry("sqlserver", "SQL Server"),
            Map.entry("jtds", "SQL Server"),
            Map.entry("db2", "Db2"),
            Map.entry("firebirdsql", "Firebird"),
            Map.entry("clickhouse", "ClickHouse"),
            Map.entry("snowflake", "Snowflake"),
            Map.entry("trino", "Trino"),
            Map.entry("hive2", "Hive"));

    /** Products by the beginning of a class, or of the group of an artifact. */
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("org.postgresql", "PostgreSQL"),
            Map.entry("com.impossibl.pgjdbc", "PostgreSQL"),
            Map.entry("com.impossibl.postgres", "PostgreSQL"),
            Map.entry("com.yugabyte", "PostgreSQL"),
            Map.entry("com.amazon.redshift", "Amazon Redshift"),
            Map.entry("org.h2", "H2"),
            Map.entry("com.h2database", "H2"),
            Map.entry("org.hsqldb", "HSQLDB"),
            Map.entry("org.apache.derby", "Apache Derby"),
            Map.entry("org.sqlite", "SQLite"),
            Map.entry("org.xerial", "SQLite"),
            Map.entry("org.duckdb", "DuckDB"),
            Map.entry("oracle.jdbc", "Oracle Database"),
            Map.entry("com.oracle.database", "Oracle Database"),
            Map.entry("com.microsoft.sqlserver", "SQL Server"),
            Map.entry("net.sourceforge.jtds", "SQL Server"),
            Map.entry("com.ibm.db2", "Db2"),
            Map.entry("org.firebirdsql", "Firebird"),
            Map.entry("com.clickhouse", "ClickHouse"),
            Map.entry("net.snowflake", "Snowflake"),
            Map.entry("io.trino", "Trino"),
            Map.entry("org.apache.hive", "Hive"));

    private OtherWire() {}

    /**
     * The database whose protocol a driver speaks; empty if it may be that of MariaDB and MySQL.
     *
     * @param driverClass its class
     * @param url its URL, like {@code jdbc:postgresql://…}; the words of a wrapper's URL count, too
     * @param coordinates {@code group:artifact} of its jar, first, and of further jars
     */
    static Optional<String> of(String driverClass, String url, List<String> coordinates) {
        List<String> words = Arrays.asList(
                url.replaceFirst("//.*", "").toLowerCase(Locale.ROOT).split("[:+]"));
        if (words.contains("mysql") || words.contains("mariadb")) {
            return ofPackage(driverClass);
        }
        Optional<String> ofUrl =
                words.stream().map(URLS::get).filter(product -> product != null).findFirst();
        return Stream.concat(Stream.of(driverClass), coordinates.stream().limit(1))
                .flatMap(name -> ofPackage(name).stream())
                .findFirst()
                .or(() -> ofUrl);
    }

    private static Optional<String> ofPackage(String name) {
        return PACKAGES.entrySet().stream()
                .filter(known -> name.startsWith(known.getKey() + ".") || name.startsWith(known.getKey() + ":"))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
