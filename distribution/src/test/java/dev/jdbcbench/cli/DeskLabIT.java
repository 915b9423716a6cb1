package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.desk.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A desk that is not Linux measures on hosts that are, and counts with a database there. */
class DeskLabIT extends OnAnotherDesk {
    DeskLabIT() {
        super(true);
    }

    /** Client and database are Linux hosts, which the desk reaches over SSH. */
    @Test
    void hostsThatAreLinuxMeasureForWindows() throws Exception {
        measure(Desk.WINDOWS);
    }

    @Test
    @Full
    void hostsThatAreLinuxMeasureForAMac() throws Exception {
        measure(Desk.MACOS);
    }

    private void measure(Desk desk) throws Exception {
        try (Lab lab = Lab.up("0.5ms")) {
            String results = directory.resolve("results").toString();
            compare(desk, lab.hosts(), results);
            compare(desk, withoutClient(lab), results);
            run(
                    desk,
                    Words.of(
                            "run --topology local,distant --hosts {} --profile smoke --driver mariadb "
                                    + "--scenario Do1:text --results {}",
                            lab.hosts(),
                            results));
            assertThat(run(desk, "collect", "--results", results).out()).contains("1 of 1 cells on both sides");
            run(desk, Words.of("clean --hosts {} --keep-cache", lab.hosts()));
        }
    }

    private void compare(Desk desk, Path hosts, String results) throws Exception {
        run(
                desk,
                Words.of(
                        "compare mariadb@3.5.8 mariadb@4.0.0 --counts-only --fail-above 5% --topology distant "
                                + "--hosts {} --scenario Do1:text --results {}",
                        hosts, results));
    }

    /** The drivers stay on the desk, which reaches the database at the address that SSH has. */
    private Path withoutClient(Lab lab) throws IOException {
        String hosts = Files.readString(lab.hosts())
                .replaceFirst("(?m)^client: .*\n", "")
                .replaceAll("(?m)^    dataAddress: .*\n", "")
                .replace("identity: ", "identity: " + lab.hosts().getParent() + "/");
        return Files.writeString(directory.resolve("desk.yaml"), hosts);
    }
}
