package dev.jdbcbench.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherWireTest {
    @ParameterizedTest
    @CsvSource({
        "org.postgresql.Driver, jdbc:postgresql://{address}/{database}, org.postgresql:postgresql, PostgreSQL",
        "org.h2.Driver, jdbc:h2:tcp://{address}/{database}, com.h2database:h2, H2",
        "software.amazon.jdbc.Driver, jdbc:aws-wrapper:postgresql://{address}/{database}, software.amazon.jdbc:aws-advanced-jdbc-wrapper, PostgreSQL",
        "com.acme.Fork, jdbc:acme://{address}/{database}, org.postgresql:postgresql, PostgreSQL",
        "org.h2.Driver, jdbc:mysql://{address}/{database}, com.acme:fork, H2",
        "software.amazon.jdbc.Driver, jdbc:aws-wrapper:mysql://{address}/{database}, software.amazon.jdbc:aws-advanced-jdbc-wrapper,",
        "com.acme.Fork, jdbc:acme:mariadb://{address}/{database}, com.acme:fork,",
        "org.h2o.Driver, jdbc:acme://{address}/{database}, com.acme:fork,",
    })
    void driversOfOtherDatabasesAreKnownByTheirNames(
            String driverClass, String url, String coordinates, String product) {
        assertThat(OtherWire.of(driverClass, url, List.of(coordinates))).isEqualTo(Optional.ofNullable(product));
    }
}
