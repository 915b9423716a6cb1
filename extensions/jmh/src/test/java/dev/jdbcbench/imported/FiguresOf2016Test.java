package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.PublishedFigures;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected ratios and percentages were computed by hand from the published tables. */
class FiguresOf2016Test {
    private final PublishedFigures figures = PublishedFigures.of("2016");

    private Published find(String scenario, Mode mode, String driver) {
        return figures.find(scenario, mode, driver).orElseThrow();
    }

    /** The ratio is 422.215 / 62.715; both figures are the base of their table. */
    @Test
    void rowHasItsRatioToThePublishedBase() {
        Published base = find("Select1RowCast", Mode.TEXT, "mariadb");
        assertThat(base.benchmark()).isEqualTo("BenchmarkSelect1RowPrepareText.mariadb");
        assertThat(base.localMicros()).isEqualTo(62.715);
        assertThat(base.distantMicros()).isEqualTo(422.215);
        assertThat(Objects.requireNonNull(base.ratio())).isCloseTo(6.7323, within(1e-4));
        assertThat(base.percentLocal()).isEqualTo(100);
        assertThat(base.percentDistant()).isEqualTo(100);
    }

    /** Checks the figures in the text: 7.1 % faster in the local table, 68.1 % slower in the distant one. */
    @Test
    void remarksMatchTheFigures() {
        Published hit = find("Select1RowCast", Mode.HIT, "mariadb");
        Published miss = find("Select1RowCast", Mode.MISS, "mariadb");
        assertThat(Objects.requireNonNull(hit.percentLocal())).isCloseTo(100 - 7.1, within(0.05));
        assertThat(Objects.requireNonNull(hit.percentDistant())).isCloseTo(100 - 6.6, within(0.05));
        assertThat(Objects.requireNonNull(miss.percentLocal())).isCloseTo(100 + 89.6, within(0.05));
        assertThat(Objects.requireNonNull(miss.percentDistant())).isCloseTo(100 + 68.1, within(0.05));
        assertThat(figures.reference().name()).isEqualTo("2016");
        assertThat(figures.reference().source())
                .contains("mariadb.com/resources/blog")
                .contains("README");
        assertThat(figures.reference().remarks())
                .anySatisfy(remark -> assertThat(remark).contains("7.1 %", "68.1 %", "89.6 %", "6.6 %"))
                .anySatisfy(remark -> assertThat(remark).contains("1000", "100", "InsertBatch100"))
                .anySatisfy(remark -> assertThat(remark).contains("Only ratios"))
                .anySatisfy(remark -> assertThat(remark).contains("pools"));
    }

    @ParameterizedTest
    @CsvSource({
        "InsertBatch100, TEXT, mysql, 5.5224, 130.4, 537.6",
        "InsertBatch100, REWRITE, mariadb, 2.8812, 6.6, 14.3",
        "Insert1Row, MISS, mariadb, 6.1292, 191.5, 193.3"
    })
    void ratiosAndPercentagesMatchThePublication(
            String scenario, Mode mode, String driver, double ratio, double local, double distant) {
        Published published = find(scenario, mode, driver);
        assertThat(Objects.requireNonNull(published.ratio())).isCloseTo(ratio, within(1e-4));
        assertThat(Objects.requireNonNull(published.percentLocal())).isCloseTo(local, within(0.06));
        assertThat(Objects.requireNonNull(published.percentDistant())).isCloseTo(distant, within(0.06));
    }

    @Test
    void figuresUseTheUnitsOfBench() {
        assertThat(find("InsertBatch100", Mode.REWRITE, "mariadb").localMicros())
                .isEqualTo(404);
        assertThat(find("InsertBatch100", Mode.REWRITE, "mariadb").distantMicros())
                .isEqualTo(1164);
    }

    @Test
    void textIsPreferredToTheReadme() {
        assertThat(find("Select1000Rows", Mode.TEXT, "mariadb").localMicros()).isEqualTo(244.228);
        assertThat(find("Select1Row", Mode.TEXT, "mysql").localMicros())
                .as("the row with the cast is from the text")
                .isEqualTo(88.670);
        assertThat(figures.find("Select1RowCast", Mode.REWRITE, "mysql"))
                .as("rows of the README have no cast")
                .isEmpty();
    }

    /** The ratio is 77.661 / 49.554, both from the README. The article has no rewrite of a single row. */
    @Test
    void rowsOnlyInTheReadmeAreComparedWithinIt() {
        Published rewrite = find("Select1Row", Mode.REWRITE, "mysql");
        assertThat(rewrite.localMicros()).isEqualTo(77.661);
        assertThat(rewrite.distantMicros()).isNull();
        assertThat(rewrite.ratio()).isNull();
        assertThat(Objects.requireNonNull(rewrite.percentLocal())).isCloseTo(156.7, within(0.05));
        assertThat(find("Insert1Row", Mode.MISS, "mariadbWithout102capacity").localMicros())
                .isEqualTo(128.787);
        assertThat(find("InsertBatch1000", Mode.HIT, "mysql").localMicros()).isEqualTo(65853);
        assertThat(find("Select1000BigRowsFetch", Mode.TEXT, "mysql").percentLocal())
                .isCloseTo(149.8, within(0.05));
    }

    @Test
    void unpublishedRowsAreAbsent() {
        assertThat(figures.find("Transaction", Mode.TEXT, "mariadb")).isEmpty();
        assertThat(figures.find("Select1Row", Mode.BULK, "mariadb")).isEmpty();
        assertThat(figures.find("Select1Row", Mode.TEXT, "mariadb-nopipe")).isEmpty();
    }

    @Test
    void unknownPublicationIsRefusedWithAList() {
        assertThatThrownBy(() -> PublishedFigures.of("2013")).isInstanceOfSatisfying(Failure.Input.class, failure -> {
            assertThat(failure.getMessage()).isEqualTo("--reference: there is no published comparison called 2013");
            assertThat(failure.why()).startsWith("2016: ");
            assertThat(failure.hint()).contains("2016");
        });
    }
}
