package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Lab;
import dev.jdbcbench.LabServers;
import dev.jdbcbench.Processes;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.host.Outcome;
import java.io.IOException;
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
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a production host, which runs another user's database with data. bench measures its own server beside it, and
 * then that database as an external server. Afterwards the database is unchanged, and neither a secret nor an open port
 * is left.
 */
@RealMachine
class SafetyLabIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    /** The password of the database's administrator, with which bench uses it as an external server. */
    private static final String PASSWORD = "planted-secret-4711";
    /** The SSH password of the user {@code bench} on the database host. */
    private static final String SSH_PASSWORD = "planted-login-4712";

    @TempDir
    private Path directory = Path.of("");

    private Lab lab = Lab.up("0.35ms", "client,db,third");

    @AfterEach
    void down() {
        lab.close();
    }

    /** Prepares the servers before the lab starts, because this takes a while. */
    @BeforeAll
    static void serversAreThere() {
        if (Lab.possible()) {
            LabServers.mariaDb();
        }
    }

    private Ended bench(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--hosts", directory.resolve("hosts.yaml").toString()));
        all.addAll(List.of("--results", directory.resolve("results").toString()));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    private void startForeignDatabase() {
        Path tree = LabServers.mariaDb();
        lab.script("db", "mkdir /srv/mariadb");
        lab.copy(tree, "db", "/srv/mariadb");
        lab.script("db", """
            mkdir /srv/theirs && cd /srv/theirs
            printf '[mysqld]\\nport = 3306\\nmax_allowed_packet = 17M\\nsync_binlog = 7\\n' >my.cnf
            printf "CREATE USER boss@'%%' IDENTIFIED BY '%s';\\n" "$1" >init.sql
            printf "GRANT ALL ON *.* TO boss@'%%' WITH GRANT OPTION;\\nCREATE DATABASE theirs;\\n" >>init.sql
            printf "CREATE TABLE theirs.orders (id INT PRIMARY KEY, note VARCHAR(20));\\n" >>init.sql
            printf "INSERT INTO theirs.orders VALUES (1, 'first'), (2, 'second');\\n" >>init.sql
            chown -R 4242:4242 .
            as='setpriv --reuid 4242 --regid 4242 --clear-groups'
            $as /srv/mariadb/scripts/mariadb-install-db --no-defaults --basedir=/srv/mariadb --datadir=/srv/theirs/data \\
                --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve --force >/dev/null
            setsid $as /srv/mariadb/bin/mariadbd --defaults-file=/srv/theirs/my.cnf --basedir=/srv/mariadb --datadir=/srv/theirs/data \\
                --socket=/srv/theirs/s --bind-address=0.0.0.0 --skip-ssl --init-file=/srv/theirs/init.sql \\
                --log-error=/srv/theirs/log.err </dev/null >/dev/null 2>&1 &
            """, PASSWORD);
        await().atMost(LIMIT)
                .until(() -> lab.exec("db", "grep", "-q", "ready for connections", "/srv/theirs/log.err")
                        .ok());
        lab.script("db", "rm /srv/theirs/init.sql");
    }

    /** The state that the database's owner would see. */
    private String foreignDatabase() throws SQLException, IOException {
        Path jar = new Artifacts((file, bytes, total) -> {})
                .resolve("org.mariadb.jdbc:mariadb-java-client:" + DriverCatalogue.MARIADB.defaultVersion());
        StringBuilder seen = new StringBuilder();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                Connection connection = new Connector(DriverCatalogue.MARIADB, loader)
                        .open(
                                new Endpoint("10.213.77.12", 3306, "theirs", "boss", PASSWORD),
                                Usage.of(Mode.TEXT),
                                Map.of());
                Statement statement = connection.createStatement()) {
            for (String question : List.of(
                    "SELECT User, Host FROM mysql.user ORDER BY 1, 2",
                    "SHOW DATABASES",
                    "CHECKSUM TABLE theirs.orders",
                    "SELECT VARIABLE_NAME, GLOBAL_VALUE FROM information_schema.SYSTEM_VARIABLES WHERE GLOBAL_VALUE IS"
                            + " NOT NULL AND VARIABLE_NAME NOT IN ('GTID_BINLOG_STATE', 'TIMESTAMP') ORDER BY 1")) {
                try (ResultSet row = statement.executeQuery(question)) {
                    while (row.next()) {
                        seen.append(row.getString(1))
                                .append(' ')
                                .append(row.getString(2 > row.getMetaData().getColumnCount() ? 1 : 2))
                                .append('\n');
                    }
                }
            }
        }
        // The pid and start time show a restart.
        seen.append(lab.script(
                "db",
                "sha256sum /srv/theirs/my.cnf; ls -A /srv/theirs/data; p=$(cat /srv/theirs/data/*.pid);"
                        + " echo pid $p; cut -d ' ' -f 22 /proc/$p/stat"));
        return seen.toString();
    }

    @Test
    void productionHostIsUnchangedAfterARun() throws Exception {
        startForeignDatabase();
        String before = foreignDatabase();
        lab.script(
                "db",
                "usermod -p \"$(openssl passwd -6 \"$1\")\" bench; mkdir -p /run/sshd;"
                        + " /usr/sbin/sshd -p 2222 -o PasswordAuthentication=yes -o UsePAM=no -o PidFile=none",
                SSH_PASSWORD);
        Path passwordFile = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        Path login = Files.writeString(directory.resolve("login"), SSH_PASSWORD + "\n");
        for (Path secret : List.of(passwordFile, login)) {
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        }
        String hosts = Files.readString(lab.hosts())
                .replaceFirst(
                        "(?s)(client:.*?)identity: id_ed25519",
                        "$1identity: " + lab.hosts().resolveSibling("id_ed25519"))
                .replaceFirst(
                        "(?s)(db:.*?)identity: id_ed25519[^\\n]*",
                        "$1port: 2222\n    password: { file: " + login + " }")
                .replaceFirst(
                        "(?s)(third:.*?)identity: id_ed25519",
                        "$1identity: " + lab.hosts().resolveSibling("id_ed25519"));
        Files.writeString(directory.resolve("hosts.yaml"), hosts + """
            servers:
              own: { kind: mariadb, install: portable }
              theirs: { kind: mariadb, install: external, address: 10.213.78.12, tls: none, admin: { user: boss, password: { file: %s } } }
            """.formatted(passwordFile));

        Set<String> commandLines = new HashSet<>();
        StringBuilder remote = new StringBuilder();
        Optional<String> refused = Optional.empty();
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(
                () -> bench(Words.of(
                        "run -v --topology distant --profile smoke --driver mariadb --scenario Select1Row,Insert1Row "
                                + "--mode text")),
                task -> new Thread(task, "bench under test").start());
        while (!running.isDone()) {
            commandLines.addAll(Processes.commandLines());
            if (refused.isPresent()) {
                Thread.sleep(20);
                continue;
            }
            Outcome port = lab.exec(
                    "client",
                    "sh",
                    "-c",
                    "sed -n 's/^server.distant.own.port=//p' /home/bench/.cache/bench/runs/*/agent/secret/*"
                            + " 2>/dev/null");
            if (port.out().strip().matches("[0-9]+")) {
                refused = Optional.of(knockFromThird(port.out().strip()));
                remote.append(lab.script(
                        "client",
                        "ps -e -o args=; stat -c '%a %n' /home/bench/.cache/bench/runs/*/*/secret"
                                + " /home/bench/.cache/bench/runs/*/*/secret/*"));
                remote.append(lab.script("db", "ps -e -o args="));
            }
        }
        Ended run = running.get();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("own 11.4", "theirs 11.8", "database on theirs");
        assertThat(run.err()).contains("theirs: passwords and data travel unencrypted to 10.213.78.12");

        assertThat(refused).hasValueSatisfying(answer -> assertThat(answer).contains("is not allowed to connect"));
        assertThat(remote.toString()).contains("700 /home", "600 /home").doesNotContain(PASSWORD, SSH_PASSWORD);
        assertThat(commandLines).noneMatch(line -> line.contains(PASSWORD) || line.contains(SSH_PASSWORD));
        assertThat(run.out() + run.err()).doesNotContain(PASSWORD, SSH_PASSWORD);
        try (Stream<Path> files = Files.walk(directory.resolve("results"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(PASSWORD, SSH_PASSWORD);
            }
        }
        for (String host : List.of("client", "db")) {
            assertThat(lab.exec(host, "grep", "-rlE", PASSWORD + "|" + SSH_PASSWORD, "/home", "/tmp", "/var/tmp/bench")
                            .out())
                    .as("files on " + host)
                    .isEmpty();
        }
        assertThat(foreignDatabase()).isEqualTo(before);

        Files.writeString(passwordFile, "not the password\n");
        Ended check = bench("check", "--topology", "distant", "--server", "theirs", "--driver", "mariadb");
        assertThat(check.code()).as(check.out()).isEqualTo(4);
        assertThat(check.out().replaceAll(" +", " "))
                .contains("servers login PROBLEM no driver can log in to theirs from client", "Access denied for user");

        Files.writeString(passwordFile, PASSWORD + "\n");
        Ended clean = bench("clean");
        assertThat(clean.code()).as(clean.err()).isZero();
        assertThat(foreignDatabase()).isEqualTo(before);
    }

    /** Each run has a schema and an account of its own, also where both start at the same time. */
    @Test
    void twoBenchesUseOneForeignDatabaseAtOnce() throws Exception {
        startForeignDatabase();
        String before = foreignDatabase();
        Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        Path sql = Files.writeString(directory.resolve("orders.sql"), """
            -- setup
            create table orders (id int primary key, note varchar(20));
            insert into orders values (1, 'mine');
            -- measure
            select note from orders where id = 1;
            -- teardown
            drop table orders;
            """);
        String hosts = Files.readString(lab.hosts())
                .replace("identity: id_ed25519", "identity: " + lab.hosts().resolveSibling("id_ed25519"));
        List<CompletableFuture<Ended>> running = new ArrayList<>();
        for (String client : List.of("client", "third")) {
            Path file = Files.writeString(
                    directory.resolve(client + ".yaml"),
                    hosts.replaceFirst("(?m)^client: .*$", "client: " + client) + """
                        servers:
                          theirs: { kind: mariadb, install: external, address: 10.213.78.12, tls: none, admin: { user: boss, password: { file: %s } } }
                        """.formatted(password));
            running.add(CompletableFuture.supplyAsync(
                    () -> BenchTest.bench(Words.of(
                            "run --topology distant --hosts {} --results {} --profile smoke --driver mariadb --sql {}",
                            file,
                            directory.resolve("results-" + client),
                            sql)),
                    task -> new Thread(task, "bench on " + client).start()));
        }
        for (CompletableFuture<Ended> one : running) {
            Ended ended = one.get();
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).contains("orders");
        }
        assertThat(foreignDatabase()).isEqualTo(before);
    }

    /** The server's first bytes, before any login, to a client from a host that may not use it. */
    private String knockFromThird(String port) {
        return lab.exec(
                        "third",
                        "python3",
                        "-c",
                        "import socket; s = socket.create_connection(('10.213.78.12', " + port + "), 5);"
                                + " print(s.recv(500).decode('latin1'))")
                .out();
    }
}
