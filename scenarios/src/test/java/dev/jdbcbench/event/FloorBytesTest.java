package dev.jdbcbench.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloorBytesTest {
    private final FloorBytes sent = new FloorBytes("aa", 248, null);

    @Test
    void theSameRequestsWithAnswersThatDifferInAFewBytesOfMetadataAreOneExchange() {
        assertThat(sent.sameAs(new FloorBytes("aa", 254, null))).isTrue();
        assertThat(new FloorBytes("aa", 254, null).sameAs(sent)).isTrue();
    }

    @Test
    void otherRequestsOrAnAnswerWithoutMetadataAreAnotherExchange() {
        assertThat(sent.sameAs(new FloorBytes("ab", 248, null))).isFalse();
        assertThat(sent.sameAs(new FloorBytes("aa", 124, null))).isFalse();
    }
}
