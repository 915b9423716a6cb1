package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.ServerKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerSettingsTest {
    /** An entry point of an image writes into the system tables, and some options of MySQL hold only from the first start. */
    @Test
    void firstConfigurationHasNoNetworkAndForbidsNoWriting() {
        Install install = Install.named("host");
        Map<String, String> options = Map.of(
                "lower_case_table_names",
                "1",
                "transaction-read-only",
                "ON",
                "loose_innodb_read_only",
                "ON",
                "log_error_verbosity",
                "3");
        ServerSettings settings = new ServerSettings(
                "run1",
                "local-mysql",
                new ServerSpec("mysql", ServerKind.MYSQL, Optional.empty(), install, Optional.empty(), options),
                new ServerNeeds(true, false, 1, false),
                new Binaries(ServerKind.MYSQL, install, "9.7.4", "/usr", "/usr/sbin/mysqld", "", false),
                "127.0.0.1",
                List.of("127.0.0.1"),
                Optional.empty(),
                Duration.ofMinutes(5));
        List<String> first = settings.firstConfiguration("/d").lines().toList();
        List<String> later = settings.configuration("/d", 3307).lines().toList();
        assertThat(later)
                .contains("init-file = /d/secret/init.sql", "log-error = /d/data/error.log")
                .contains("ssl-key = /d/secret/key.pem", "transaction-read-only = ON", "loose_innodb_read_only = ON")
                .doesNotContain("skip-networking");
        assertThat(first)
                .contains("skip-networking", "lower_case_table_names = 1", "log_error_verbosity = 3")
                .contains("datadir = /d/data", "socket = /d/tmp/db.sock", "pid-file = /d/data/db.pid")
                .noneMatch(line -> line.matches("(init-file|log-error|ssl-key|ssl-cert|.*read.only) = .*"));
    }
}
