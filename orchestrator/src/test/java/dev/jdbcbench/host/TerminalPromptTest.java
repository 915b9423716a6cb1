package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalPromptTest {
    @Test
    void withoutATerminalThereIsNobodyToAsk() {
        // the JVM of the tests reads from a pipe, on JDK 22 and later with a console anyway
        assertThat(new TerminalPrompt().secret("Password: ")).isEmpty();
    }
}
