package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.report.document.MarkdownDocument;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class LoadCurveDocumentTest {
    private static final String SCENARIO = "OltpReadOnly";

    private static void point(RunExample run, int threads, DriverKind driver, double micros) {
        run.threads(threads).measured(SCENARIO, Mode.TEXT, driver, micros * 0.99, micros * 1.01);
    }

    /**
     * Two drivers, local and distant. The distant curves are limited by the RTT, the local ones by the server's CPUs.
     */
    private static Results results() {
        RunExample run = new RunExample("20261121-091500-local-distant-7f3a", Topology.LOCAL, 2, true)
                .fact("cpus", "4")
                .rtt(RttMethod.PROTOCOL, 20.0, 20.0, 20.0);
        double[] near = {1000, 1020, 1150, 2250, 4500};
        double[] far = {9000, 9020, 9100, 9200, 9400};
        for (int i = 0; i < near.length; i++) {
            run.cpu(20 + 19 * i, 10 + 18 * i);
            point(run, 1 << i, DriverCatalogue.MARIADB, near[i]);
            point(run, 1 << i, DriverCatalogue.MYSQL, near[i] * 1.2);
        }
        run.threads(1)
                .explained(SCENARIO, Mode.TEXT, DriverCatalogue.MARIADB, 16, 2000, 40_000)
                .explained(SCENARIO, Mode.TEXT, DriverCatalogue.MYSQL, 16, 2400, 40_000)
                .serviceTime(SCENARIO, Mode.TEXT, DriverCatalogue.MARIADB, 5000, 980, 1100, 1900)
                .at(Topology.DISTANT)
                .rtt(RttMethod.PROTOCOL, 500.0, 500.0, 500.0);
        for (int i = 0; i < far.length; i++) {
            run.cpu(5 + 4 * i, 0);
            point(run, 1 << i, DriverCatalogue.MARIADB, far[i]);
        }
        return run.fold().results();
    }

    @Test
    void curvesOfARunMatchTheirGoldenFile() throws IOException {
        Golden.assertSame("curves.txt", Rendered.text(LoadCurveDocument.of(List.of(results())), 100));
    }

    @Test
    void curvesFitATerminal() {
        TerminalLines.assertFit(columns -> Rendered.text(LoadCurveDocument.of(List.of(results())), columns));
        TerminalLines.assertFit(columns -> Rendered.wide(results(), columns));
        TerminalLines.assertFit(columns -> Rendered.run(results(), columns));
        TerminalLines.assertFit(columns -> Rendered.text(RunDocument.counters(results()), columns));
    }

    @Test
    void curvesInMarkdownMatchTheirGoldenFile() throws IOException {
        Golden.assertSame("curves.md", "\n" + MarkdownDocument.of(LoadCurveDocument.of(List.of(results()))));
    }

    @Test
    void everyFormatHasTheCurves() {
        Results results = results();
        assertThat(Rendered.run(results, 80)).contains("load curve of OltpReadOnly text", "knee at 4 threads");
        assertThat(Rendered.wide(results)).contains("load curve of OltpReadOnly text");
        ObjectNode json = Json.read(Json.pretty(results), ObjectNode.class);
        assertThat(json.get("curves")).hasSize(3);
        assertThat(json.get("curves").get(0).get("kneeThreads").asInt()).isEqualTo(4);
        assertThat(json.get("curves").get(0).get("points").get(4).get("bound").asString())
                .isEqualTo("server-bound");
    }

    @Test
    void singleThreadCountHasNoSection() {
        assertThat(Rendered.text(
                        LoadCurveDocument.of(List.of(RunExample.local().fold().results()))))
                .isEmpty();
        assertThat(MarkdownDocument.of(
                        LoadCurveDocument.of(List.of(RunExample.local().fold().results()))))
                .isEmpty();
    }
}
