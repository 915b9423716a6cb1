package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.BinarySource;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.database.ProgramSource;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.execution.Provision;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.FakeHost;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.Said;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests which source {@code install: auto} chooses. */
class AutomaticSourceTest {
    private static final Install HOST = Install.named("host");
    private static final Install PORTABLE = Install.named("portable");
    private static final ServerSpec MARIADB = ServerSpec.of(ServerKind.MARIADB, Install.AUTO);
    private static final ServerSpec MYSQL = ServerSpec.of(ServerKind.MYSQL, Install.AUTO);
    private static final ServerSpec MARIADB_11 = new ServerSpec(
            "mariadb", ServerKind.MARIADB, Optional.of("11.4"), Install.AUTO, Optional.empty(), Map.of());

    private static final String OLD = "10.6.1-MariaDB";
    private static final String YOUNG = "10.11.19-MariaDB";

    private final Said said = new Said();

    /** A host with one installed server, or none if the version is empty. */
    private static HostScript host(String name, String architecture, String installed) {
        String line =
                "/usr/sbin/mariadbd\t/usr/bin/mariadb-install-db\tblackhole\tmariadbd  Ver " + installed + " for x\n";
        return HostScript.locate(new FakeHost(name, false)
                .answer("uname -sm", 0, "Linux " + architecture + "\n", "")
                .answer("sh -c 'PATH=", 0, installed.isEmpty() ? "" : line, ""));
    }

    /** Images, which only some hosts have. */
    private static final class Images extends ProgramSource {
        private final Set<String> hosts;

        private Images(String... hosts) {
            this.hosts = Set.of(hosts);
        }

        @Override
        public String id() {
            return "images";
        }

        @Override
        public String meaning() {
            return "images";
        }

        @Override
        public BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String noun(ServerSpec server) {
            return "image of " + server.kind().title();
        }

        @Override
        public Optional<String> there(ServerSpec server, HostScript script) {
            return Optional.of("podman has an image")
                    .filter(found -> hosts.contains(script.host().name()));
        }
    }

    private static final PortableMariaDb NEVER_FETCHED = new PortableMariaDb(
            new Artifacts((file, bytes, total) -> {
                throw new AssertionError("fetched " + file);
            }),
            Path.of("/nowhere"));

    private Install chosen(ServerSpec server, Images images, Optional<Partner> partner, HostScript... hosts) {
        List<ProgramSource> existing = List.of(ProgramSource.behind(HOST).orElseThrow(), images);
        return new AutomaticSource(server, List.of(hosts), existing, NEVER_FETCHED, true, said).with(partner);
    }

    private Install chosen(ServerSpec server, HostScript... hosts) {
        return chosen(server, new Images(), Optional.empty(), hosts);
    }

    private static Optional<Partner> partner(Install install) {
        return Optional.of(new Partner(
                "20261121-091500-local-7f3a",
                Topology.LOCAL,
                ServerKind.MARIADB,
                Optional.of(install),
                Optional.empty(),
                Optional.empty()));
    }

    @Test
    void installedServerComesFirst() {
        assertThat(chosen(MARIADB, new Images("db1"), Optional.empty(), host("db1", "x86_64", OLD)))
                .isEqualTo(HOST);
        assertThat(said.lines())
                .containsExactly("mariadb: from host, because MariaDB 10.6.1-MariaDB with BLACKHOLE is installed");
    }

    @Test
    void imageComesSecond() {
        Images images = new Images("db1");
        assertThat(chosen(MARIADB, images, Optional.empty(), host("db1", "x86_64", "")))
                .isEqualTo(images);
        assertThat(said.lines()).containsExactly("mariadb: from images, because podman has an image");
    }

    @Test
    void portableServerComesLast() {
        assertThat(chosen(MARIADB, host("db1", "x86_64", ""))).isEqualTo(PORTABLE);
        assertThat(chosen(MARIADB_11, host("db1", "x86_64", OLD), host("db2", "x86_64", "")))
                .isEqualTo(PORTABLE);
        assertThat(said.lines())
                .containsExactly(
                        "mariadb: from portable, because db1 has no installed MariaDB and no image of MariaDB",
                        "mariadb: from portable, because db1 and db2 have no installed MariaDB 11.4 and no image of MariaDB");
    }

