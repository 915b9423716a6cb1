package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    private EventStream to(OutputStream out) {
        return new EventStream(new PrintWriter(out, true, StandardCharsets.UTF_8), warnings::add);
    }

    @Test
    void linesArePrintedAtOnce() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventStream events = to(out);
        events.accept("{\"µ\": 1}");
        await().until(() -> out.toString(StandardCharsets.UTF_8).equals("{\"µ\": 1}\n"));
        events.accept("{}");
        Thread.currentThread().interrupt();
        events.close();
        assertThat(Thread.interrupted()).as("the interrupt is only deferred").isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("{\"µ\": 1}\n{}\n");
        assertThat(warnings).isEmpty();
    }

    @Test
    void closedReaderIsReportedOnceAndBlocksNothing() {
        EventStream events = to(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        });
        events.accept("{}");
        events.accept("{}");
        events.close();
        assertThat(warnings).singleElement().asString().contains("stdout was closed", "the run continues");
    }

    @Test
    void idleReaderBlocksNothing() {
        CountDownLatch reads = new CountDownLatch(1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventStream events = to(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    reads.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                out.write(b);
            }
        });
        for (int i = 0; i < 1000; i++) {
            events.accept("{}");
        }
        reads.countDown();
        events.close();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("{}\n".repeat(1000));
    }
}
