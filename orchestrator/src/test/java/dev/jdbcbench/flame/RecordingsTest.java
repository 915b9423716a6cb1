package dev.jdbcbench.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("records all threads")
class RecordingsTest {
    private static final Duration WORK = Duration.ofMillis(300);

    @TempDir
    private Path directory = Path.of("");

    private double result;

    /** Named like JMH's method that calls the operation. */
    private void test_jmhStub() {
        work();
    }

    private void work() {
        long end = System.nanoTime() + WORK.toNanos();
        while (System.nanoTime() < end) {
            for (int i = 1; i < 1000; i++) {
                result += Math.sqrt(result + i);
            }
        }
    }

    private Path recorded() throws IOException {
        Path file = directory.resolve("work.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(5));
            recording.start();
            test_jmhStub();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    @Test
    void stacksBeginWithTheOperation() throws IOException {
        Stacks stacks = Recordings.read(recorded());
        assertThat(result).isPositive();
        String work = RecordingsTest.class.getName() + ".work";
        assertThat(stacks.samples().keySet())
                .anySatisfy(frames -> assertThat(frames).startsWith(work));
        assertThat(stacks.text()).doesNotContain("_jmhStub").doesNotContain("org.junit");
    }

    @Test
    void recordingThreadIsNotPartOfTheOperation() {
        assertThat(Recordings.ofOperation(List.of("a.B.send", "a.B.query", "x.Do1_avgt_jmhStub", "java.Thread.run")))
                .containsExactly("a.B.query", "a.B.send");
        assertThat(Recordings.ofOperation(List.of("a.Cleaner.run", "java.Thread.run")))
                .as("stacks of a driver thread")
                .containsExactly("java.Thread.run", "a.Cleaner.run");
        assertThat(Recordings.ofOperation(List.of("jdk.jfr.Recording.start", "org.openjdk.jmh.runner.ForkedMain.main")))
                .isEmpty();
    }

    @Test
    void generatedClassNamesAreStable() {
        assertThat(Recordings.named("a.B$$Lambda$14/0x0000000800c9f440", "run")).isEqualTo("a.B$$Lambda.run");
        assertThat(Recordings.named("a.B$$Lambda+0x00007f3b8c0a1000.12", "run")).isEqualTo("a.B$$Lambda.run");
        assertThat(Recordings.named("jdk.proxy2.$Proxy17", "close")).isEqualTo("jdk.proxy2.$Proxy.close");
        assertThat(Recordings.named("java.lang.invoke.LambdaForm$MH/0x0000000800c9", "invoke"))
                .isEqualTo("java.lang.invoke.LambdaForm$MH.invoke");
        assertThat(Recordings.named("a.b.C1$2", "run")).isEqualTo("a.b.C1$2.run");
        assertThat(Recordings.named("libc.so.6", "__poll")).isEqualTo("__poll [libc.so.6]");
        assertThat(Recordings.named("", "__poll")).isEqualTo("__poll");
    }

    @Test
    void damagedRecordingIsReportedWithItsFile() throws IOException {
        Path file = recorded();
        byte[] bytes = Files.readAllBytes(file);
        for (int length : new int[] {0, 10, bytes.length / 2}) {
            Path damaged = directory.resolve("damaged-" + length + ".jfr");
            Files.write(damaged, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> Recordings.read(damaged))
                    .as("recording cut to %s bytes", length)
                    .isInstanceOf(Failure.Command.class)
                    .hasMessageContaining(damaged.toString());
        }
    }
}
