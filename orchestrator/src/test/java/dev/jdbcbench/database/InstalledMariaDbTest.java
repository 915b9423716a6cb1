package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.FakeHost;
import org.junit.jupiter.api.Test;

class InstalledMariaDbTest {
    private static FakeHost answering(int exit, String out) {
        return new FakeHost("db1", false).answer("sh -c", exit, out, "");
    }

    @Test
    void theProgramsAndTheVersionAreFound() {
        Binaries found = InstalledMariaDb.require(answering(0, """
                /usr/sbin/mariadbd
                /usr/bin/mariadb-install-db
                /usr/sbin/mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)
                blackhole
                """));
        assertThat(found.version()).isEqualTo("10.11.19-MariaDB-0+deb12u1");
        assertThat(found.baseDirectory()).isEqualTo("/usr");
        assertThat(found.installDb()).isEqualTo("/usr/bin/mariadb-install-db");
        assertThat(found.blackhole()).isTrue();
    }

    @Test
    void aMysqldOfMysqlIsNoMariaDb() {
        assertThat(InstalledMariaDb.find(answering(
                        0, "/usr/sbin/mysqld\n\n/usr/sbin/mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian))\nnone\n")))
                .isEmpty();
    }

    @Test
    void aHostWithoutMariaDbIsToldWhatToInstall() {
        assertThatThrownBy(() -> InstalledMariaDb.require(answering(1, "")))
                .isInstanceOfSatisfying(Failure.Command.class, failure -> {
                    assertThat(failure.getMessage()).isEqualTo("there is no MariaDB on db1");
                    assertThat(failure.hint())
                            .contains("apt install mariadb-server")
                            .contains("--install portable");
                });
    }
}
