package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlElementTest {
    @Test
    void textAndAttributesAreEscaped() {
        assertThat(HtmlElement.of("p", "<b> & 'c'").with("title", "\"><script>").toString())
                .isEqualTo("<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt; &amp; &#39;c&#39;</p>");
    }

    @Test
    void elementsWithoutContentCloseThemselvesAndEmptyOnesDoNot() {
        assertThat(HtmlElement.of("br").toString()).isEqualTo("<br/>");
        assertThat(HtmlElement.of("td").toString()).isEqualTo("<td></td>");
    }

    @Test
    void linesAreForReadersOfTheSource() {
        assertThat(HtmlElement.of("ul")
                        .line(HtmlElement.of("li", "a"))
                        .line(HtmlElement.of("li", "b"), HtmlElement.of("br"))
                        .toString())
                .isEqualTo("<ul>\n<li>a</li>\n<li>b</li><br/>\n</ul>");
    }
}
