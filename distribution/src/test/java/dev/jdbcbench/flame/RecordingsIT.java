package dev.jdbcbench.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsIT {
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
        String work = RecordingsIT.class.getName() + ".work";
        assertThat(stacks.samples().keySet())
                .filteredOn(frames -> frames.get(0).equals(work))
                .isNotEmpty()
                .allSatisfy(frames -> assertThat(String.join(";", frames)).doesNotContain("_jmhStub", "org.junit"));
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
