package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Sha256;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Pages and figures: every element is closed and every value quoted, so they are also XML, except for their scripts. */
public final class HtmlPages {
    private static final Pattern SCRIPT = Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

    private HtmlPages() {}

    /** The elements with a name, {@code *} for all, without the scripts of the page itself. */
    public static List<Element> elements(String html, String name) throws Exception {
        String xml = SCRIPT.matcher(html).replaceAll("").replace("<!DOCTYPE html>", "");
        NodeList all = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    /** The texts of the page's scripts. */
    public static List<String> scripts(String html) {
        return SCRIPT.matcher(html).results().map(found -> found.group(2)).toList();
    }

    /** How a policy names a script that may run. */
    public static String permission(String script) {
        byte[] digest = HexFormat.of().parseHex(Sha256.of(script));
        return "'sha256-" + new String(Base64.getEncoder().encode(digest), StandardCharsets.US_ASCII) + "'";
    }

    /** Asserts that only the page's own script runs, and that what a hostile name contains is text. */
    public static void assertForeignTextIsInert(String page) throws Exception {
        assertThat(scripts(page)).hasSize(1);
        Matcher policy = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"")
                .matcher(page);
        assertThat(policy.find()).isTrue();
        assertThat(policy.group(1))
                .isEqualTo("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline';"
                        + " script-src " + permission(scripts(page).get(0)));
        assertThat(elements(page, "script")).isEmpty();
        assertThat(elements(page, "*"))
                .allSatisfy(
                        element -> assertThat(element.hasAttribute("onclick")).isFalse());
        assertThat(page)
                .doesNotContain("alert(1)</script")
                .doesNotContain("http://\"")
                .doesNotContain("https:");
    }
}
