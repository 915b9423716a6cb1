package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.result.Results.DroppedRound;
import dev.jdbcbench.result.Results.Rounds;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunWordsTest {
    private static DroppedRound round(int number, boolean compiled) {
        return new DroppedRound(1, "row", number, compiled ? "another JVM compiled" : "steal 3.1 %", compiled);
    }

    @Test
    void compilersOfOtherJvmsHaveTheirNumberOfRounds() {
        assertThat(RunWords.again(new Rounds(40, List.of(round(1, true), round(2, false), round(3, true)))))
                .isEqualTo("rounds: 3 of 40 measured again (another JVM compiled: 2, other: 1)");
        assertThat(RunWords.again(new Rounds(40, List.of(round(1, true)))))
                .isEqualTo("rounds: 1 of 40 measured again (another JVM compiled: 1)");
        assertThat(RunWords.again(new Rounds(40, List.of(round(2, false)))))
                .isEqualTo("rounds: 1 of 40 measured again");
    }
}
