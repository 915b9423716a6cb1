package dev.jdbcbench.flame;

import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.flame.StackDiff.Difference;
import dev.jdbcbench.report.layout.Html;
import dev.jdbcbench.report.layout.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A flame graph as one self-contained HTML page. Without JavaScript it still shows the graph, and the hottest frames in
 * a table. A content security policy allows only its own script, whatever a method is called.
 */
public final class FlamePage {
    private static final String STYLE = Resource.text(FlamePage.class, "flame.css");
    private static final String SCRIPT = Resource.text(FlamePage.class, "flame.js");

    /** Narrower frames, in percent of all samples, are not drawn. */
    private static final double NARROWEST = 0.05;

    private static final int HEIGHT = 18;
    private static final int SHOWN = 10;
    private static final double PERCENT = 100;

    /** The width of a colour step, in percent of all samples. */
    private static final double STEP = 2;

    private static final int STRONGEST = 4;

    private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");
    private static final Pattern BENCH = Pattern.compile("(dev\\.jdbcbench|org\\.openjdk\\.jmh|com\\.zaxxer)\\..*");

    private final StringBuilder html = new StringBuilder();
    private final boolean compares;

    private FlamePage(boolean compares) {
        this.compares = compares;
    }

    /**
     * The page of one recording.
     *
     * @param facts what was recorded and how, one line each
     */
    public static String of(String title, List<String> facts, Stacks stacks) {
        FlamePage page = new FlamePage(false);
        page.begin(title, facts);
        page.html
                .append(
                        "<p>Width: the share of the samples. Each frame was called by the one below it. Click a frame to enlarge it.</p>\n")
                .append(
                        "<p class=\"legend\"><span class=\"driver\">driver</span> <span class=\"jdk\">JDK</span>"
                                + " <span class=\"bench\">bench and the pool</span> <span class=\"native\">native</span></p>\n");
        page.graph(FlameTree.of(stacks));
        page.html
                .append("<table>\n<caption>hottest frames: innermost in so many of ")
                .append(stacks.total())
                .append(
                        " samples</caption>\n<thead><tr><th class=\"number\">samples</th><th class=\"number\">share</th>"
                                + "<th>frame</th></tr></thead>\n<tbody>\n");
        stacks.hottest().stream()
                .limit(SHOWN)
                .forEach(frame -> page.html
                        .append("<tr>")
                        .append(Html.element("td class=\"number\"", String.valueOf(frame.self())))
                        .append(Html.element("td class=\"number\"", percent(frame.share())))
                        .append(Html.element("td", frame.name()))
                        .append("</tr>\n"));
        return page.end();
    }

    /** The page of two recordings, base first. */
    public static String of(String title, List<String> facts, StackDiff diff) {
        FlamePage page = new FlamePage(true);
        page.begin(title, facts);
        page.html.append(
                "<p>Width: the mean of both shares. <span class=\"more4\">Red</span>: the second driver spends more of its time there."
                        + " <span class=\"less4\">Blue</span>: less. Each frame was called by the one below it. Click a frame to enlarge it.</p>\n");
        page.graph(FlameTree.of(diff));
        page.html.append(
                "<table>\n<caption>largest differences: innermost in so many of the samples</caption>\n<thead><tr>"
                        + "<th class=\"number\">first</th><th class=\"number\">second</th><th class=\"number\">change</th><th>frame</th></tr></thead>\n<tbody>\n");
        for (Difference difference : diff.largest().stream().limit(SHOWN).toList()) {
            page.html
                    .append("<tr>")
                    .append(Html.element("td class=\"number\"", percent(difference.base())))
                    .append(Html.element("td class=\"number\"", percent(difference.candidate())))
                    .append(Html.element("td class=\"number\"", change(difference.change())))
                    .append(Html.element("td", difference.name()))
                    .append("</tr>\n");
        }
        return page.end();
    }

    private void begin(String title, List<String> facts) {
        html.append(Html.head(title, STYLE, "script-src " + Html.source(SCRIPT)))
                .append("<header>\n")
                .append(Html.element("h1", title))
                .append("\n<ul>\n");
        facts.forEach(fact -> html.append(Html.element("li", fact)).append('\n'));
        html.append("</ul>\n</header>\n<main>\n");
    }

    private String end() {
        return html.append("</tbody>\n</table>\n</main>\n<script>")
                .append(SCRIPT)
                .append("</script>\n</body>\n</html>\n")
                .toString();
    }

    private void graph(FlameTree root) {
        int depth = root.depth();
        html.append(
                        "<p class=\"controls\" hidden=\"hidden\" id=\"controls\"><label>find <input type=\"search\" id=\"find\" autocomplete=\"off\"/></label>"
                                + " <button type=\"button\" id=\"all\">show all</button> <span id=\"found\" role=\"status\"></span></p>\n")
                .append("<svg id=\"graph\" width=\"100%\" height=\"")
                .append(depth * HEIGHT)
                .append("\" xmlns=\"http://www.w3.org/2000/svg\">\n");
        frame(root, 0, depth - 1);
        html.append("</svg>\n");
    }

    /**
     * Draws a frame and its callees.
     *
     * @param x left end, in percent of all samples
     * @param row row number from the top
     */
    private void frame(FlameTree frame, double x, int row) {
        double width = PERCENT * frame.width();
        if (width < NARROWEST) {
            return;
        }
        html.append("<svg class=\"")
                .append(look(frame))
                .append("\" x=\"")
                .append(number(x))
                .append("%\" y=\"")
                .append(row * HEIGHT)
                .append("\" width=\"")
                .append(number(width))
                .append("%\" height=\"")
                .append(HEIGHT - 1)
                .append("\"><title>")
                .append(Html.escaped(frame.name() + ", " + shares(frame)))
                .append("</title><rect width=\"100%\" height=\"100%\"/><text x=\"3\" y=\"13\">")
                .append(Html.escaped(brief(frame.name())))
                .append("</text></svg>\n");
        double next = x;
        for (FlameTree call : frame.calls()) {
            frame(call, next, row - 1);
            next += PERCENT * call.width();
        }
    }

    private String shares(FlameTree frame) {
        return compares
                ? percent(frame.base()) + " → " + percent(frame.candidate()) + " ("
                        + change(frame.candidate() - frame.base()) + ")"
                : percent(frame.base());
    }

    private String look(FlameTree frame) {
        if (compares) {
            double change = PERCENT * (frame.candidate() - frame.base());
            int strength =
                    Math.abs(change) < NARROWEST ? 0 : (int) Math.min(STRONGEST, Math.ceil(Math.abs(change) / STEP));
            return strength == 0 ? "same" : (change > 0 ? "more" : "less") + strength;
        }
        return nativeCode(frame.name())
                ? "native"
                : JDK.matcher(frame.name()).matches()
                        ? "jdk"
                        : BENCH.matcher(frame.name()).matches() ? "bench" : "driver";
    }

    private static boolean nativeCode(String name) {
        return name.indexOf('.') < 0 || name.indexOf(':') >= 0 || name.endsWith("]");
    }

    /** Class and method without the package. */
    private static String brief(String name) {
        int method = name.lastIndexOf('.');
        return nativeCode(name) ? name : name.substring(name.lastIndexOf('.', method - 1) + 1);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private static String percent(double share) {
        return Numbers.fixed(PERCENT * share, 1) + " %";
    }

    private static String change(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", PERCENT * share);
    }
}