    /** Otherwise, local and distant would measure two servers. */
    @Test
    void allHostsMustHaveTheSameServer() {
        HostScript old = host("db1", "x86_64", OLD);
        HostScript young = host("db2", "x86_64", YOUNG);
        assertThat(chosen(MARIADB, old, young)).isEqualTo(PORTABLE);
        assertThat(said.lines())
                .containsExactly("mariadb: from portable, because the hosts differ: "
                        + "MariaDB 10.6.1-MariaDB with BLACKHOLE is installed, "
                        + "MariaDB 10.11.19-MariaDB with BLACKHOLE is installed");
        Images images = new Images("db1", "db2");
        assertThat(chosen(MARIADB, images, Optional.empty(), old, young)).isEqualTo(images);
        assertThat(chosen(MARIADB, old, host("db3", "x86_64", ""))).isEqualTo(PORTABLE);
        assertThat(chosen(MARIADB, old, host("db4", "x86_64", OLD))).isEqualTo(HOST);
    }

    /** The message about a missing server names what to install. */
    @Test
    void withoutPortableServerItIsTakenThoughTheHostsDifferOrShouldBeInstalled() {
        assertThat(chosen(MYSQL, host("db1", "x86_64", ""))).isEqualTo(HOST);
        assertThat(said.lines()).isEmpty();
        assertThat(chosen(MARIADB, host("db1", "aarch64", OLD), host("db2", "aarch64", YOUNG)))
                .isEqualTo(HOST);
        assertThat(said.lines())
                .containsExactly(
                        "warning: mariadb: the portable MariaDB is built for x86_64, and db1 is aarch64",
                        "mariadb: from host, though the hosts differ: "
                                + "MariaDB 10.6.1-MariaDB with BLACKHOLE is installed, "
                                + "MariaDB 10.11.19-MariaDB with BLACKHOLE is installed");
    }

    @Test
    void partnerDecidesUnlessItsProgramsCannotRun() {
        HostScript full = host("db1", "x86_64", OLD);
        assertThat(chosen(MARIADB, new Images(), partner(HOST), full)).isEqualTo(HOST);
        assertThat(chosen(MARIADB, new Images(), partner(PORTABLE), full)).isEqualTo(PORTABLE);
        assertThat(said.lines())
                .hasSize(2)
                .last()
                .isEqualTo("mariadb: from portable, as in run 20261121-091500-local-7f3a, to be compared with it");
        assertThat(chosen(MARIADB, new Images(), partner(PORTABLE), host("db1", "aarch64", OLD)))
                .isEqualTo(HOST);
    }

    /** Before anything is measured that would not compare. */
    @Test
    void hostWithoutThePartnersServerIsRefused() {
        HostScript bare = host("db1", "x86_64", "");
        assertThatThrownBy(() -> chosen(MARIADB, new Images(), partner(HOST), bare))
                .isInstanceOfSatisfying(Failure.Command.class, failure -> {
                    assertThat(failure)
                            .hasMessage("db1 has no installed MariaDB, which run 20261121-091500-local-7f3a measured");
                    assertThat(failure.hint()).contains("Install it there", "--install portable");
                });
    }

    /** So {@code check} can say what the server of a run will be. */
    @Test
    void checkExpectsWhatTheHostHas() {
        HostScript bare = host("db1", "x86_64", "");
        HostScript full = host("db1", "x86_64", OLD);
        assertThat(AutomaticSource.expected(MARIADB, bare).install()).isEqualTo(PORTABLE);
        assertThat(AutomaticSource.expected(MARIADB, full).install()).isEqualTo(HOST);
        assertThat(AutomaticSource.expected(MYSQL, bare).install()).isEqualTo(Install.AUTO);
        ServerSpec chosen = ServerSpec.of(ServerKind.MARIADB, PORTABLE);
        assertThat(AutomaticSource.expected(chosen, full)).isEqualTo(chosen);
    }

    @Test
    void oldSourceIsRemarkedOnOnce() {
        assertThat(Provision.remarks(Stream.of(PORTABLE, HOST, PORTABLE)))
                .singleElement()
                .asString()
                .contains("lacks the security fixes since then");
    }
}
