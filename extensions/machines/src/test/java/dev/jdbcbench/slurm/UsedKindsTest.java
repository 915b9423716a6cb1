package dev.jdbcbench.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsedKindsTest {
    @TempDir
    private Path state = Path.of("");

    @Test
    void kindIsKnownOnceItWasUsed() {
        UsedKinds used = new UsedKinds(state.resolve("bench/kinds"));
        assertThat(used.has("slurm")).isFalse();
        used.add("slurm");
        used.add("slurm");
        assertThat(used.has("slurm")).isTrue();
        assertThat(used.has("cloud")).isFalse();
    }

    @Test
    void stateThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.writeString(state.resolve("bench"), "a file");
        assertThatThrownBy(() -> new UsedKinds(file).add("slurm"))
                .isInstanceOf(Failure.Command.class)
                .hasMessageContaining("cannot write " + file);
    }
}
