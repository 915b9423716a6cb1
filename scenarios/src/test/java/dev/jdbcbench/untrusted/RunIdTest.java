package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdTest {
    @ParameterizedTest
    @ValueSource(strings = {"20261121-091500-local-distant-7f3a", "a", "run_1.2"})
    void wordThatNoShellChangesIsAnId(String id) {
        assertThat(new RunId(id).text()).isEqualTo(id);
        assertThat(ShellWord.quoted(id)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x;id",
                "-x",
                "--help",
                "~root",
                ".hidden",
                "a b",
                "a\nb",
                "$(id)",
                "`id`",
                "a\u001b[31m",
                "\u202ea",
                "a/b"
            })
    void wordThatAShellOrAnOptionParserChangesIsNoId(String id) {
        assertThat(RunId.admits(id)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunId(id))
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\u001b", "\u202e", "\n"));
    }
}
