package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "20261121-091500-local-distant-7f3a",
                "fork-001-local-mariadb.log",
                "distant-client-db1-mariadb-Select1Row-text-mysql@9.7.0-tcp-1.log",
                "~backup",
                "-"
            })
    void namesOfRunsAndLogsAreAllowed(String name) {
        assertThat(new SafeName(name).text()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                ".profile",
                "../x",
                "/etc/passwd",
                "a/b",
                "a\\b",
                "a b",
                "a\nb",
                "a\u0000",
                "ü",
                "\u202ea"
            })
    void escapingAndHiddenNamesAreRefused(String name) {
        assertThat(SafeName.admits(name)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new SafeName(name));
    }

    @Test
    void nameLengthIsLimitedByTheFileSystem() {
        assertThat(SafeName.admits("a".repeat(200))).isTrue();
        assertThat(SafeName.admits("a".repeat(201))).isFalse();
    }
}
