package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "a b", "it's", "$(id)", "`id`", "x;id", "*", "~", "a\\b", "\"", "!x", "#", "a\tb", "$HOME", "é",
                "--"
            })
    void shellSeesTheWordUnchanged(String word) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", "printf %s " + ShellWord.quoted(word)).start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(word);
    }

    @Test
    void plainWordsStayReadable() {
        assertThat(ShellWord.quoted("--hosts=/a/b-c.yaml")).isEqualTo("--hosts=/a/b-c.yaml");
    }
}
