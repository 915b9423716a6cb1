package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Test servers in the forms that vendors ship: trees and archives like the generic Linux builds, and an apt repository
 * in a directory. They are built once, from Debian's packages. On a machine that cannot download these, tests are
 * skipped with the reason.
 */
public final class LabServers {
    private static final Path LAB = Path.of("..", "lab").toAbsolutePath().normalize();
    private static final Path PLACE = Path.of("target", "servers").toAbsolutePath();

    private LabServers() {}

    /** A directory tree of MariaDB 11.8. */
    public static Path mariaDb() {
        return made(
                "mariadb-11.8",
                "server",
                "mariadb",
                PLACE.resolve("mariadb-11.8").toString(),
                "--suite",
                "trixie");
    }

    /** MariaDB 11.8 as an archive. */
    public static Path mariaDbArchive() {
        return archive("mariadb-11.8", "trixie", "mariadb", ".tar.gz");
    }

    /** A directory tree of MySQL 9.7. */
    public static Path mySql() {
        return made("mysql-9.7", "server", "mysql", PLACE.resolve("mysql-9.7").toString(), "--suite", "sid");
    }

    /** MySQL 9.7 as an archive. */
    public static Path mySqlArchive() {
        return archive("mysql-9.7", "sid", "mysql", ".tar.xz");
    }

    /** The packages of this Debian's MariaDB and all their dependencies. */
    public static Path repository() {
        return made(
                "packages",
                "repository",
                PLACE.resolve("packages").toString(),
                "mariadb-server",
                "mariadb-server-core",
                "mariadb-client-core");
    }

    private static Path archive(String name, String suite, String kind, String ending) {
        Path archive = PLACE.resolve(name + ending);
        Exclusive.SERVERS.during(() -> {
            if (Files.notExists(archive)) {
                make("server", kind, PLACE.resolve(name).toString(), "--suite", suite, "--tar", archive.toString());
            }
        });
        assertThat(archive).isRegularFile();
        return archive;
    }

    private static Path made(String name, String program, String... words) {
        Exclusive.SERVERS.during(() -> {
            if (Files.notExists(PLACE.resolve(name))) {
                make(program, words);
            }
        });
        assertThat(PLACE.resolve(name)).isDirectory();
        return PLACE.resolve(name);
    }

    private static void make(String program, String... words) {
        try {
            Files.createDirectories(PLACE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> all = new ArrayList<>();
        all.add(LAB.resolve(program).toString());
        all.addAll(List.of(words));
        Outcome outcome = new LocalHost("localhost").run(Command.of(all));
        if (!outcome.ok()) {
            Lab.skip("this machine cannot make the servers for this test: " + outcome.lastLines());
        }
    }

    /** The checksum in the form that a hosts file needs. */
    public static String sha256(Path archive) throws IOException {
        return Sha256.of(archive);
    }
}
