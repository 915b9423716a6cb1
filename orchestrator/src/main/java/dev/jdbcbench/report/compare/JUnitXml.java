package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.RowNames;
import dev.jdbcbench.statistics.LimitTest.Outcome;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A comparison as test cases, in the JUnit XML that CI systems read. */
public final class JUnitXml {
    private JUnitXml() {}

    /** One test case per row: a row above the limit fails, an open one is skipped. */
    public static String of(Compared compared) {
        RowNames names = CompareWords.names(compared);
        boolean gate = compared.failAbove() != null;
        List<Case> cases = new ArrayList<>();
        for (Compared.Row row : compared.rows()) {
            ChangeText change = ChangeText.of(row.change());
            cases.add(new Case(
                    String.join(" ", names.of(row.base())),
                    (change.change() + " " + change.interval()).strip() + ", " + CompareWords.verdict(compared, row),
                    gate ? compared.failing().contains(row) ? Outcome.ABOVE : row.outcome() : Outcome.BELOW));
        }
        return of(CompareWords.title(compared), compared.candidate(), cases);
    }

    /** One test case per operation: it fails if it exchanges more with the server. */
    public static String of(ExchangeDiff diff) {
        return of(
                diff.base() + " → " + diff.candidate(),
                diff.candidate(),
                diff.operations().stream()
                        .map(operation -> new Case(
                                operation.name(),
                                operation.worse() ? operation.summary() : "exchanges no more",
                                operation.worse() ? Outcome.ABOVE : Outcome.BELOW))
                        .toList());
    }

    private record Case(String name, String said, Outcome outcome) {}

    private static String of(String title, String candidate, List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", printable(title));
            xml.writeAttribute("tests", String.valueOf(cases.size()));
            xml.writeAttribute("failures", number(cases, Outcome.ABOVE));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", number(cases, Outcome.OPEN));
            for (Case one : cases) {
                xml.writeStartElement("testcase");
                xml.writeAttribute("classname", printable(candidate));
                xml.writeAttribute("name", printable(one.name()));
                if (one.outcome() == Outcome.BELOW) {
                    xml.writeStartElement("system-out");
                    xml.writeCharacters(printable(one.said()));
                } else {
                    xml.writeStartElement(one.outcome() == Outcome.ABOVE ? "failure" : "skipped");
                    xml.writeAttribute("message", printable(one.said()));
                }
                xml.writeEndElement();
                xml.writeEndElement();
            }
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML into memory", e);
        }
        return text + "\n";
    }

    private static String number(List<Case> cases, Outcome outcome) {
        return String.valueOf(
                cases.stream().filter(one -> one.outcome() == outcome).count());
    }

    /** Replaces characters that XML cannot represent. */
    private static String printable(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]", "?");
    }
}
