package dev.jdbcbench.host;

import dev.jdbcbench.OnThisMachine;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

@OnThisMachine
class LocalHostScriptIT extends HostScriptContract {
    @Override
    Host connect() {
        return new LocalHost("localhost");
    }

    @Override
    void await(BooleanSupplier condition) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(condition::getAsBoolean);
    }
}
