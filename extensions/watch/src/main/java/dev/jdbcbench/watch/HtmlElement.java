package dev.jdbcbench.watch;

import dev.jdbcbench.report.layout.Html;
import java.util.Set;

/** An element of a page that is both HTML and XML. Whatever it contains is escaped when it is put in. */
final class HtmlElement {
    private static final Set<String> WITHOUT_CONTENT = Set.of("br", "input", "rect");

    private final String name;
    private final StringBuilder attributes = new StringBuilder();
    private final StringBuilder content = new StringBuilder();

    private HtmlElement(String name) {
        this.name = name;
    }

    /** An empty element. */
    static HtmlElement of(String name) {
        return new HtmlElement(name);
    }

    /** An element that contains text. */
    static HtmlElement of(String name, String text) {
        return of(name).text(text);
    }

    /** Adds an attribute. */
    HtmlElement with(String attribute, String value) {
        attributes
                .append(' ')
                .append(attribute)
                .append("=\"")
                .append(Html.escaped(value))
                .append('"');
        return this;
    }

    /** Adds the class of the style. */
    HtmlElement look(String look) {
        return with("class", look);
    }

    HtmlElement text(String text) {
        content.append(Html.escaped(text));
        return this;
    }

    /** Adds elements after what it contains. */
    HtmlElement add(HtmlElement... children) {
        for (HtmlElement child : children) {
            content.append(child);
        }
        return this;
    }

    /** Adds elements on a line of their own in the source of the page. */
    HtmlElement line(HtmlElement... children) {
        if (content.isEmpty()) {
            content.append('\n');
        }
        add(children);
        content.append('\n');
        return this;
    }

    /** Its source. */
    @Override
    public String toString() {
        String begin = "<" + name + attributes;
        return WITHOUT_CONTENT.contains(name) ? begin + "/>" : begin + ">" + content + "</" + name + ">";
    }
}
