package dev.jdbcbench.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StacksTest {
    private static final Stacks SOME = Stacks.parse("""
            run;a.B.query;a.B.send 30
            run;a.B.query 10
            run;a.B.query;java.String.valueOf 60
            """);

    @Test
    void collapsedStacksSurviveWritingAndReading() {
        assertThat(Stacks.parse(SOME.text())).isEqualTo(SOME);
        assertThat(SOME.text())
                .isEqualTo("run;a.B.query 10\nrun;a.B.query;a.B.send 30\nrun;a.B.query;java.String.valueOf 60\n");
        assertThat(SOME.total()).isEqualTo(100);
    }

    @Test
    void equalStacksAreMerged() {
        Stacks.Builder builder = new Stacks.Builder();
        builder.add(List.of("run", "a"));
        builder.add(List.of("run"));
        builder.add(List.of("run", "a"));
        assertThat(builder.stacks().samples()).isEqualTo(Map.of(List.of("run"), 1L, List.of("run", "a"), 2L));
    }

    @Test
    void hottestFrameIsTheInnermostOfMostSamples() {
        assertThat(SOME.hottest())
                .containsExactly(
                        new Stacks.Frame("java.String.valueOf", 60, 0.6),
                        new Stacks.Frame("a.B.send", 30, 0.3),
                        new Stacks.Frame("a.B.query", 10, 0.1));
    }

    @Test
    void separatorsInNamesAreEscaped() {
        Stacks odd = new Stacks(Map.of(List.of("a;b", "c 12\nd;e 7", " ", "f\u0000\u2028"), 3L));
        assertThat(odd.samples()).isEqualTo(Map.of(List.of("a_b", "c 12_d_e 7", "(unknown)", "f__"), 3L));
        assertThat(odd.text()).hasLineCount(1);
        assertThat(Stacks.parse(odd.text())).isEqualTo(odd);
    }

    @Test
    void namesThatBecomeEqualAreMerged() {
        assertThat(new Stacks(Map.of(List.of("a;"), 1L, List.of("a\n"), 2L)).text())
                .isEqualTo("a_ 3\n");
    }

    @Test
    void lineWithoutACountIsRefused() {
        assertThatThrownBy(() -> Stacks.parse("a;b 3\na;b\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a;b");
        assertThatThrownBy(() -> new Stacks(Map.of(List.of(), 1L))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Stacks(Map.of(List.of("a"), 0L))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sharesAreComparedInsteadOfSampleCounts() {
        Stacks twice =
                Stacks.parse("run;a.B.query;a.B.send 60\nrun;a.B.query 20\nrun;a.B.query;java.String.valueOf 120\n");
        assertThat(new StackDiff(SOME, twice).largest()).isEmpty();
        Stacks other = Stacks.parse("run;a.B.query;a.B.send 5\nrun;a.B.query;a.B.flush 5\n");
        List<StackDiff.Difference> largest = new StackDiff(SOME, other).largest();
        assertThat(largest)
                .extracting(StackDiff.Difference::name)
                .containsExactly("java.String.valueOf", "a.B.flush", "a.B.send", "a.B.query");
        assertThat(largest.get(0).change()).isCloseTo(-0.6, within(1e-9));
        assertThat(largest.get(1)).isEqualTo(new StackDiff.Difference("a.B.flush", 0, 0.5));
    }

    @Test
    void treeHasBothSharesAndTheirMeanAsWidth() {
        FlameTree root = FlameTree.of(new StackDiff(Stacks.parse("a;b 1\na;c 3\n"), Stacks.parse("a;c 4\nd 4\n")));
        assertThat(root.width()).isCloseTo(1, within(1e-9));
        assertThat(root.depth()).isEqualTo(3);
        assertThat(root.calls()).extracting(FlameTree::name).containsExactly("a", "d");
        FlameTree a = root.calls().get(0);
        assertThat(a.base()).isCloseTo(1, within(1e-9));
        assertThat(a.candidate()).isCloseTo(0.5, within(1e-9));
        assertThat(a.calls()).extracting(FlameTree::name).containsExactly("b", "c");
        assertThat(a.calls().get(1).width()).isCloseTo((0.75 + 0.5) / 2, within(1e-9));
    }
}
