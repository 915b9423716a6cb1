package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.FakeHost;
import org.junit.jupiter.api.Test;

class InstalledServerTest {
    private static FakeHost answering(int exit, String out) {
        return new FakeHost("db1", false).answer("sh -c", exit, out, "");
    }

    private static final String BOTH = """
            /usr/sbin/mariadbd\t/usr/bin/mariadb-install-db\tblackhole\t/usr/sbin/mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)
            /usr/sbin/mysqld\t/usr/bin/mariadb-install-db\tblackhole\t/usr/sbin/mysqld  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)
            /usr/local/mysql/bin/mysqld\t/usr/bin/mariadb-install-db\tnone\t/usr/local/mysql/bin/mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian))
            """;

    @Test
    void programsAndVersionAreFound() {
        Binaries found = InstalledServer.require(answering(0, BOTH), ServerKind.MARIADB);
        assertThat(found.version()).isEqualTo("10.11.19-MariaDB-0+deb12u1");
        assertThat(found.baseDirectory()).isEqualTo("/usr");
        assertThat(found.installDb()).isEqualTo("/usr/bin/mariadb-install-db");
        assertThat(found.blackhole()).isTrue();
    }

    /** In Debian's MariaDB, mysqld is another name for mariadbd. */
    @Test
    void mysqldIsIdentifiedByItsVersionOutput() {
        Binaries found = InstalledServer.require(answering(0, BOTH), ServerKind.MYSQL);
        assertThat(found.version()).isEqualTo("9.7.4-2");
        assertThat(found.server()).isEqualTo("/usr/local/mysql/bin/mysqld");
        assertThat(found.baseDirectory()).isEqualTo("/usr/local/mysql");
        assertThat(found.blackhole()).isFalse();
    }

    @Test
    void missingServerIsReportedWithAPackage() {
        assertThatThrownBy(() -> InstalledServer.require(answering(0, ""), ServerKind.MARIADB))
                .isInstanceOfSatisfying(Failure.Command.class, failure -> {
                    assertThat(failure.getMessage()).isEqualTo("there is no MariaDB on db1");
                    assertThat(failure.hint())
                            .contains("apt install mariadb-server")
                            .contains("portable or package");
                });
        assertThatThrownBy(() -> InstalledServer.require(answering(0, ""), ServerKind.MYSQL))
                .isInstanceOfSatisfying(Failure.Command.class, failure -> {
                    assertThat(failure.getMessage()).isEqualTo("there is no MySQL on db1");
                    assertThat(failure.hint()).contains("`archive:`");
                });
    }
}
