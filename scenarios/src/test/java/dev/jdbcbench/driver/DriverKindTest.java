package dev.jdbcbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DriverKindTest {
    @ParameterizedTest
    @EnumSource(DriverKind.class)
    void everyDriverHasAVersionFromTheBuildAndIsOnTheClassPath(DriverKind kind) {
        assertThat(kind.defaultVersion()).matches("[0-9]+\\.[0-9.]+");
        Connector connector = new Connector(kind, DriverKindTest.class.getClassLoader());
        String majorMinor = kind.defaultVersion().split("\\.", 2)[0];
        assertThat(connector.reportedVersion())
                .as("drizzle reports another version than it has")
                .satisfiesAnyOf(
                        version -> assertThat(version).startsWith(majorMinor + "."),
                        version -> assertThat(kind).isEqualTo(DriverKind.DRIZZLE));
    }

    @ParameterizedTest
    @EnumSource(DriverKind.class)
    void aModeHasOptionsOrAReason(DriverKind kind) {
        for (Mode mode : Mode.values()) {
            assertThat(kind.options(mode).isPresent())
                    .isNotEqualTo(kind.unsupported(mode).isPresent());
        }
    }

    @ParameterizedTest
    @EnumSource(DriverKind.class)
    void everyDriverAcceptsItsUrlAndFailsToReachAClosedPort(DriverKind kind) {
        Connector connector = new Connector(kind, DriverKindTest.class.getClassLoader());
        Session.Endpoint closed = new Session.Endpoint("127.0.0.1", 1, "bench", "bench", "top secret");
        assertThatThrownBy(() -> connector.open(closed, Mode.TEXT, Map.of()))
                .isInstanceOf(SQLException.class)
                .hasMessageNotContaining("does not accept the URL")
                .hasMessageNotContaining("top secret");
    }

    @Test
    void drizzleGetsNoOptionAtAllBecauseAnyUseSslTurnsTlsOn() {
        assertThat(DriverKind.DRIZZLE.options(Mode.TEXT)).contains(Map.of());
        assertThat(DriverKind.DRIZZLE.unsupported(Mode.HIT))
                .hasValueSatisfying(why -> assertThat(why).contains("prepare"));
    }

    @Test
    void anIpv6AddressIsPutInBrackets() {
        assertThat(DriverKind.MARIADB.url("fd00::1", 3307, "bench", new TreeMap<>(Map.of("a", "1", "b", "2"))))
                .isEqualTo("jdbc:mariadb://[fd00::1]:3307/bench?a=1&b=2");
        assertThat(DriverKind.MYSQL.url("db1", 3306, "bench", Map.of())).isEqualTo("jdbc:mysql://db1:3306/bench");
    }

    @Test
    void textNeverMeansBulk() {
        assertThat(DriverKind.MARIADB.options(Mode.TEXT))
                .hasValueSatisfying(options -> assertThat(options).containsEntry("useBulkStmtsForInserts", "false"));
    }
}
