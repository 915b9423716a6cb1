package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.InstalledServer;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.host.LocalHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of README and docs on this machine, shortened. */
@OnThisMachine
class ReadmeIT {
    @TempDir
    private Path directory = Path.of("");

    private static boolean needsMysql(List<String> words) {
        int server = words.indexOf("--server");
        return server >= 0 && words.get(server + 1).contains("mysql");
    }

    @Test
    void firstCommandIsALocalRun() throws IOException {
        assertThat(ReadmeCommands.commands().get(0)).containsExactly("run", "--topology", "local");
    }

    @Test
    void everyCommandForOneMachineWorks() throws IOException {
        boolean mysql = InstalledServer.find(new LocalHost("localhost"), ServerKind.MYSQL)
                .isPresent();
        Map<List<String>, Ended> all = new ReadmeCommands(directory)
                .carryOut(words -> !ReadmeCommands.needsHosts(words) && possible(words, mysql), Path.of("hosts.yaml"));
        assertThat(all).hasSizeGreaterThan(10);
        for (Map.Entry<List<String>, Ended> command : all.entrySet()) {
            List<String> words = command.getKey();
            Ended ended = command.getValue();
            assertThat(ended.code()).as(words + "\n" + ended.err()).isEqualTo(ReadmeCommands.exitCode(words));
            int out = words.indexOf("--out");
            if (out < 0) {
                assertThat(ended.out() + ended.err()).as(words.toString()).isNotBlank();
            } else {
                assertThat(directory.resolve(words.get(out + 1)))
                        .as(words.toString())
                        .satisfiesAnyOf(
                                file -> assertThat(file).isNotEmptyFile(),
                                folder -> assertThat(folder).isNotEmptyDirectory());
            }
        }
    }

    @Test
    void everyLongRunCanBePlanned() throws IOException {
        List<List<String>> runs = ReadmeCommands.longRuns();
        assertThat(runs).isNotEmpty();
        for (List<String> words : runs) {
            List<String> dry = new ArrayList<>(words);
            dry.add("--dry-run");
            Ended ended = BenchTest.bench(dry.toArray(String[]::new));
            assertThat(ended.code()).as(words + "\n" + ended.err()).isZero();
            assertThat(ended.out()).as(words.toString()).isNotBlank();
        }
    }

    private static boolean possible(List<String> words, boolean mysql) {
        boolean noMysql = !mysql && needsMysql(words);
        boolean drawn = words.stream().anyMatch(word -> word.endsWith(".png"));
        if (noMysql || drawn) {
            System.err.println(
                    "SKIPPED: " + (noMysql ? "no MySQL is installed on this machine for " : "BrowserIT draws: ")
                            + String.join(" ", words));
        }
        return !noMysql && !drawn;
    }
}
