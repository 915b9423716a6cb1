package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A comparison as test cases, in the JUnit XML that CI systems read. */
public final class JUnitXml {
    private JUnitXml() {}

    /** How a test case ended. */
    private enum End {
        PASSED("system-out"),
        FAILURE("failure"),
        ERROR("error"),
        SKIPPED("skipped");

        private final String element;

        End(String element) {
            this.element = element;
        }
    }

    /**
     * One test case per row: a row above the limit or lost fails, an open one is skipped, and one without an answer is an
     * error.
     *
     * @param openFails whether the gate fails if a row is open
     */
    public static String of(Compared compared, boolean openFails) {
        NameColumns names = CompareWords.names(compared);
        List<Case> cases = new ArrayList<>();
        for (Compared.Row row : compared.rows()) {
            ChangeText change = ChangeText.of(row.change());
            cases.add(new Case(
                    String.join(" ", names.of(row.base())),
                    (change.change() + " " + change.interval()).strip() + ", " + CompareWords.verdict(compared, row),
                    compared.failAbove() == null ? End.PASSED : end(compared, row, openFails)));
        }
        cases.addAll(unpaired(compared.unpaired(), compared.judged() > 0).stream()
                .map(one -> compared.failAbove() == null ? new Case(one.name(), one.said(), End.SKIPPED) : one)
                .toList());
        return of(CompareWords.title(compared), compared.candidate(), cases);
    }

    private static End end(Compared compared, Compared.Row row, boolean openFails) {
        if (compared.failing().contains(row)) {
            return End.FAILURE;
        }
        if (row.outcome() == Outcome.BELOW) {
            return End.PASSED;
        }
        return openFails ? End.FAILURE : compared.judged() > 0 ? End.SKIPPED : End.ERROR;
    }

    /** One test case per operation: it fails if it exchanges more with the server or is lost. */
    public static String of(ExchangeDiff diff) {
        List<Case> cases = new ArrayList<>();
        diff.operations()
                .forEach(operation -> cases.add(new Case(
                        operation.name(),
                        operation.worse()
                                ? operation.summary()
                                : operation.uncertain() ? "the round trips are not certain" : "exchanges no more",
                        operation.worse()
                                ? End.FAILURE
                                : !operation.uncertain() ? End.PASSED : diff.judged() > 0 ? End.SKIPPED : End.ERROR)));
        cases.addAll(unpaired(diff.unpaired(), diff.judged() > 0));
        return of(diff.base() + " → " + diff.candidate(), diff.candidate(), cases);
    }

    private static List<Case> unpaired(List<Unpaired> rows, boolean anyJudged) {
        return rows.stream()
                .map(row -> new Case(
                        row.row(),
                        row.why(),
                        row.lost()
                                ? End.FAILURE
                                : row.judged() ? End.PASSED : row.incomplete() || !anyJudged ? End.ERROR : End.SKIPPED))
                .toList();
    }

    private record Case(String name, String said, End end) {}

    private static String of(String title, String candidate, List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", printable(title));
            xml.writeAttribute("tests", String.valueOf(cases.size()));
            xml.writeAttribute("failures", number(cases, End.FAILURE));
            xml.writeAttribute("errors", number(cases, End.ERROR));
            xml.writeAttribute("skipped", number(cases, End.SKIPPED));
            for (Case one : cases) {
                xml.writeStartElement("testcase");
                xml.writeAttribute("classname", printable(candidate));
                xml.writeAttribute("name", printable(one.name()));
                xml.writeStartElement(one.end().element);
                if (one.end() == End.PASSED) {
                    xml.writeCharacters(printable(one.said()));
                } else {
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

    private static String number(List<Case> cases, End end) {
        return String.valueOf(cases.stream().filter(one -> one.end() == end).count());
    }

    /** Replaces characters that XML cannot represent. */
    private static String printable(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff]", "?");
    }
}
