package dev.jdbcbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.scenario.table.KeyDistribution;
import java.util.BitSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OltpTest {
    private static final int DRAWS = 100_000;
    private static final int ROWS = OltpTables.DEFAULT.size();

    private final SplittableRandom random = new SplittableRandom(1);

    /** Numbers start at 0, or where an earlier object in this JVM left off. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 16})
    void noTwoThreadsChangeTheSameRow(int threads) {
        for (int before : new int[] {0, 1, threads}) {
            BitSet all = new BitSet(ROWS + 1);
            int sum = 0;
            for (int thread = before; thread < before + threads; thread++) {
                BitSet own = new BitSet(ROWS + 1);
                for (int draw = 0; draw < DRAWS; draw++) {
                    own.set(Oltp.ownId(KeyDistribution.UNIFORM, random, ROWS, thread, threads));
                }
                sum += own.cardinality();
                all.or(own);
            }
            assertThat(all.stream().boxed())
                    .as("%d threads from number %d", threads, before)
                    .hasSize(sum)
                    .hasSizeGreaterThan(ROWS - 2 * threads)
                    .allMatch(id -> id >= 1 && id <= ROWS);
        }
    }

    @Test
    void rowsSufficeForMoreThreadsThanAllowed() {
        assertThat(Oltp.ownId(KeyDistribution.UNIFORM, random, ROWS, ROWS - 1, ROWS))
                .isEqualTo(ROWS);
        assertThat(Oltp.ownId(KeyDistribution.SPECIAL, random, ROWS, ROWS - 1, ROWS))
                .isEqualTo(ROWS);
    }

    /** The templates of get_c_value and get_pad_value in oltp_common.lua: 119 and 59 characters. */
    @Test
    void textsFollowSysbenchTemplates() {
        for (int i = 0; i < 1000; i++) {
            assertThat(OltpTables.text(random, OltpTables.GROUPS_OF_C))
                    .hasSize(119)
                    .matches("[0-9]{11}(-[0-9]{11}){9}");
            assertThat(OltpTables.text(random, OltpTables.GROUPS_OF_PAD))
                    .hasSize(59)
                    .matches("[0-9]{11}(-[0-9]{11}){4}");
        }
    }

    /** JVMs share the table, and DISTINCT over a range requires different texts. */
    @Test
    void noTwoThreadsWriteTheSameTexts() {
        OltpWriteOnly one = new OltpWriteOnly();
        OltpWriteOnly other = new OltpWriteOnly();
        assertThat(one.text(OltpTables.GROUPS_OF_C))
                .isNotEqualTo(other.text(OltpTables.GROUPS_OF_C))
                .isNotEqualTo(one.text(OltpTables.GROUPS_OF_C));
    }

    @Test
    void eachDigitOfATextIsRandom() {
        String[] texts = new String[1000];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = OltpTables.text(random, OltpTables.GROUPS_OF_PAD);
        }
        for (int place = 0; place < texts[0].length(); place++) {
            Set<Character> seen = new TreeSet<>();
            for (String text : texts) {
                seen.add(text.charAt(place));
            }
            assertThat(seen).as("at %d", place).hasSize(place % 12 == 11 ? 1 : 10);
        }
    }
}
