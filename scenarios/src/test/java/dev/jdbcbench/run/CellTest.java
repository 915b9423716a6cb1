package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellTest {
    private static Cell cell(
            String server, String scenario, Map<String, String> params, String driver, String version) {
        return new Cell(
                Topology.LOCAL, "c", "d", server, scenario, params, Mode.TEXT, driver, version, Transport.TCP, 1, null);
    }

    @Test
    void usualPartsAreWrittenAsTheyAre() {
        assertThat(cell("s", "Rows", Map.of("kind", "a, b", "size", "10"), "mysql", "9.7.0")
                        .key())
                .isEqualTo("local/c/d/s/Rows(kind=a, b,size=10)/text/mysql@9.7.0/tcp/1");
    }

    @Test
    void floorIsInTheRowOfTheCellsAboveIt() {
        assertThat(over(Transport.FLOOR).rowKey()).isEqualTo(over(Transport.TCP).rowKey());
        assertThat(over(Transport.FLOOR).key()).isNotEqualTo(over(Transport.TCP).key());
        assertThat(over(Transport.MEMORY).rowKey())
                .isNotEqualTo(over(Transport.TCP).rowKey());
    }

    private static Cell over(Transport transport) {
        return new Cell(Topology.LOCAL, "c", "d", "s", "Do1", Map.of(), Mode.TEXT, "mysql", "9", transport, 1, null);
    }

    /** All cells whose parts are made of the characters that separate parts. */
    @Test
    void differentCellsHaveDifferentKeys() {
        List<String> texts =
                List.of("a", "c", "a/b", "a(b=c)", "a,b=c", "a@b", "\"a\"", "a\"", "a\\", "a=b", "a,a=b", "a,b", "a)");
        List<Map<String, String>> params = new ArrayList<>(List.of(Map.of()));
        for (String one : texts) {
            for (String other : texts) {
                params.add(Map.of(one, other));
                params.add(Map.of("a", one, "b", other));
            }
        }
        Map<String, Cell> keys = new HashMap<>();
        for (String text : texts) {
            List<Cell> cells = new ArrayList<>(List.of(
                    cell(text, "s", Map.of(), "d", "v"),
                    cell("s", "s", Map.of(), text, "v"),
                    cell("s", "s", Map.of(), "d", text)));
            params.forEach(all -> cells.add(cell("s", text, all, "d", "v")));
            for (Cell cell : cells) {
                Cell known = keys.putIfAbsent(cell.key(), cell);
                assertThat(known).as(cell.key()).isIn(null, cell);
            }
        }
        assertThat(keys).hasSizeGreaterThan(1000);
    }
}
