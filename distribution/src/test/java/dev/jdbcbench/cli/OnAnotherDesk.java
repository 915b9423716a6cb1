package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.desk.Desk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        List<String> command = new ArrayList<>(desk.command(bench.home()));
        command.addAll(List.of(words));
        return bench.run(desk.environment(shared, bench.program(""), hosts), command.toArray(String[]::new));
    }

    final Ended run(Desk desk, String... words) throws Exception {
        Ended ended = ended(desk, words);
        assertThat(ended.code()).as(List.of(words) + ended.err()).isZero();
        assertThat(ended.err()).doesNotContain("not found", "Unsupported", "bug");
        return ended;
    }
}
