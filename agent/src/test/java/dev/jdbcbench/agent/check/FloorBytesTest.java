package dev.jdbcbench.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloorBytesTest {
    private final FloorBytes sent = new FloorBytes("aa", 248);

    @Test
    void theSameRequestsWithAnswersThatDifferInAFewBytesOfMetadataAreOneExchange() {
        assertThat(sent.sameAs(new FloorBytes("aa", 254))).isTrue();
        assertThat(new FloorBytes("aa", 254).sameAs(sent)).isTrue();
    }

    @Test
    void otherRequestsOrAnAnswerWithoutMetadataAreAnotherExchange() {
        assertThat(sent.sameAs(new FloorBytes("ab", 248))).isFalse();
        assertThat(sent.sameAs(new FloorBytes("aa", 124))).isFalse();
    }
}
