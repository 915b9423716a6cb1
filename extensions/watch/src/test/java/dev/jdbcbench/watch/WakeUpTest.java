package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class WakeUpTest {
    private static final List<WakeUp> KNOWN = List.of(new WakeUp(1000, 40), new WakeUp(5000, 140));

    @Test
    void pausesBetweenMeasuredOnesAreInterpolated() {
        assertThat(WakeUp.after(0, KNOWN)).isZero();
        assertThat(WakeUp.after(500, KNOWN)).isEqualTo(20);
        assertThat(WakeUp.after(1000, KNOWN)).isEqualTo(40);
        assertThat(WakeUp.after(4000, KNOWN)).isEqualTo(115);
        assertThat(WakeUp.after(90_000, KNOWN)).isEqualTo(140);
        assertThat(WakeUp.after(5000, List.of())).isZero();
    }

    @Test
    void thisHostIsMeasured() throws IOException {
        List<WakeUp> measured = WakeUp.measured();
        assertThat(measured).extracting(WakeUp::idleMicros).containsExactly(100.0, 1000.0, 5000.0, 20_000.0, 50_000.0);
        assertThat(measured).extracting(WakeUp::micros).allMatch(micros -> micros >= 0);
    }
}
