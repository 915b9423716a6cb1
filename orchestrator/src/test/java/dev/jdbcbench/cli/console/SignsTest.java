package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SignsTest {
    private static final String TEXT = "▲ +14 % [+12 +16]  ▼ 0.50×  ↑ ↓ – 26.0 µs ±3 % … ██░ 96 %";

    @Test
    void signsStayIfTheCharsetHasThem() {
        assertThat(Signs.PLAIN.in(TEXT)).isEqualTo(TEXT);
        assertThat(Signs.unicode("UTF-8")).isTrue();
        assertThat(Signs.unicode("ANSI_X3.4-1968")).isFalse();
        assertThat(Signs.unicode("ISO-8859-1")).isFalse();
        assertThat(Signs.unicode("no such charset")).isTrue();
    }

    @Test
    void otherCharsetsGetAscii() {
        assertThat(new Signs(true, true).in(TEXT))
                .isEqualTo("^ +14 % [+12 +16]  v 0.50x  ?^ ?v - 26.0 us +-3 % ... ##. 96 %")
                .matches("\\p{ASCII}*");
    }

    @Test
    void onlyVerdictsAreColouredAndOnlyOnRequest() {
        assertThat(new Signs(false, true).in("▲ a ▼ = ?")).isEqualTo("\033[31m▲\033[0m a \033[32m▼\033[0m = ?");
    }

    /** A host or a stored run cannot add its own colours. */
    @Test
    void coloursAreDerivedFromSigns() {
        StringWriter written = new StringWriter();
        Screen screen = new Screen(new PrintWriter(written), new Signs(false, true), 0, false);
        screen.println("▲ \033[34mblue");
        assertThat(written.toString()).isEqualTo("\033[31m▲\033[0m \\u001b[34mblue\n");
    }
}
