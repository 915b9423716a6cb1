package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the unpacked archive works on this machine: it finds its agent, a driver and a database. */
@OnThisMachine
@RealMachine
class ArchiveIT {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void explainWorksThroughALink() throws Exception {
        Unpacked bench = new Unpacked(directory);
        try {
            Path link = Files.createSymbolicLink(
                    directory.resolve("a link"), bench.home().resolve("bin/bench"));
            Ended ended = bench.run(
                    Words.of("{} explain --install portable --scenario Do1 --mode text --driver mariadb", link));
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).containsPattern("Do1 +text +mariadb");
            assertThat(ended.err()).doesNotContain("a bug");
            bench.assertUnchanged();
        } finally {
            bench.makeRemovable();
        }
    }
}
