package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.desk.Desk;
import org.junit.jupiter.api.Test;

/** A desk that is not Linux measures on hosts that are. */
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
            run(
                    desk,
                    Words.of(
                            "compare mariadb@3.5.8 mariadb@4.0.0 --counts-only --fail-above 5% --topology distant "
                                    + "--hosts {} --scenario Do1:text --results {}",
                            lab.hosts(), results));
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
}
