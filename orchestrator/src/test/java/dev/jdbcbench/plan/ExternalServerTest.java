package dev.jdbcbench.plan;

import static dev.jdbcbench.failure.Failing.assertText;
import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.Secret;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Account;
import dev.jdbcbench.config.ServerSpec.External;
import dev.jdbcbench.config.ServerSpec.Tls;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests to which topology running servers belong, and what bench measures on them. */
class ExternalServerTest {
    private static final Secret PASSWORD = new Secret(Secret.Kind.ENV, "DB_PASSWORD");
    private static final Tls TLS = new Tls(Protection.VERIFY_IDENTITY, Optional.of(Path.of("ca.pem")), true);

    private static ServerSpec external(String label, String address, Tls tls) {
        return new ServerSpec(
                label,
                ServerKind.MYSQL,
                Optional.empty(),
                Install.EXTERNAL,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.of(new External(address, 3306, tls, new Account("admin", PASSWORD), Optional.empty())),
                Optional.empty());
    }

    private static Selection select(List<String> topologies, List<String> modes, ServerSpec... servers) {
        return select(topologies, modes, "mysql", Map.of(), List.of(), servers);
    }

    private static Selection select(
            List<String> topologies,
            List<String> modes,
            String driver,
            Map<String, String> options,
            List<String> jvmArgs,
            ServerSpec... servers) {
        Map<String, ServerSpec> byLabel = new java.util.LinkedHashMap<>();
        for (ServerSpec server : servers) {
            byLabel.put(server.label(), server);
        }
        Hosts none = Hosts.none();
        Hosts hosts = new Hosts(
                Map.of("client", HostSpec.at("client", "198.51.100.10", Optional.empty(), Optional.empty())),
                Optional.of("client"),
                Optional.empty(),
                byLabel,
                none.heap(),
                none.jvmArgs(),
                driver.equals("mysql")
                        ? Map.of()
                        : Map.of(
                                driver,
                                new Hosts.DriverSpec(
                                        driver, DriverCatalogue.MYSQL, "9.7.0", Optional.empty(), options)),
                Map.of(),
                List.of());
        Request.What what = Request.What.CORE
                .withScenarios(modes.contains("plain") ? List.of("Select1Row", "Connect") : List.of("Select1Row"))
                .withModes(modes);
        Request request = Request.of(
                        Request.Where.DEFAULT.withTopologies(topologies).withDrivers(List.of(driver)))
                .with(copy -> copy.what(what).seed(1).jvmArgs(jvmArgs));
        return Planner.select(Inputs.of(request, hosts));
    }

    @Test
    void distantServerNeedsNoDatabaseHost() {
        Selection selection =
                select(List.of("distant"), List.of("text"), external("cloud", "db.example.com", Tls.NONE));
        assertThat(selection.hosts()).extracting(HostSpec::name).containsExactly("client");
        List<Plan.Entry> cells = Cells.of(selection, Map.of());
        assertThat(cells).isNotEmpty().allSatisfy(entry -> {
            assertThat(entry.cell().database()).isEqualTo("cloud");
            assertThat(entry.cell().transport()).isEqualTo(Transport.TCP);
        });
        assertThat(Cells.probe(selection, "probe", java.time.Instant.EPOCH, List.of())
                        .servers())
                .singleElement()
                .satisfies(server -> assertThat(server.install()).isEqualTo("external"));
    }

    @Test
    void serverRequiringTlsIsMeasuredOnlyOverTls() {
        Selection selection =
                select(List.of("distant"), List.of("text", "plain", "tls"), external("cloud", "db.example.com", TLS));
        List<Plan.Entry> cells = Cells.of(selection, Map.of());
        assertThat(cells)
                .allSatisfy(entry -> assertThat(entry.cell().transport()).isEqualTo(Transport.TLS));
        assertThat(cells.stream().filter(entry -> entry.cell().mode() == Mode.PLAIN))
                .isNotEmpty()
                .allSatisfy(entry ->
                        assertThat(entry.unsupported()).isEqualTo("this server accepts no connection without TLS"));
    }

    @Test
    void serverOnASocketIsMeasuredOnlyThroughIt() {
        Selection selection = select(
                List.of("local"),
                List.of("text", "plain", "tls"),
                external("here", "/run/mysqld/mysqld.sock", Tls.of(Protection.SOCKET)));
        assertThat(selection.transports()).contains(Transport.SOCKET);
        List<Plan.Entry> cells = Cells.of(selection, Map.of());
        assertThat(cells)
                .allSatisfy(entry -> assertThat(entry.cell().transport()).isEqualTo(Transport.SOCKET));
        assertThat(cells.stream().filter(entry -> entry.cell().mode() == Mode.TLS))
                .isNotEmpty()
                .allSatisfy(entry ->
                        assertThat(entry.unsupported()).isEqualTo("the address of this server is a Unix socket"));
        assertThat(cells.stream().filter(entry -> entry.cell().mode() != Mode.TLS))
                .allSatisfy(entry -> assertThat(entry.unsupported()).isNull());
    }

    @Test
    void planSaysHowAServerIsVerified() {
        Selection selection = select(
                List.of("distant"), List.of("text"), external("cloud", "db.example.com", Tls.of(Protection.REQUIRED)));
        assertThat(Cells.probe(selection, "probe", java.time.Instant.EPOCH, List.of())
                        .servers())
                .singleElement()
                .satisfies(server -> assertThat(server.protection()).contains(Protection.REQUIRED));
    }

    /** A variant's options override those of the transport, so they must not decide whom to trust. */
    @Test
    void driverOptionsCannotChangeTheTransport() {
        ServerSpec far = external("far", "db.example.com", TLS);
        for (Map<String, String> options : List.of(
                Map.of("sslMode", "DISABLED"),
                Map.of("USESSL", "false"),
                Map.of("trustServerCertificate", "true"),
                Map.of("prepStmtCacheSize", "5&sslMode=DISABLED"))) {
            assertWhy(
                            Failure.Input.class,
                            () -> select(List.of("distant"), List.of("text"), "mine", options, List.of(), far))
                    .contains("--driver mine with --server far: "
                            + options.keySet().iterator().next());
        }
        assertThat(select(List.of("distant"), List.of("text"), "mine", Map.of("cachePrepStmts", "true"), List.of(), far)
                        .drivers())
                .hasSize(1);
    }

    @Test
    void jvmArgumentWithASecretIsRefusedAndHidden() {
        ServerSpec far = external("far", "db.example.com", TLS);
        assertText(
                        Failure.Input.class,
                        () -> select(
                                List.of("distant"),
                                List.of("text"),
                                "mysql",
                                Map.of(),
                                List.of("-Dx.password=tops3cret"),
                                far))
                .contains("--jvm-args: the value of x.password must not be given here")
                .doesNotContain("tops3cret");
    }

    @Test
    void addressOfAServerDefinesItsTopology() {
        ServerSpec near = external("near", "127.0.0.1", Tls.NONE);
        ServerSpec far = external("far", "db.example.com", Tls.NONE);
        Selection both = select(List.of("local", "distant"), List.of("text"), near, far);
        assertThat(both.servers(Topology.LOCAL)).containsExactly(near);
        assertThat(both.servers(Topology.DISTANT)).containsExactly(far);
        assertWhy(Failure.Input.class, () -> select(List.of("local"), List.of("text"), far))
                .contains("--topology local: no server is local");
    }
}
