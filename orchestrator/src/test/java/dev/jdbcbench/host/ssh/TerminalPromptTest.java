package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalPromptTest {
    @Test
    void withoutATerminalThereIsNoPrompt() {
        // the tests' JVM reads from a pipe; since JDK 22 it still has a console
        assertThat(new TerminalPrompt().secret("Password: ")).isEmpty();
    }
}
