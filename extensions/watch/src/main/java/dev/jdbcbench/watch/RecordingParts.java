package dev.jdbcbench.watch;

import dev.jdbcbench.report.layout.Html;
import java.util.List;

/** What several sections of the page of a recording consist of. */
final class RecordingParts {
    private static final int LABEL = 90;

    private RecordingParts() {}

    static HtmlElement bar() {
        return HtmlElement.of("svg").look("bar").with("width", "100%").with("height", "16");
    }

    /** A bar of parts, each after the one before. */
    static final class Bar {
        private final HtmlElement svg;
        private double x;

        Bar(HtmlElement svg, double x) {
            this.svg = svg;
            this.x = x;
        }

        Bar part(String look, double width) {
            svg.add(HtmlElement.of("rect")
                    .look(look)
                    .with("height", "100%")
                    .with("x", Html.percent(x))
                    .with("width", Html.percent(Math.max(0, width))));
            x += width;
            return this;
        }

        HtmlElement svg() {
            return svg;
        }
    }

    static HtmlElement legend() {
        return HtmlElement.of("p")
                .look("legend")
                .add(HtmlElement.of("span", "client").look("client"))
                .text(" ")
                .add(HtmlElement.of("span", "network").look("network"))
                .text(" ")
                .add(HtmlElement.of("span", "server").look("server"))
                .text(" ")
                .add(HtmlElement.of("span", "rest of the answers").look("rest"));
    }

    /** A table that scrolls by itself where it is too wide. */
    static HtmlElement scrolled(String name, HtmlElement table) {
        return HtmlElement.of("div")
                .look("scroll")
                .with("role", "region")
                .with("tabindex", "0")
                .with("aria-labelledby", name + "-caption")
                .line(table);
    }

    static HtmlElement caption(String name, String text) {
        return HtmlElement.of("caption", text).with("id", name + "-caption");
    }

    static HtmlElement heading(String text) {
        return HtmlElement.of("th", text).with("scope", "col");
    }

    static HtmlElement number(String text) {
        return HtmlElement.of("td", text).look("number");
    }

    static HtmlElement head(List<String> words, List<String> numbers) {
        HtmlElement row = HtmlElement.of("tr");
        words.forEach(word -> row.add(heading(word)));
        numbers.forEach(number ->
                row.add(HtmlElement.of("th", number).with("scope", "col").look("number")));
        return HtmlElement.of("thead").add(row);
    }

    static HtmlElement statement(String element, String text) {
        return HtmlElement.of(element, shortened(text)).look("statement").with("title", text);
    }

    private static String shortened(String text) {
        return text.length() <= LABEL ? text : text.substring(0, LABEL) + "…";
    }
}
