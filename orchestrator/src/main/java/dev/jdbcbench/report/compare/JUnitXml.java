package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A comparison as test cases, in the JUnit XML that CI systems read. */
public final class JUnitXml {
    private static final double MILLIS = 1000;

    private JUnitXml() {}

    /** How a test case ended. */
    public enum End {
        PASSED("system-out"),
        FAILURE("failure"),
        ERROR("error"),
        SKIPPED("skipped");

        private final String element;

        End(String element) {
            this.element = element;
        }
    }

    /** One test case for each row of each question. A row keeps its identity, whatever the versions. */
    public static String of(GateReport report, Duration took) {
        List<Case> cases = new ArrayList<>();
        report.counts().ifPresent(diff -> cases.addAll(counted(diff)));
        report.compared().ifPresent(compared -> cases.addAll(compared(compared, report.openFails())));
        report.failure()
                .filter(failure -> cases.stream().noneMatch(one -> one.end() == End.FAILURE || one.end() == End.ERROR))
                .ifPresent(failure -> cases.add(new Case(
                        "gate",
                        "gate",
                        String.valueOf(failure.getMessage()),
                        failure.text(),
                        failure.exitCode() == ExitCode.REGRESSION ? End.FAILURE : End.ERROR)));
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("verdict", report.verdict().toString());
        properties.put("base", report.base());
        properties.put("candidate", report.candidate());
        properties.put("undecided", String.valueOf(report.open().size()));
        return of("bench compare", properties, took, cases);
    }

    private static List<Case> compared(Compared compared, boolean openFails) {
        NameColumns names = CompareWords.names(compared);
        String kind = GateWords.own(compared) ? "own" : "time";
        List<Case> cases = new ArrayList<>();
        for (Compared.Row row : compared.rows()) {
            ChangeText change = ChangeText.of(row.change());
            String said =
                    (change.change() + " " + change.interval()).strip() + ", " + CompareWords.verdict(compared, row);
            End end = compared.failAbove() == null ? End.PASSED : end(compared, row, openFails);
            cases.add(new Case(
                    row.id().driver() + "." + kind,
                    row.id().row(),
                    (end == End.SKIPPED || row.outcome() == Outcome.OPEN ? "undecided: " : "") + said,
                    String.join(" ", names.of(row.base())) + ": base " + CompareWords.time(row) + ", " + said,
                    end));
        }
        boolean gate = compared.failAbove() != null;
        compared.unpaired()
                .forEach(row -> cases.add(new Case(
                        row.id().driver() + "." + kind,
                        row.id().row(),
                        row.why(),
                        row.line(),
                        gate ? unpaired(row, compared.lost().contains(row), compared.judged() > 0) : End.SKIPPED)));
        return cases;
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

    private static List<Case> counted(ExchangeDiff diff) {
        List<Case> cases = new ArrayList<>();
        boolean judged = diff.judged() > 0;
        for (ExchangeDiff.Operation operation : diff.operations()) {
            boolean fails = diff.failingOperations().contains(operation);
            cases.add(new Case(
                    operation.id().driver() + ".exchange",
                    operation.id().row(),
                    operation.worse()
                            ? (fails ? "" : "accepted: ") + operation.summary()
                            : operation.uncertain()
                                    ? "undecided: the round trips are not certain"
                                    : "exchanges no more",
                    ExchangeText.lines(operation),
                    fails
                            ? End.FAILURE
                            : operation.worse() || !operation.uncertain()
                                    ? End.PASSED
                                    : judged ? End.SKIPPED : End.ERROR));
        }
        diff.unpaired()
                .forEach(row -> cases.add(new Case(
                        row.id().driver() + ".exchange",
                        row.id().row(),
                        row.why(),
                        row.line(),
                        unpaired(row, diff.fails(row), judged))));
        return cases;
    }

    private static End unpaired(Unpaired row, boolean fails, boolean anyJudged) {
        return fails
                ? End.FAILURE
                : row.judged() ? End.PASSED : row.incomplete() || !anyJudged ? End.ERROR : End.SKIPPED;
    }

    /**
     * A test case.
     *
     * @param said in one line
     * @param body with all details
     */
    public record Case(String group, String name, String said, String body, End end) {}

    /** Test cases of a suite with such properties. */
    public static String of(String suite, Map<String, String> properties, Duration took, List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", suite);
            xml.writeAttribute("tests", String.valueOf(cases.size()));
            xml.writeAttribute("failures", number(cases, End.FAILURE));
            xml.writeAttribute("errors", number(cases, End.ERROR));
            xml.writeAttribute("skipped", number(cases, End.SKIPPED));
            xml.writeAttribute("time", String.format(Locale.ROOT, "%.1f", took.toMillis() / MILLIS));
            xml.writeStartElement("properties");
            for (Map.Entry<String, String> property : properties.entrySet()) {
                xml.writeEmptyElement("property");
                xml.writeAttribute("name", property.getKey());
                xml.writeAttribute("value", printable(property.getValue()));
            }
            xml.writeEndElement();
            for (Case one : cases) {
                xml.writeStartElement("testcase");
                xml.writeAttribute("classname", printable("bench." + one.group()));
                xml.writeAttribute("name", printable(one.name()));
                xml.writeStartElement(one.end().element);
                if (one.end() == End.PASSED) {
                    xml.writeCharacters(printable(one.said()));
                } else {
                    xml.writeAttribute("message", printable(one.said()));
                    xml.writeCharacters(printable(one.body()));
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
