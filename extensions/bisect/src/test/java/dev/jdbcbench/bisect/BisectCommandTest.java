package dev.jdbcbench.bisect;

import static dev.jdbcbench.cli.BenchTest.bench;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BisectCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bisect --scenario Do1 | --driver needs one driver with a range of versions",
                "bisect --driver mariadb@3.5.9 --scenario Do1 | like mariadb@3.5.0..3.5.11, not mariadb@3.5.9",
                "bisect --driver mariadb@3.5.0..3.5.9,mysql --scenario Do1 | --driver needs one driver",
                "bisect --driver mariodb@3.5.0..3.5.9 --scenario Do1 | unknown driver: mariodb",
                "bisect --driver mariadb@3.5.0..3.5.9 | --scenario is missing",
                "bisect --driver mariadb@3.5.0..3.5.9 --scenario Do1 --metric speed | --metric: nothing is called speed",
                "bisect --driver mariadb@3.5.0..3.5.9 --scenario Do2 | unknown scenario: Do2",
                "bisect mariadb@3.5.3..3.5.8 | --driver mariadb@3.5.3..3.5.8",
                "bisect --good 3.5.3 --bad 3.5.8 | --driver mariadb@3.5.3..3.5.11",
                "bisect --good 3.5.3 --bad 3.5.8 | --driver mariadb@3.5.0..3.5.8",
                "bisect --driver mariadb@3.5.0..3.5.9 --scenario Do1 --no-own | --no-own needs --all",
                "run --fail-above 5% | an option of explain, compare, bisect",
                "bisect --driver mariadb@3.5.0..3.5.9 --scenario Do1 --fail-above 5 | --fail-above needs a percentage",
            })
    void mistakesAreNamedBeforeAnythingIsDownloaded(String words, String said) {
        bench(words.strip().split(" ")).assertEnds(2).contains(said);
    }
}
