package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that drivers return the same through the relay as without it, and that the relay understands what they send.
 */
@OnThisMachine
@Full
class WatchIT {
    private final WatchedServer server = new WatchedServer("watchtest");

    @AfterEach
    void end() {
        server.close();
    }

    static WatchRelay relay(Endpoint direct, DelayedPath link, TrafficCounts tally, Optional<TlsEnds> ends) {
        return new WatchRelay(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), direct.port()),
                link,
                tally,
                false,
                ends);
    }

    static Endpoint through(WatchRelay relay, Endpoint direct) {
        return new Endpoint(
                "127.0.0.1", relay.address().getPort(), direct.database(), direct.user(), direct.password());
    }

    @Test
    void driversBehaveTheSameThroughTheRelay() throws Exception {
        Endpoint direct = server.start(true);
        sameAsDirect(direct, Transport.TCP, Optional.empty(), List.of(Mode.TEXT, Mode.MISS, Mode.HIT, Mode.REWRITE));
        SelfSigned own = SelfSigned.make();
        sameAsDirect(direct, Transport.TLS, Optional.of(TlsEnds.of(own, Optional.empty(), false)), List.of(Mode.HIT));
        verifyingDrivers(direct, own);
    }

    private static void sameAsDirect(Endpoint direct, Transport transport, Optional<TlsEnds> ends, List<Mode> modes)
            throws Exception {
        TrafficCounts tally = new TrafficCounts(System::nanoTime, Optional.empty());
        DelayedPath link = new DelayedPath(0, 100_000);
        try (WatchRelay relay = relay(direct, link, tally, ends)) {
            int sessions = 0;
            for (String driver :
                    List.of("mariadb@2.7.12", "mariadb@3.5.11", "mysql@8.0.33", "mysql@9.7.0", "mysql@26.10.0")) {
                String[] id = driver.split("@", 2);
                Connector connector = WatchedServer.connector(id[0], id[1], transport);
                for (Mode mode : modes) {
                    Usage usage = new Usage(mode, transport, Set.of());
                    assertThat(session(connector, through(relay, direct), usage))
                            .as(driver + " " + mode)
                            .isEqualTo(session(connector, direct, usage));
                    sessions++;
                }
            }
            await().untilAsserted(() ->
                    assertThat(tally.report("", "", link).connections().open()).isZero());
            WatchReport report = tally.report("", "", link);
            long connections = sessions;
            assertThat(report.notes()).isEmpty();
            assertThat(report.connections().unreadable()).isZero();
            assertThat(report.connections().opened()).isEqualTo((int) connections);
            assertThat(report.findings()).anySatisfy(finding -> {
                assertThat(finding.kind()).isEqualTo(WatchFinding.Kind.N_PLUS_1);
                assertThat(finding.statement()).isEqualTo("select b from watched where a = ?");
                // A pause of a busy machine ends a sequence of statements.
                assertThat(finding.count()).isBetween(18 * connections, 20 * connections);
            });
        }
    }

    /**
     * A verifying driver accepts the relay's certificate only if it was configured. If it verifies with the password,
     * it accepts only the server's certificate.
     */
    private static void verifyingDrivers(Endpoint direct, SelfSigned own) throws Exception {
        TrafficCounts tally = new TrafficCounts(System::nanoTime, Optional.empty());
        DelayedPath link = new DelayedPath(0, 100_000);
        Usage usage = new Usage(Mode.TEXT, Transport.TLS, Set.of());
        Connector connector = WatchedServer.connector("mariadb", "3.5.11", Transport.TLS);
        Map<String, String> given = Map.of("sslMode", "verify-full", "serverSslCert", own.certificate());
        Map<String, String> byPassword = Map.of("sslMode", "verify-ca");
        try (WatchRelay relay = relay(direct, link, tally, Optional.of(TlsEnds.of(own, Optional.empty(), false)))) {
            Endpoint relayed = through(relay, direct);
            connector.open(relayed, usage, given).close();
            assertThatThrownBy(() -> connector.open(direct, usage, given)).isInstanceOf(SQLException.class);
            connector.open(direct, usage, byPassword).close();
            assertThatThrownBy(() -> connector.open(relayed, usage, byPassword)).isInstanceOf(SQLException.class);
        }
    }

    /** What an application sees of one connection. */
    private static List<String> session(Connector connector, Endpoint endpoint, Usage usage) throws SQLException {
        List<String> seen = new ArrayList<>();
        try (Connection connection = connector.open(endpoint, usage, Map.of());
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists watched");
            statement.execute("create table watched (a int primary key auto_increment, b varchar(100), c longblob)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into watched (b, c) values (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
                for (int i = 0; i < 30; i++) {
                    insert.setString(1, "it's \"" + i + "\" ü€\\");
                    insert.setBytes(2, new byte[] {0, 1, (byte) 0xff, (byte) i});
                    insert.addBatch();
                }
                seen.add(Arrays.toString(insert.executeBatch()));
                all(insert.getGeneratedKeys(), seen);
                byte[] large = new byte[3_000_000];
                Arrays.fill(large, (byte) 0xfe);
                insert.setString(1, "large");
                insert.setBytes(2, large);
                insert.executeUpdate();
            }
            connection.commit();
            for (int i = 1; i <= 20; i++) {
                try (PreparedStatement select = connection.prepareStatement("select b from watched where a = ?")) {
                    select.setInt(1, i);
                    all(select.executeQuery(), seen);
                }
            }
            try {
                statement.execute("select nosuch from watched");
            } catch (SQLException e) {
                seen.add(e.getSQLState() + " " + e.getErrorCode());
            }
            connection.rollback();
            all(
                    statement.executeQuery(
                            "select a, b, length(c), md5(c), null, 1.5, now() > '2020-01-01' from watched"),
                    seen);
            all(statement.executeQuery("select c from watched where b = 'large'"), seen);
            statement.setFetchSize(7);
            all(statement.executeQuery("select seq, repeat('x', seq % 300) from seq_1_to_2000"), seen);
            seen.add(String.valueOf(connection.isValid(2)));
        }
        return seen;
    }

    private static void all(ResultSet rows, List<String> seen) throws SQLException {
        try (rows) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    String value = rows.getString(i);
                    row.append(value == null ? "null" : value.hashCode() + "/" + value.length())
                            .append(' ');
                }
                seen.add(row.toString());
            }
        }
    }
}
