package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class PrintableTest {
    @Test
    void printableTextIsUnchanged() {
        String text = "línea ±5 % · µs → 名 🐘\n\tnext \\u001b\r\n";
        assertThat(Printable.text(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, 0x0b, 0x0d, 0x1b, 0x7f, 0x80, 0x9b, 0x9d, 0xad, 0x061c, 0x200b, 0x200d, 0x200e, 0x200f, 0x2028,
                0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x3164, 0xd800, 0xdfff, 0xfeff, 0xfe0f
            })
    void controlAndHiddenCharactersAreEscaped(int letter) {
        assertThat(Printable.text("a" + (char) letter + "b")).isEqualTo(String.format("a\\u%04xb", letter));
    }

    @Test
    void supplementaryTagsAreEscapedAsAPair() {
        assertThat(Printable.text("\udb40\udc41")).isEqualTo("\\udb40\\udc41");
    }

    @Test
    void jsonStringKeepsItsValue() {
        String value = "\u001b]0;x\u0007 \u202e \u009b \\ \"";
        assertThat(Json.read(Printable.text(Json.line(value)), String.class)).isEqualTo(value);
    }

    @Test
    void quotedLineIsOneBoundedLine() {
        assertThat(Printable.line("a\nb\tc\r")).isEqualTo("a\\u000ab\\u0009c\\u000d");
        assertThat(Printable.line("x".repeat(100_000))).hasSizeLessThan(300).endsWith("…");
    }

    @Test
    void jsonNullIsRefused() {
        assertThatThrownBy(() -> Json.read("null", Event.class)).isInstanceOf(JacksonException.class);
        assertThatThrownBy(() -> Json.readStored("null", Plan.class)).isInstanceOf(JacksonException.class);
    }
}
