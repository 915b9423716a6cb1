package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.store.RunDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommonOptionsTest {
    @Test
    void suggestedCommandFindsItsRun(@TempDir Path directory) {
        RunDirectory elsewhere = RunDirectory.create(
                directory.resolve("other place"), RunExample.local().plan());
        assertThat(CommonOptions.withResults("./bench resume 7f3a", elsewhere))
                .isEqualTo("./bench resume 7f3a --results '"
                        + directory.resolve("other place").toAbsolutePath() + "'");
    }
}
