package dev.jdbcbench.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class PinningTest {
    private static final int SLEEP_MILLIS = 20;

    private static final AtomicInteger LOADED = new AtomicInteger();

    /** A class that blocks while it is loaded. This pins a virtual thread in every JDK that has virtual threads. */
    private static final class SlowToLoad {
        static {
            sleep();
            LOADED.incrementAndGet();
        }

        static void load() {
            assertThat(LOADED).hasPositiveValue();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(SLEEP_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void onAVirtualThread(Runnable work) {
        try {
            Thread thread = (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
            thread.join();
        } catch (ReflectiveOperationException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void platformThreadsNeverPin() throws Exception {
        AtomicInteger carriedOut = new AtomicInteger();
        assertThat(Pinning.during(() -> {
                    sleep();
                    carriedOut.incrementAndGet();
                }))
                .contains(0L);
        assertThat(carriedOut).hasValue(1);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads")
    void onlyVirtualThreadsThatBlockTheirCarrierAreCounted() throws Exception {
        assertThat(Pinning.during(() -> onAVirtualThread(PinningTest::sleep))).contains(0L);
        assertThat(Pinning.during(() -> onAVirtualThread(SlowToLoad::load)))
                .hasValueSatisfying(number -> assertThat(number).isPositive());
    }
}
