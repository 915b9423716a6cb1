package dev.jdbcbench.host;

import java.time.Duration;
import java.util.function.BooleanSupplier;

class SimulatedHostTest extends HostScriptContract {
    private final SimulatedTime time = new SimulatedTime();
    private final SimulatedHost host = new SimulatedHost("memory", true, time);

    @Override
    Host connect() {
        return host.connect();
    }

    @Override
    void await(BooleanSupplier condition) {
        host.isForgotten();
        for (int seconds = 0; !condition.getAsBoolean(); seconds++) {
            if (seconds > 10) {
                throw new AssertionError("it did not happen");
            }
            time.pass(Duration.ofSeconds(1));
        }
    }
}
