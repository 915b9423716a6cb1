package dev.jdbcbench.config;

import static dev.jdbcbench.failure.Failing.assertText;
import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Version;
import dev.jdbcbench.driver.Wiring;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.scenario.SqlScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostsFileTest {
    @TempDir
    private Path directory = Path.of("");

    private Hosts read(String text) throws IOException {
        Path file = directory.resolve("hosts.yaml");
        Files.writeString(file, text);
        return HostsFile.read(file);
    }

    private List<String> problems(String text) {
        return Problems.of(directory, () -> read(text));
    }

    @Test
    void smallestFileHasOneHostAndDefaults() throws IOException {
        Hosts hosts = read("hosts: { db1: { address: 198.51.100.20 } }\n");
        assertThat(hosts.hosts().get("db1"))
                .isEqualTo(HostSpec.at("db1", "198.51.100.20", Optional.empty(), Optional.empty()));
        assertThat(hosts.clientHost().local()).isTrue();
        assertThat(hosts.servers()).isEqualTo(Hosts.none().servers());
        assertThat(hosts.jvmArgs()).isEqualTo(Hosts.DEFAULT_JVM_ARGS);
    }

    @Test
    void clientsReplacesClient() throws IOException {
        Hosts hosts = read("""
                hosts: { c1: { address: 198.51.100.1 }, c2: { address: 198.51.100.2 }, db: { address: 198.51.100.3 } }
                clients: [ c1, c2 ]
                database: db
                """);
        assertThat(hosts.clients()).containsExactly("c1", "c2");
        assertThat(hosts.clientHost().name()).as("the first client").isEqualTo("c1");
        assertThat(problems("""
                        hosts: { c1: { address: 198.51.100.1 }, c2: { address: 198.51.100.2 } }
                        client: c1
                        clients: [ c1, c3, c1 ]
                        """))
                .containsExactlyInAnyOrder(
                        "hosts.yaml:3:1: clients: no host is called c3 (did you mean c1?)",
                        "hosts.yaml:3:1: clients names a host twice",
                        "hosts.yaml:3:1: client and clients exclude each other: leave out one of them");
        assertThat(problems("clients: [ c1 ]\n")).isNotEmpty();
    }

    /** That it shows every key is tested with the schema. */
    @Test
    void exampleFileIsValid() throws IOException {
        Path example = Path.of("..", "hosts.example.yaml");
        Hosts hosts = HostsFile.read(example);
        assertThat(hosts.client()).contains("client");
        assertThat(hosts.database()).contains("db1");
        HostSpec client = Objects.requireNonNull(hosts.hosts().get("client"));
        assertThat(client.address()).isEqualTo("198.51.100.10");
        assertThat(client.identity()).contains(Path.of(System.getProperty("user.home"), ".ssh", "id_ed25519"));
        assertThat(hosts.drivers().get("mariadb-nopipe")).satisfies(driver -> {
            assertThat(driver.kind()).isEqualTo(DriverCatalogue.MARIADB);
            assertThat(driver.options()).containsEntry("disablePipeline", "true");
        });
    }

    private static List<String> ids(List<Install> sources) {
        return sources.stream().map(Install::id).toList();
    }

    @Test
    void allProblemsAreListedWithLineAndColumn() {
        assertThat(problems("""
                        hosts:
                          client:
                            adress: 198.51.100.10
                            port: 99999
                          db 1:
                            address: 198.51.100.20
                            hostKey: MD5:aa
                        client: clent
                        databse: db1
                        servers:
                          mariadb: { kind: postgres, install: docker }
                        jvm: { heap: 512 }
                        drivers:
                          mine: { driver: mariadbb }
                        """))
                .containsExactly(
                        "hosts.yaml:3:5: unknown key hosts.client.adress (did you mean address?)",
                        "hosts.yaml:3:5: hosts.client has no address",
                        "hosts.yaml:4:5: hosts.client.port: a number from 1 to 65535 is needed, not 99999",
                        "hosts.yaml:6:5: the host name 'db 1' may have letters, digits, - and _ only",
                        "hosts.yaml:7:5: hosts.db 1.hostKey: a fingerprint as ssh-keygen -l prints it is needed (SHA256: and 43 characters), not MD5:aa",
                        "hosts.yaml:8:1: client: no host is called clent (did you mean client?)",
                        "hosts.yaml:9:1: unknown key databse (did you mean database?)",
                        "hosts.yaml:11:14: servers.mariadb.kind: one of [mariadb, mysql] is needed, not postgres",
                        "hosts.yaml:11:30: servers.mariadb.install: one of " + ids(Install.all())
                                + " is needed, not docker",
                        "hosts.yaml:12:8: jvm.heap: a size with its unit is needed, like 512M, not 512",
                        "hosts.yaml:14:11: drivers.mine.driver: one of " + DriverCatalogue.all()
                                + " is needed, not mariadbb");
    }

    @Test
    void impossiblePathIsAProblem() {
        assertThat(problems("hosts: { a: { address: x, identity: \"\\0\" } }\n"))
                .singleElement()
                .asString()
                .startsWith("hosts.yaml:1:27: hosts.a.identity: the path of a file is needed");
    }

    @Test
    void versionMayHaveManyDigits() throws IOException {
        Hosts hosts = read("""
                hosts: { a: { address: x } }
                drivers: { mine: { driver: mariadb, version: 9999999999999999999 } }
                """);
        assertThat(Version.of(
                        Objects.requireNonNull(hosts.drivers().get("mine")).version()))
                .contains(new Version(Integer.MAX_VALUE, 0, 0));
    }

    @Test
    void deepNestingIsAProblemWithItsPlace() {
        assertThat(problems("hosts: " + "[".repeat(20_000) + "]".repeat(20_000) + "\n"))
                .containsExactly("hosts.yaml:1:57: this is nested more deeply than 50 levels");
    }

    /** The YAML reader fills its buffer with about a thousand characters at a time. */
    @Test
    void surrogatePairsAreReadEverywhere() throws IOException {
        for (int before = 980; before < 1060; before++) {
            Hosts hosts =
                    read("#" + "x".repeat(before) + "\uD83D\uDE00" + "\nhosts: { db1: { address: 198.51.100.20 } }\n");
            assertThat(hosts.hosts()).containsKey("db1");
        }
    }

    @Test
    void duplicateKeyIsAProblem() {
        assertThat(problems("hosts:\n  a: { address: x }\n  a: { address: y }\n"))
                .containsExactly("hosts.yaml:3:3: hosts.a appears twice");
    }

    @Test
    void brokenYamlIsReportedWithItsPlace() {
        assertThat(problems("hosts:\n  a: { address: x\n"))
                .singleElement()
                .asString()
                .startsWith("hosts.yaml:3:1: ");
        assertThat(problems("")).singleElement().asString().contains("empty");
        assertThat(problems("- a\n- b\n"))
                .anySatisfy(problem -> assertThat(problem).contains("must be a mapping"));
    }

    @Test
    void missingFileIsReportedWithHowToCreateOne() {
        assertThatThrownBy(() -> HostsFile.read(directory.resolve("nosuch.yaml")))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> assertThat(failure.hint()).contains("hosts.example.yaml"));
    }

    @Test
    void relativeIdentityIsResolvedAgainstTheHostsFile() throws IOException {
        Hosts hosts = read("hosts: { db1: { address: x, identity: keys/id } }\n");
        assertThat(Objects.requireNonNull(hosts.hosts().get("db1")).identity()).contains(directory.resolve("keys/id"));
    }

    @Test
    void serverOptionsKeepTheirOrder() throws IOException {
        Hosts hosts = read("""
                hosts: { db1: { address: x } }
                servers:
                  old: { kind: mariadb, version: "10.11", install: host, port: 3307, options: { sync_binlog: 0, join_cache_level: 2 } }
                """);
        ServerSpec old = Objects.requireNonNull(hosts.servers().get("old"));
        assertThat(old.options().keySet()).containsExactly("sync_binlog", "join_cache_level");
        assertThat(old.version()).contains("10.11");
        assertThat(old.install()).isEqualTo(Install.named("host"));
        assertThat(old.port()).contains(3307);
    }

    @Test
    void userStatementIsReadWithItsLines() throws IOException {
        Hosts hosts = read("""
                hosts: { db1: { address: x } }
                scenarios:
                  orders:
                    sql: "select * from orders where customer = ? and note <> 'why?'"
                    params: [ { int: 1..1000 } ]
                    setup:
                      - "create table orders (customer int, note text)"
                      - |
                        insert into orders
                        values (1, '')
                    teardown: drop table orders
                """);
        SqlScenario orders = Objects.requireNonNull(hosts.scenarios().get("orders"));
        assertThat(orders.statement().line()).isEqualTo(4);
        assertThat(orders.params()).containsExactly("int 1..1000");
        assertThat(orders.setup()).hasSize(2);
        assertThat(orders.setup().get(1)).isEqualTo(new SqlScenario.Line("insert into orders\nvalues (1, '')", 8));
        assertThat(orders.teardown()).containsExactly(new SqlScenario.Line("drop table orders", 11));
    }

    @Test
    void problemsOfScenariosDriversAndServersAreNamed() {
        assertThat(problems("""
                        hosts: { db1: { address: x } }
                        servers:
                          my: { kind: mysql, install: portable }
                        drivers:
                          mine: { driver: mariadb, version: 3.5.11, jar: nosuch.jar }
                        scenarios:
                          Select1Row: { sql: "select 1" }
                          two: { sql: "select ? + ?", params: [ { int: 1..9 } ] }
                          three: { sqll: "select 1" }
                          four: { sql: "select ?", params: [ { number: 5 } ] }
                          five: { sql: [ "select 1", "select 2" ] }
                        """))
                .containsExactly(
                        "hosts.yaml:3:22: servers.my.install: there is no portable MySQL; take "
                                + ids(Install.offering(ServerKind.MYSQL))
                                        .toString()
                                        .replaceFirst(", ([^,]*)]", " or $1")
                                        .substring(1),
                        "hosts.yaml:5:9: drivers.mine has both version and jar: keep one of them",
                        "hosts.yaml:5:45: drivers.mine.jar: there is no file nosuch.jar",
                        "hosts.yaml:7:15: the name 'Select1Row' is already that of a built-in scenario",
                        "hosts.yaml:8:10: scenarios.two.sql has 2 question marks, and there is 1 parameter",
                        "hosts.yaml:9:10: scenarios.three has no sql",
                        "hosts.yaml:9:12: unknown key scenarios.three.sqll (did you mean sql?)",
                        "hosts.yaml:10:38: scenarios.four.params: a list of const VALUE, text LENGTH, int LOW..HIGH or counter START is needed, like [ { int: 1..1000 } ]",
                        "hosts.yaml:11:11: scenarios.five.sql: only one statement can be measured");
    }

    @Test
    void driverOutsideTheCatalogueNeedsFewLines() throws IOException {
        DriverSpec aws = Objects.requireNonNull(read("""
                        drivers:
                          aws:
                            driver: mysql
                            coordinates: [ software.amazon.jdbc:aws-advanced-jdbc-wrapper:2.5.6, com.mysql:mysql-connector-j:9.7.0 ]
                            class: software.amazon.jdbc.Driver
                            url: jdbc:aws-wrapper:mysql://{address}/{database}
                        """).drivers().get("aws"));
        assertThat(aws.version()).isEqualTo("2.5.6");
        assertThat(aws.rules().driverClasses()).containsExactly("software.amazon.jdbc.Driver");
        assertThat(aws.artifacts())
                .containsExactly(
                        "software.amazon.jdbc:aws-advanced-jdbc-wrapper:2.5.6", "com.mysql:mysql-connector-j:9.7.0");
        assertThat(aws.at("2.0.0").artifacts())
                .containsExactly(
                        "software.amazon.jdbc:aws-advanced-jdbc-wrapper:2.0.0", "com.mysql:mysql-connector-j:9.7.0");
        assertThat(aws.byDefault()).isFalse();
    }

    @Test
    void problemsOfUserDriversAreNamed() {
        assertThat(problems("""
                        drivers:
                          a: { class: x.Driver }
                          b: { class: x-y, url: "jdbc:x://{address}/{database}", coordinates: g:a:1 }
                          c: { class: x.Driver, url: "jdbc:x://elsewhere/{database}", coordinates: g:a:1 }
                          d: { class: x.Driver, url: "jdbc:x://{address}/{database}" }
                          e: { class: x.Driver, url: "jdbc:x://{address}/{database}", coordinates: g:a }
                          f: { class: x.Driver, url: "jdbc:x://{address}/{database}", coordinates: g:a:1, version: 2 }
                          g: { version: 2 }
                        """))
                .containsExactly(
                        "hosts.yaml:2:6: drivers.a: class and url belong together",
                        "hosts.yaml:3:8: drivers.b.class: the full name of a class is needed, like software.amazon.jdbc.Driver, not x-y",
                        "hosts.yaml:4:25: drivers.c.url: " + Wiring.A_URL + ", not jdbc:x://elsewhere/{database}",
                        "hosts.yaml:5:6: drivers.d has neither coordinates nor jar: one of them must say where its class is",
                        "hosts.yaml:6:63: drivers.e.coordinates: group:artifact:version is needed, not g:a",
                        "hosts.yaml:7:63: drivers.f.coordinates: group:artifact without a version is needed beside version: or jar:, not g:a:1",
                        "hosts.yaml:8:6: drivers.g does not name its driver: use driver: for one of "
                                + DriverCatalogue.all()
                                + ","
                                + " or class: and url: for any other");
    }

    @Test
    void quotedConstantIsText() throws IOException {
        Hosts hosts = read("""
                hosts: { db1: { address: x } }
                scenarios:
                  zip: { sql: "select ?, ?", params: [ { const: "007" }, { const: 7 } ] }
                """);
        assertThat(Objects.requireNonNull(hosts.scenarios().get("zip")).params())
                .containsExactly("const \"007\"", "const 7");
    }

    @Test
    void literalSecretIsRefusedAndNotRepeated() throws IOException {
        Hosts hosts = read("""
                hosts:
                  db1: { address: 198.51.100.20, password: { env: DB1_PASSWORD }, passphrase: { file: key.txt } }
                """);
        HostSpec db1 = Objects.requireNonNull(hosts.hosts().get("db1"));
        assertThat(db1.password()).contains(new Secret(Secret.Kind.ENV, "DB1_PASSWORD"));
        assertThat(db1.passphrase())
                .contains(new Secret(
                        Secret.Kind.FILE, directory.resolve("key.txt").toString()));
        assertThat(problems("""
                hosts:
                  db1: { address: 198.51.100.20, password: tops3cret, passphrase: { env: A, file: b } }
                drivers:
                  mine: { driver: mysql, options: { trustCertificateKeyStorePassword: tops3cret } }
                """))
                .containsExactly(
                        "hosts.yaml:2:34: hosts.db1.password: do not write a secret here; refer to it: { env: NAME } or { file: PATH }",
                        "hosts.yaml:2:55: hosts.db1.passphrase: either { env: NAME } or { file: PATH } is needed",
                        "hosts.yaml:4:37: drivers.mine.options.trustCertificateKeyStorePassword: the value of"
                                + " trustCertificateKeyStorePassword must not be written here: it would become part of the plan and of the"
                                + " results, which people share");
    }

    @Test
    void missingSecretIsNamedByItsPlace() throws IOException {
        assertText(
                        Failure.Input.class,
                        () -> new Secret(Secret.Kind.ENV, "BENCH_NO_SUCH_VARIABLE").read("the password of db1"))
                .contains("the password of db1 is missing", "BENCH_NO_SUCH_VARIABLE is not set");
        Path file = Files.writeString(directory.resolve("secret"), "s3cret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Secret secret = new Secret(Secret.Kind.FILE, file.toString());
        assertThat(secret.read("it")).isEqualTo("s3cret");
        assertThat(secret.toString()).doesNotContain("s3cret");
    }

    @Test
    void hostMayHaveJumpHosts() throws IOException {
        Hosts hosts = read("""
                hosts:
                  db1: { address: 10.0.0.20, jump: inner }
                  inner: { address: 10.0.0.1, jump: me@outer.example.com:2222 }
                """);
        HostSpec db1 = Objects.requireNonNull(hosts.hosts().get("db1"));
        HostSpec inner = db1.jump().orElseThrow();
        HostSpec outer = inner.jump().orElseThrow();
        assertThat(inner.name()).isEqualTo("inner");
        assertThat(outer.address()).isEqualTo("outer.example.com");
        assertThat(outer.user()).contains("me");
        assertThat(outer.port()).contains(2222);
        assertThat(problems("""
                hosts:
                  a: { address: 10.0.0.1, jump: b }
                  b: { address: 10.0.0.2, jump: a }
                  c: { address: 10.0.0.3, jump: bb }
                """))
                .contains(
                        "hosts.yaml:3:27: hosts.b.jump: a → b → a is a circle",
                        "hosts.yaml:4:27: hosts.c.jump: no host is called bb (did you mean b?)");
    }

    /** Options pasted from a my.cnf must not make bench start a server on a user's data. */
    @Test
    void pathsOfAPrivateInstanceCannotBeSet() throws IOException {
        assertThat(problems("""
                hosts: { a: { address: 10.0.0.1 } }
                servers:
                  m: { kind: mariadb, options: { datadir: /var/lib/mysql, loose_bind_address: 0.0.0.0, slow_query_log_file: /tmp/x, port: 1, sync_binlog: 0 } }
                """))
                .extracting(problem -> problem.replaceFirst(": bench sets the files.*", ""))
                .containsExactly(
                        "hosts.yaml:3:34: servers.m.options.datadir",
                        "hosts.yaml:3:59: servers.m.options.loose_bind_address",
                        "hosts.yaml:3:88: servers.m.options.slow_query_log_file",
                        "hosts.yaml:3:117: servers.m.options.port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bind-addr: 0.0.0.0",
                "bind_a: 0.0.0.0",
                "BIND-ADDRESS: 0.0.0.0",
                "loose-bind_address: 0.0.0.0",
                "loose_loose-bind-address: 0.0.0.0",
                "skip-grant: 1",
                "skip_grant_tables: 1",
                "enable-skip-grant-tables: 1",
                "maximum-port: 3306",
                "plugin-load-add: evil.so",
                "plugin_load: evil",
                "early-plugin-load: evil.so",
                "init-f: x.sql",
                "secure-file-priv: x",
                "datad: elsewhere",
                "innodb_data_home_dir: elsewhere",
                "wsrep_provider: evil.so",
                "mysqlx_bind_address: 0.0.0.0",
                "mysqlx: 'ON'",
                "general_log_file: ../x",
                "general_log_file: \"'/etc/x'\"",
                "slow_query_log_file: ~/x",
                "sql_mode: \"x\\ninit-file = x\"",
                "sql_mode: \"x\\rport = 1\"",
                "\"a\\n[mysqld]\": 1",
                "\"[client]\": 1",
                "\"!include x\": 1",
                "\"a = b\": 1",
                "report_password: tops3cret",
                "init_connect: create user a identified by 'tops3cret'"
            })
    void alternativeSpellingsCannotExposeAPrivateInstance(String option) {
        assertThat(problems(
                        "hosts: { a: { address: 10.0.0.1 } }\nservers:\n  m:\n    kind: mariadb\n    options:\n      "
                                + option + "\n"))
                .singleElement()
                .asString()
                .startsWith("hosts.yaml:6:7: servers.m.options.")
                .doesNotContain("tops3cret");
    }

    @Test
    void ordinaryOptionsPass() throws IOException {
        Hosts hosts = read("""
                hosts: { a: { address: 10.0.0.1 } }
                servers:
                  m:
                    kind: mysql
                    options:
                      max_allowed_packet: 64M
                      innodb_buffer_pool_size: 1G
                      innodb_flush_log_at_trx_commit: 2
                      skip-name-resolve: 1
                      loose-performance_schema: 'OFF'
                      sql_mode: ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES
                      default_time_zone: Europe/Berlin
                      init_connect: SET NAMES utf8mb4
                      general_log: 0
                      tls_version: TLSv1.3
                      log_bin_trust_function_creators: 1
                """);
        assertThat(Objects.requireNonNull(hosts.servers().get("m")).options()).hasSize(11);
    }

    @Test
    void apparentSecretsAreRefusedInPassedOptions() {
        List<String> found = problems("""
                hosts: { a: { address: 10.0.0.1 } }
                jvm: { args: [ -Xss1m, -Djavax.net.ssl.keyStorePassword=tops3cret ] }
                drivers:
                  mine:
                    driver: mysql
                    options:
                      apiKey: tops3cret
                      authToken: tops3cret
                      proxy: https://me:tops3cret@example.com/
                      sessionVariables: x=1&password=tops3cret
                scenarios:
                  accounts:
                    sql: select 1
                    setup: [ "create table t (a int)", "create user a identified by 'tops3cret'" ]
                    teardown: set password for a = 'tops3cret'
                """);
        assertThat(found)
                .extracting(problem -> problem.replaceFirst(" .*", ""))
                .containsExactly(
                        "hosts.yaml:2:8:",
                        "hosts.yaml:7:7:",
                        "hosts.yaml:8:7:",
                        "hosts.yaml:9:7:",
                        "hosts.yaml:10:7:",
                        "hosts.yaml:10:7:",
                        "hosts.yaml:14:5:",
                        "hosts.yaml:15:5:");
        assertThat(found).noneMatch(problem -> problem.contains("tops3cret"));
    }

    @ParameterizedTest
    @CsvSource({"rw-r-----, 0640", "rw----r--, 0604", "rw--w----, 0620"})
    void secretFileThatOthersCanReadIsRefused(String permissions, String mode) throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), "s3cret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        assertText(Failure.Input.class, () -> new Secret(Secret.Kind.FILE, file.toString()).read("the password of db1"))
                .contains("the password of db1 is not safe", mode, "chmod 600 " + file)
                .doesNotContain("s3cret");
    }

    /** Docker and Kubernetes mount secrets this way. The owner decides who may read them. */
    @Test
    void secretFileOfAnotherOwnerIsAccepted() throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), "s3cret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assumeTrue(Files.getAttribute(directory, "unix:uid").equals(0), "the user must be root");
        Files.setAttribute(file, "unix:uid", 4242);
        assertThat(new Secret(Secret.Kind.FILE, file.toString()).read("it")).isEqualTo("s3cret");
    }

    /** With a port or a user, localhost means a virtual machine or a tunnel, not this machine. */
    @Test
    void localhostWithAUserOrPortIsNotThisMachine() {
        assertThat(HostSpec.thisMachine().local()).isTrue();
        assertThat(HostSpec.parse("vm", "localhost:2222").orElseThrow().local()).isFalse();
        assertThat(HostSpec.parse("vm", "vagrant@localhost").orElseThrow().local())
                .isFalse();
    }

    @Test
    void cpusAreSetByRoleOrForBoth() throws IOException {
        Hosts hosts = read("""
                hosts:
                  a: { address: 10.0.0.1, cpus: 2-3 }
                  b: { address: 10.0.0.2, cpus: { client: 0, database: "1,3" } }
                """);
        assertThat(Objects.requireNonNull(hosts.hosts().get("a")).cpus())
                .isEqualTo(Cpus.of(Optional.of("2-3"), Optional.of("2-3")));
        assertThat(Objects.requireNonNull(hosts.hosts().get("b")).cpus())
                .isEqualTo(Cpus.of(Optional.of("0"), Optional.of("1,3")));
        Hosts words = read(
                "hosts: { a: { address: 10.0.0.1, cpus: all }, b: { address: 10.0.0.2, cpus: auto }, c: { address: 10.0.0.3 } }\n");
        assertThat(words.hosts().values().stream().map(HostSpec::cpus)).containsExactly(Cpus.ALL, Cpus.AUTO, Cpus.AUTO);
        assertThat(problems("hosts: { a: { address: 10.0.0.1, cpus: al } }"))
                .containsExactly(
                        "hosts.yaml:1:34: hosts.a.cpus: auto, all or a list as of taskset is needed, like 2-3, not al");
        assertThat(problems("hosts: { a: { address: 10.0.0.1, cpus: { clint: 0 } } }"))
                .containsExactly("hosts.yaml:1:42: unknown key hosts.a.cpus.clint (did you mean client?)");
    }

    @Test
    void archivesAndExternalServersAreReadCompletely() throws IOException {
        Files.writeString(directory.resolve("my.tar.xz"), "");
        Files.writeString(directory.resolve("ca.pem"), "");
        String sum = "0123456789abcdef".repeat(4);
        Hosts hosts = read("""
                hosts: { a: { address: 10.0.0.1 } }
                servers:
                  tar: { kind: mysql, install: archive, archive: { path: my.tar.xz, sha256: %s } }
                  near: { kind: mariadb, install: external, address: 127.0.0.1, tls: none, admin: { user: root, password: { env: P } } }
                  far:
                    kind: mysql
                    install: external
                    address: "[2001:db8::7]"
                    port: 3307
                    tls: { ca: ca.pem, required: false }
                    admin: { user: root, password: { env: P } }
                """.formatted(sum));
        ServerSpec tar = Objects.requireNonNull(hosts.servers().get("tar"));
        assertThat(tar.archive()).contains(new ServerSpec.Archive(directory.resolve("my.tar.xz"), sum));
        assertThat(tar.from(tar.install())).as("when a run is resumed").isEqualTo(tar);
        ServerSpec.External near =
                Objects.requireNonNull(hosts.servers().get("near")).external().orElseThrow();
        assertThat(near.onClientHost()).isTrue();
        assertThat(near.tls()).isEqualTo(ServerSpec.Tls.NONE);
        assertThat(near.port()).isEqualTo(3306);
        ServerSpec.External far =
                Objects.requireNonNull(hosts.servers().get("far")).external().orElseThrow();
        assertThat(far.address()).isEqualTo("2001:db8::7");
        assertThat(far.onClientHost()).isFalse();
        assertThat(far.tls())
                .isEqualTo(new ServerSpec.Tls(
                        Protection.VERIFY_IDENTITY, Optional.of(directory.resolve("ca.pem")), false));
        assertThat(problems("""
                hosts: { a: { address: 10.0.0.1 } }
                servers:
                  tar: { kind: mysql, install: archive, archive: { path: nosuch.tar.xz, sha256: 12 } }
                  bare: { kind: mysql, install: archive }
                  far: { kind: mysql, install: external, options: { a: b }, admin: { user: root } }
                  plain: { kind: mysql, install: external, tls: plain, address: "db/?allowPublicKeyRetrieval=true", admin: { user: u, password: { env: P } } }
                  own: { kind: mariadb, address: 10.0.0.9 }
                """))
                .containsExactly(
                        "hosts.yaml:3:52: servers.tar.archive.path: cannot read " + "nosuch.tar.xz",
                        "hosts.yaml:3:73: servers.tar.archive.sha256: 64 hexadecimal digits are needed, as of sha256sum, not 12",
                        "hosts.yaml:4:24: servers.bare.install: archive needs `archive: { path, sha256 }`",
                        "hosts.yaml:5:8: servers.far is external and has no address",
                        "hosts.yaml:5:8: servers.far is external and has no tls: write `tls: { ca: FILE }` with the certificates to trust,"
                                + " in PEM; `tls: required`, and whoever answers is trusted; or `tls: none`, and passwords and data travel"
                                + " unencrypted",
                        "hosts.yaml:5:42: servers.far.options: bench changes nothing of a server that it did not start",
                        "hosts.yaml:5:68: servers.far.admin has no password",
                        "hosts.yaml:6:44: servers.plain.tls: { ca: FILE }, { mode: verify_ca, ca: FILE }, required, or none for a connection without encryption, is needed, not plain",
                        "hosts.yaml:6:56: servers.plain.address: a name, an IP address or the path of a Unix socket is needed, not db/?allowPublicKeyRetrieval=true",
                        "hosts.yaml:7:25: servers.own.address applies only to install: external");
    }

    private ServerSpec.Tls tls(String value) throws IOException {
        Hosts hosts = read("servers: { s: { kind: mysql, install: external, address: db.example.com, tls: " + value
                + ", admin: { user: u, password: { env: P } } } }");
        return Objects.requireNonNull(hosts.servers().get("s"))
                .external()
                .orElseThrow()
                .tls();
    }

    private List<String> problemsOfTls(String value) throws IOException {
        return problems("servers: { s: { kind: mysql, install: external, address: db.example.com, tls: " + value
                + ", admin: { user: u, password: { env: P } } } }");
    }

    /** The levels have the names of MySQL's clients; those of MariaDB's drivers are understood, too. */
    @Test
    void levelsOfTlsAreThoseOfTheClients() throws IOException {
        Path ca = Files.writeString(directory.resolve("ca.pem"), "");
        for (String words : List.of("required", "REQUIRED", "trust", "{ mode: required }")) {
            assertThat(tls(words)).as(words).isEqualTo(ServerSpec.Tls.of(Protection.REQUIRED));
        }
        for (String words : List.of("verify_ca", "VERIFY_CA", "verify-ca")) {
            assertThat(tls("{ mode: " + words + ", ca: ca.pem }"))
                    .as(words)
                    .isEqualTo(new ServerSpec.Tls(Protection.VERIFY_CA, Optional.of(ca), true));
        }
        for (String words : List.of(
                "{ ca: ca.pem }", "{ mode: verify_identity, ca: ca.pem }", "{ mode: verify-full, ca: ca.pem }")) {
            assertThat(tls(words))
                    .as(words)
                    .isEqualTo(new ServerSpec.Tls(Protection.VERIFY_IDENTITY, Optional.of(ca), true));
        }
        assertThat(tls("public_key")).isEqualTo(ServerSpec.Tls.of(Protection.PUBLIC_KEY));
        assertThat(tls("none")).isEqualTo(ServerSpec.Tls.NONE);
        assertThat(problemsOfTls("verify_ca"))
                .containsExactly("hosts.yaml:1:15: servers.s.tls: verify_ca needs the certificates to trust: write"
                        + " `tls: { mode: verify_ca, ca: FILE }`");
        assertThat(problemsOfTls("{ mode: required, ca: ca.pem }"))
                .singleElement()
                .asString()
                .contains("servers.s.tls: required verifies no certificate: leave out ca, or write verify_ca");
        assertThat(problemsOfTls("{ required: true }"))
                .singleElement()
                .asString()
                .contains("servers.s.tls has no ca");
        assertThat(problemsOfTls("{ mode: preferred }"))
                .singleElement()
                .asString()
                .contains("servers.s.tls.mode: none, public_key, required, verify_ca or verify_identity is needed, not"
                        + " preferred");
    }

    /** Many servers have an empty sql_mode, and wrappers an empty list of plugins. */
    @Test
    void emptyTextIsTheValueOfAnOption() throws IOException {
        Hosts hosts = read("""
                servers: { s: { kind: mariadb, options: { sql_mode: "" } } }
                drivers: { d: { driver: mysql, options: { useConfigs: '' } } }
                """);
        assertThat(Objects.requireNonNull(hosts.servers().get("s")).options()).containsEntry("sql_mode", "");
        assertThat(Objects.requireNonNull(hosts.drivers().get("d")).options()).containsEntry("useConfigs", "");
        assertThat(problems("servers: { s: { kind: mariadb, options: { sql_mode: } } }"))
                .containsExactly("hosts.yaml:1:52: servers.s.options.sql_mode must have a value");
    }

    @Test
    void driversOfOtherDatabasesAreRefused() throws IOException {
        assertThat(problems(
                        "drivers: { pg: { class: org.postgresql.Driver, url: 'jdbc:postgresql://{address}/{database}',"
                                + " coordinates: 'org.postgresql:postgresql:42.7.4' } }"))
                .containsExactly(
                        "hosts.yaml:1:18: drivers.pg is a driver of PostgreSQL, which has another protocol: bench"
                                + " measures drivers of MariaDB's and MySQL's servers");
    }

    @Test
    void unixSocketIsAnAddress() throws IOException {
        ServerSpec.External external = Objects.requireNonNull(
                        read("servers: { s: { kind: mysql, install: external, address: /run/mysqld/mysqld.sock,"
                                        + " admin: { user: u, password: { env: P } } } }")
                                .servers()
                                .get("s"))
                .external()
                .orElseThrow();
        assertThat(external.onClientHost()).isTrue();
        assertThat(external.socket()).contains("/run/mysqld/mysqld.sock");
        assertThat(external.tls()).isEqualTo(ServerSpec.Tls.of(Protection.SOCKET));
        assertThat(
                        problems(
                                "servers: { s: { kind: mysql, install: external, address: /s, port: 1, tls: none, admin: { user: u, password: { env: P } } } }"))
                .containsExactly(
                        "hosts.yaml:1:62: servers.s.port: its address is a Unix socket, which has no port",
                        "hosts.yaml:1:71: servers.s.tls: its address is a Unix socket, which has no tls");
    }

    @Test
    void longChainOfJumpsIsReported() throws IOException {
        StringBuilder yaml = new StringBuilder("hosts:\n");
        for (int i = 0; i < 10_000; i++) {
            yaml.append("  h")
                    .append(i)
                    .append(": { address: h, jump: h")
                    .append(i + 1)
                    .append(" }\n");
        }
        Path file = Files.writeString(directory.resolve("hosts.yaml"), yaml + "  h10000: { address: h }\n");
        assertWhy(Failure.Input.class, () -> HostsFile.read(file)).contains("it is the last of more than 20 jumps");
    }
}
