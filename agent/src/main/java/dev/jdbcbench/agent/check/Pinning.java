package dev.jdbcbench.agent.check;

import dev.jdbcbench.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * Counts how often a virtual thread blocks the platform thread below, its carrier, because it is pinned to it. JFR
 * records this in the agent, during operations before anything is measured. Measured JVMs record nothing.
 */
final class Pinning {
    private static final String EVENT = "jdk.VirtualThreadPinned";

    private static final int OPERATIONS = 20;

    /** Enough for twenty operations of a slow driver with a distant database. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(2);

    private Pinning() {}

    /** Work to record. */
    interface Work {
        void carryOut() throws SQLException;
    }

    /** The mean number per operation of a scenario that is connected and ready; empty if this JVM has no JFR. */
    static Optional<Double> perOperation(Scenario scenario) throws SQLException, IOException {
        scenario.operation(); // loads classes and starts carrier threads before the recording
        int[] done = {0};
        long end = System.nanoTime() + LONG_ENOUGH.toNanos();
        Optional<Long> pinned = during(() -> {
            do {
                scenario.operation();
                done[0]++;
            } while (done[0] < OPERATIONS && System.nanoTime() < end);
        });
        return pinned.map(number -> (double) number / done[0]);
    }

    /** The number of pinned events during some work; empty if this JVM has no JFR. */
    static Optional<Long> during(Work work) throws SQLException, IOException {
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            work.carryOut();
            return Optional.empty();
        }
        return FlightRecording.during(work);
    }

    /** A separate class, because a JVM without JFR cannot load it. */
    private static final class FlightRecording {
        static Optional<Long> during(Work work) throws SQLException, IOException {
            if (!FlightRecorder.isAvailable()) {
                work.carryOut();
                return Optional.empty();
            }
            Path file = Files.createTempFile("bench-pinned", ".jfr");
            try (Recording recording = new Recording()) {
                recording.enable(EVENT).withThreshold(Duration.ZERO).withoutStackTrace();
                recording.start();
                work.carryOut();
                recording.stop();
                recording.dump(file);
                return Optional.of(number(file));
            } finally {
                Files.deleteIfExists(file);
            }
        }

        private static long number(Path file) throws IOException {
            long number = 0;
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    if (events.readEvent().getEventType().getName().equals(EVENT)) {
                        number++;
                    }
                }
            }
            return number;
        }
    }
}
