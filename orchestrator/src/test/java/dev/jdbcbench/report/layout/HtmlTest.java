package dev.jdbcbench.report.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.Printable;
import org.junit.jupiter.api.Test;

class HtmlTest {
    /** Every character of Unicode, each in a text of its own. */
    @Test
    void noCharacterThatHidesOrReordersTextGetsIntoAPage() {
        for (int letter = 0; letter <= Character.MAX_CODE_POINT; letter++) {
            String text = "a" + Character.toString(letter) + "b";
            String escaped = Html.escaped(text);
            assertThat(escaped)
                    .as("U+%04x", letter)
                    .isEqualTo(Printable.text(escaped))
                    .doesNotContain("\n", "\t");
            String data = Html.data(Json.line(text).strip());
            String shown = Json.read(data, String.class);
            assertThat(data).as("U+%04x", letter).isEqualTo(Printable.text(data));
            if (letter >= ' ') { // the others are escaped in JSON, and a page shows nothing for them
                assertThat(shown).as("U+%04x", letter).isEqualTo(Printable.text(shown));
            }
        }
    }

    @Test
    void reorderedTextIsShownAsWritten() {
        assertThat(Html.escaped("a\u202eb")).isEqualTo("a\\u202eb");
        assertThat(Json.read(Html.data("\"a\u202eb\""), String.class)).isEqualTo("a\\u202eb");
    }
}
