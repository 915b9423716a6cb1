package dev.jdbcbench.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FailureTest {
    @Test
    void failureSaysWhatWhyAndWhatToDo() {
        Failure failure = new Failure.Command(
                "cannot start MariaDB 11.4 on db1 (10.0.0.7)",
                "$ mariadbd\n[ERROR] Address already in use\n",
                "Choose another port.",
                null);
        assertThat(failure.text()).isEqualTo("""
                        bench: cannot start MariaDB 11.4 on db1 (10.0.0.7)
                          | $ mariadbd
                          | [ERROR] Address already in use
                        Choose another port.
                        """);
    }

    @Test
    void inputFailureListsAllProblems() {
        Failure failure = new Failure.Input("2 problems", List.of("first", "second"), "Look.");
        assertThat(failure.why()).isEqualTo("first\nsecond");
        assertThat(failure.exitCode().number()).isEqualTo(2);
    }

    @Test
    void nearMissIsSuggestedOtherwiseTheListIsShown() {
        assertThat(Suggestion.of("rnu", List.of("status", "run"))).isEqualTo(" (did you mean run?)");
        assertThat(Suggestion.of("prot", List.of("port", "user"))).isEqualTo(" (did you mean port?)");
        assertThat(Suggestion.of("mariabd", List.of("mysql", "mariadb"))).isEqualTo(" (did you mean mariadb?)");
        assertThat(Suggestion.of("Select1row", List.of("Select1Row"))).isEqualTo(" (did you mean Select1Row?)");
        assertThat(Suggestion.of("oracle", List.of("mysql", "mariadb"))).isEqualTo(" (known: mysql, mariadb)");
        assertThat(Suggestion.of("x", List.of())).isEmpty();
    }
}
