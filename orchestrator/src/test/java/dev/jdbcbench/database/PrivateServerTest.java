package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.host.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateServerTest {
    /** mariadb-install-db says why it failed, and then 17 lines of advice. */
    @Test
    void reasonBeforeLongAdviceIsShown(@TempDir Path directory) throws IOException {
        List<String> log = new ArrayList<>(List.of("mariadb-install-db: cannot create /dev/null: Permission denied"));
        log.addAll(Collections.nCopies(17, "Please check all of the above"));
        Files.write(directory.resolve("out.log"), log);
        LocalHost host = new LocalHost("localhost");
        assertThat(PrivateServer.errors(host, directory.toString(), "head")).startsWith(log.get(0));
        assertThat(PrivateServer.errors(host, directory.toString(), "tail")).doesNotContain(log.get(0));
    }

    @Test
    void errorsOfTheServerComeBeforeItsOtherLines(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve("data"));
        Files.writeString(
                directory.resolve("data/error.log"), "[Note] starting\n[ERROR] unknown variable 'x=1'\n[Note] bye\n");
        assertThat(PrivateServer.errors(new LocalHost("localhost"), directory.toString(), "head"))
                .isEqualTo("[ERROR] unknown variable 'x=1'\n");
    }
}
