package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "it's", "new\nline"})
    void shellQuotingKeepsEveryWord(String word) {
        Host here = new LocalHost("localhost");
        Outcome outcome =
                here.run(Command.of("sh", "-c", Command.of("printf", "%s", word).quoted()));
        assertThat(outcome.out()).isEqualTo(word);
    }

    @Test
    void inputOfACommandIsNotShown() {
        assertThat(Command.of("cat").reading("secret").toString()).isEqualTo("cat");
    }

    @Test
    void prefixRunsTheCommand() {
        assertThat(Command.of("true")
                        .withPrefix(java.util.List.of("taskset", "-c", "1"))
                        .toString())
                .isEqualTo("taskset -c 1 true");
    }
}
