package dev.jdbcbench.agent.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.Rate;
import org.junit.jupiter.api.Test;

class TurnOrderTest {
    private static final Rate PART = Rate.percent(70, Arrivals.CONSTANT);

    @Test
    void loopsThatShowTheCapacityAreAsLongAsTheTurns() {
        assertThat(TurnOrder.before(PART, true)).isEqualTo(TurnOrder.LONG);
    }

    @Test
    void otherLoopsAreShort() {
        assertThat(TurnOrder.before(PART, false)).as("during the warm-up").isEqualTo(TurnOrder.CLOSED);
        assertThat(TurnOrder.before(Rate.perSecond(1000, Arrivals.CONSTANT), true))
                .as("the rate does not depend on the capacity")
                .isEqualTo(TurnOrder.CLOSED);
        assertThat(TurnOrder.before(null, true)).isEqualTo(TurnOrder.CLOSED);
    }

    @Test
    void orderIsSentAsOneWord() {
        assertThat(TurnOrder.atRate(1500.5).text()).isEqualTo("O1500.5\n");
        assertThat(TurnOrder.atRate(1500.5).perSecond()).isEqualTo(1500.5);
        assertThat(TurnOrder.WARM_UP.text()).as("milliseconds").isEqualTo("W175\n");
        assertThat(new TurnOrder(TurnOrder.WARM_UP.word()).text()).isEqualTo("W175\n");
        assertThat(TurnOrder.LONG.text()).isEqualTo("L");
        assertThatThrownBy(() -> new TurnOrder("X")).isInstanceOf(IllegalArgumentException.class);
    }
}
