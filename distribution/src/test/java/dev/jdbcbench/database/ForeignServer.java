package dev.jdbcbench.database;

import static org.awaitility.Awaitility.await;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A server on loopback that bench did not start, as people have it: with default settings, an administrator {@code boss}, and
 * a schema {@code payroll} with data.
 */
public final class ForeignServer implements AutoCloseable {
    /** The administrator's password. */
    public static final String PASSWORD = "planted-secret-5501";

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int UID = 47306;
    private static final LocalHost HERE = new LocalHost("localhost");

    private final Path directory;
    private final int port;
    private final DriverKind kind;
    private final Process process;

    private ForeignServer(Path directory, int port, DriverKind kind, Process process) {
        this.directory = directory;
        this.port = port;
        this.kind = kind;
        this.process = process;
    }

    /** The server's programs; empty if this machine has none of that kind. */
    public static Optional<Binaries> programs(ServerKind kind) {
        if (kind == ServerKind.MYSQL) {
            return InstalledServer.find(HERE, kind);
        }
        HostScript script = HostScript.install(HERE);
        return Optional.of(new PortableMariaDb(new Artifacts((file, bytes, total) -> {}), Path.of(script.cache()))
                .provide(script));
    }

    /** Starts a server with these programs. */
    public static ForeignServer start(Binaries binaries, DriverKind kind, String... options) throws IOException {
        boolean mySql = binaries.kind() == ServerKind.MYSQL;
        Path directory = Files.createTempDirectory(Path.of("/var/tmp"), "foreign-");
        // The agent, which has an account of its own, reaches the socket.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        Files.createDirectory(directory.resolve("data"));
        Files.createDirectory(directory.resolve("tmp"));
        Files.writeString(directory.resolve("init.sql"), """
                CREATE USER boss@'%%' IDENTIFIED BY '%s';
                GRANT ALL ON *.* TO boss@'%%' WITH GRANT OPTION;
                CREATE DATABASE payroll;
                CREATE TABLE payroll.salaries (id INT PRIMARY KEY, amount INT);
                INSERT INTO payroll.salaries VALUES (1, 100), (2, 200);
                """.formatted(PASSWORD));
        boolean root = System.getProperty("user.name").equals("root");
        if (root) {
            HERE.require("hand over", Command.of("chown", "-R", UID + ":" + UID, directory.toString()));
        }
        List<String> as = root
                ? List.of("setpriv", "--reuid", "" + UID, "--regid", "" + UID, "--clear-groups", "--")
                : List.<String>of();
        List<String> initialise = new ArrayList<>(as);
        initialise.addAll(ServerProgram.of(binaries).initialise(binaries, directory.toString()));
        HERE.require("initialise a server", Command.of(initialise));
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        List<String> start = new ArrayList<>(as);
        start.addAll(List.of(
                binaries.server(),
                "--no-defaults",
                "--basedir=" + binaries.baseDirectory(),
                "--datadir=" + directory.resolve("data"),
                "--tmpdir=" + directory.resolve("tmp"),
                "--socket=" + directory.resolve("s"),
                "--pid-file=" + directory.resolve("pid"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--init-file=" + directory.resolve("init.sql")));
        binaries.messages().ifPresent(messages -> start.add("--lc-messages-dir=" + messages));
        start.addAll(mySql ? List.of("--secure-file-priv=NULL", "--mysqlx=OFF") : List.of("--skip-ssl"));
        start.addAll(List.of(options));
        Process process = new ProcessBuilder(start)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        ForeignServer server = new ForeignServer(directory, port, kind, process);
        await().atMost(LIMIT).until(() -> server.answers() || !process.isAlive());
        if (!process.isAlive()) {
            String log = Files.readString(directory.resolve("log"));
            server.close();
            throw new IllegalStateException("the server ended: " + log);
        }
        return server;
    }

    private boolean answers() {
        try (Connection connection = connect("boss", PASSWORD, "payroll")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The path of its Unix socket. */
    public Path socket() {
        return directory.resolve("s");
    }

    /** A file in its data directory. */
    public Path data(String name) {
        return directory.resolve("data").resolve(name);
    }

    /** Its port on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** A new connection. */
    public Connection connect(String user, String password, String database) throws SQLException {
        try {
            Artifacts artifacts = new Artifacts((file, bytes, total) -> {});
            URL jar = artifacts
                    .resolve(kind.coordinates(kind.defaultVersion()) + ":" + kind.defaultVersion())
                    .toUri()
                    .toURL();
            return new Connector(kind, new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader()))
                    .open(new Endpoint("127.0.0.1", port, database, user, password), Usage.of(Mode.TEXT), Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Executes statements as the administrator. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect("boss", PASSWORD, "payroll");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The rows of a query of the administrator, one line each. */
    public String query(String sql) throws SQLException {
        try (Connection connection = connect("boss", PASSWORD, "payroll");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                List<String> columns = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    columns.add(row.getString(i));
                }
                rows.add(String.join(" ", columns));
            }
            return String.join("\n", rows);
        }
    }

    /** What its owner would see: accounts, schemas, and the data. */
    public String state() throws SQLException {
        return List.of(
                        "SELECT User, Host FROM mysql.user ORDER BY 1, 2",
                        "SELECT Db, User, Host FROM mysql.db ORDER BY 1, 2, 3",
                        "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA ORDER BY 1",
                        "SELECT * FROM payroll.salaries ORDER BY 1",
                        "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'payroll' ORDER BY 1",
                        "SELECT @@GLOBAL.max_connections, @@GLOBAL.sql_mode")
                .stream()
                .map(sql -> {
                    try {
                        return query(sql);
                    } catch (SQLException e) {
                        throw new IllegalStateException(sql, e);
                    }
                })
                .collect(Collectors.joining("\n\n"));
    }

    @Override
    public void close() {
        process.destroy();
        await().atMost(LIMIT).until(() -> !process.isAlive());
        HERE.require("remove a server", Command.of("rm", "-rf", "--", directory.toString()));
    }
}
