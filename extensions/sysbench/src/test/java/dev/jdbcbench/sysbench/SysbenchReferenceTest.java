package dev.jdbcbench.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.OpenLoop;
import dev.jdbcbench.load.Schedule;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SysbenchReferenceTest {
    @TempDir
    private Path directory = Path.of("");

    private SysbenchReference reference(String scenario, Mode mode, Map<String, String> params, String password) {
        Cell cell = new Cell(
                Topology.LOCAL,
                "client",
                "client",
                "mariadb",
                scenario,
                params,
                mode,
                "sysbench",
                "1.0.20",
                Transport.TCP,
                4,
                null);
        return new SysbenchReference(cell, new Session.Endpoint("::1", 3307, "bench", "user", password), directory);
    }

    @Test
    void keysAreUniformUnlessTheRunRequestsSpecial() throws IOException {
        assertThat(reference("OltpReadOnly", Mode.TEXT, Map.of(), "p").options(4, 5))
                .contains(
                        "rand-type=\"uniform\"\n",
                        "threads=\"4\"\n",
                        "db-ps-mode=\"disable\"\n",
                        "mysql-host=\"::1\"\n");
        assertThat(reference("OltpReadOnly", Mode.HIT, Map.of("distribution", "special"), "p")
                        .options(4, 5))
                .contains("rand-type=\"special\"\n", "db-ps-mode=\"auto\"\n");
    }

    @Test
    void referenceUsesTheTablesOfTheRun() {
        assertThat(reference("OltpReadOnly", Mode.TEXT, Map.of(), "p").tables())
                .containsExactly("--tables=1", "--table-size=10000");
        assertThat(reference("OltpReadOnly", Mode.TEXT, Map.of("tables", "3", "tableSize", "5000"), "p")
                        .tables())
                .containsExactly("--tables=3", "--table-size=5000");
    }

    @Test
    void statementNeedsNoTables() throws IOException {
        assertThat(reference("Do1", Mode.TEXT, Map.of(), "p").tables()).isEmpty();
        assertThat(reference("Do1", Mode.TEXT, Map.of(), "p").options(1, 0)).contains("rand-seed=\"1\"");
    }

    /** sysbench supports both kinds of quotes, but no escapes. */
    @Test
    void passwordIsQuotedForSysbench() throws IOException {
        assertThat(reference("Do1", Mode.TEXT, Map.of(), "a 'b' #,=\\").options(1, 0))
                .contains("mysql-password=\"a 'b' #,=\\\"\n");
        assertThat(reference("Do1", Mode.TEXT, Map.of(), "a\"b").options(1, 0)).contains("mysql-password='a\"b'\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"both \" and '", "two\nlines"})
    void unreadablePasswordIsRefusedWithoutShowingIt(String password) {
        assertThatThrownBy(() -> reference("Do1", Mode.TEXT, Map.of(), password).options(1, 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mysql-password")
                .hasMessageNotContaining(password);
    }

    @Test
    void tooLongPasswordIsRefused() {
        assertThatThrownBy(() ->
                        reference("Do1", Mode.TEXT, Map.of(), "x".repeat(240)).options(1, 0))
                .hasMessageContaining("too long");
    }

    private void times(double... numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (double number : numbers) {
            bytes.putDouble(number);
        }
        Files.write(directory.resolve("times"), bytes.array());
    }

    @Test
    void timesOfArrivalsGiveAnOpenLoad() throws IOException {
        SysbenchReference reference = reference("Do1", Mode.TEXT, Map.of(), "p");
        reference.arrive(Schedule.of(3, Arrivals.CONSTANT, Duration.ofSeconds(1), 1));
        ByteBuffer arrivals = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("arrivals")))
                .order(ByteOrder.LITTLE_ENDIAN);
        assertThat(arrivals.getDouble()).as("arrivals").isEqualTo(3);
        assertThat(arrivals.getDouble()).as("length").isEqualTo(1e9);
        times(2, 1000, 5000, 0, 0, 7000, 1, 4_000_000_000.0, OpenLoop.UNSERVED); // two threads, in any order
        TurnLoad load = reference.load();
        assertThat(load.served()).isEqualTo(2);
        assertThat(load.unserved()).isEqualTo(1);
        assertThat(load.responseNanos()).isCloseTo(4_000_013_000.0, within(1.0));
    }

    @Test
    void missingTimesAreAnError() throws IOException {
        SysbenchReference reference = reference("Do1", Mode.TEXT, Map.of(), "p");
        reference.arrive(Schedule.of(3, Arrivals.CONSTANT, Duration.ofSeconds(1), 1));
        times(0, 0, 7000);
        assertThatThrownBy(reference::load).hasMessageContaining("all 3 arrivals");
    }
}
