package dev.jdbcbench.shell;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompletionCommandTest {
    @Test
    void completionSupportsThreeShells() {
        assertThat(bench("completion", "bash").out()).contains("complete -F _complete_bench");
        assertThat(bench("completion", "zsh").out()).contains("bashcompinit");
        assertThat(bench("completion", "fish").out()).contains("complete -c bench -n __fish_use_subcommand -a run");
        assertThat(bench("completion", "tcsh").code()).isEqualTo(2);
    }
}
