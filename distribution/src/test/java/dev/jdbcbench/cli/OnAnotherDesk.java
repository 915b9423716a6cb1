package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.desk.Desk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Calls the archive's bench on a desk that is not Linux, as far as it can be emulated. */
abstract class OnAnotherDesk {
    @TempDir
    private static Path shared = Path.of("");

    private static Unpacked bench;

    @TempDir
    Path directory = Path.of("");

    private final boolean hosts;

    /** @param hosts whether bench reaches hosts from there */
    OnAnotherDesk(boolean hosts) {
        this.hosts = hosts;
    }

    @BeforeAll
    static void unpack() throws Exception {
        bench = new Unpacked(shared);
    }

    @AfterAll
    static void makeItRemovable() throws Exception {
        bench.makeRemovable();
    }

    final Ended ended(Desk desk, String... words) throws Exception {
        return bench.run(environment(desk), command(desk, words));
    }

    /** Starts bench there; what it prints is in the test's directory. */
    final Process begin(Desk desk, String... words) throws IOException {
        return bench.begin(environment(desk), directory.resolve("out"), directory.resolve("err"), command(desk, words));
    }

    /** The directory in which bench has its caches. */
    static Path cache() {
        return bench.cache();
    }

    private Map<String, String> environment(Desk desk) throws IOException {
        return desk.environment(shared, bench.program(""), hosts);
    }

    private static String[] command(Desk desk, String... words) throws IOException {
        List<String> command = new ArrayList<>(desk.command(bench.home()));
        command.addAll(List.of(words));
        return command.toArray(String[]::new);
    }

    final Ended run(Desk desk, String... words) throws Exception {
        Ended ended = ended(desk, words);
        assertThat(ended.code()).as(List.of(words) + ended.err()).isZero();
        assertThat(ended.err()).doesNotContain("not found", "Unsupported", "bug");
        return ended;
    }
}
