package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs those commands of README and docs in the lab that need other hosts, shortened. */
@Full
class ReadmeLabIT {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void everyCommandForSeveralHostsWorks() throws IOException {
        try (Lab lab = Lab.up("0.35ms")) {
            Map<List<String>, Ended> all =
                    new ReadmeCommands(directory).carryOut(ReadmeCommands::needsHosts, lab.hosts());
            assertThat(all).isNotEmpty();
            all.forEach((words, ended) ->
                    assertThat(ended.code()).as(words + "\n" + ended.err()).isZero());
        }
    }
}
