package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose settings forbid something, as managed services set them. */
@OnThisMachine
class RestrictedServersIT {
    @TempDir
    private Path directory = Path.of("unused");

    @Test
    void settingsOfManagedServersDoNotPreventCounting() throws IOException {
        Path hosts = Files.writeString(directory.resolve("hosts.yaml"), """
                servers:
                  manual: { kind: mariadb, options: { autocommit: "0", sql_mode: "", character_set_server: utf8mb3 } }
                  inno: { kind: mariadb, options: { enforce_storage_engine: InnoDB } }
                  reader: { kind: mariadb, options: { transaction_read_only: "ON" } }
                """);
        BenchTest.Ended ended = BenchTest.bench(
                "explain",
                "--hosts",
                hosts.toString(),
                "--results",
                directory.resolve("results").toString(),
                "--scenario",
                "PoolAutoCommit:text,Insert1Row:text",
                "--driver",
                "mariadb,mysql",
                "--no-own");
        String text = ended.out();
        assertThat(ended.code()).as(text + ended.err()).isZero();
        assertThat(text)
                .as("autocommit is off and on again in the operation, although the server begins without it")
                .containsPattern(
                        "PoolAutoCommit +text +mariadb [^ ]+ +4( +\\([0-9.]+\\))? +[0-9]+ +[0-9]+ +4 QUERY; commits 1")
                .containsPattern("Insert1Row +text +mariadb [^ ]+ +1 ");
        assertThat(text.replaceAll("\\s+", " ")).contains("unsupported: the server's transaction_read_only");
        assertThat(text + ended.err()).doesNotContain("failed", "conn=");
    }
}
