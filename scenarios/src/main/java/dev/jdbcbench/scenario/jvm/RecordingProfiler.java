package dev.jdbcbench.scenario.jvm;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A JMH profiler that records where a JVM spends its time, into a file in JFR's format. It records with async-profiler
 * if that is on the class path, otherwise with JFR. Not for a measured JVM, because recording takes time.
 *
 * <p>The system property {@value #FILE} names the file, and {@value #AFTER} the number of iterations before the
 * recording starts.
 */
public final class RecordingProfiler implements InternalProfiler {
    /** System property with the file to write. */
    public static final String FILE = "bench.recording";

    /** System property with the number of iterations before the recording. */
    public static final String AFTER = "bench.recording.after";

    /** Prefix of the result's name; the rest is the program that recorded. */
    public static final String METHOD = "bench.recorder ";

    private static final String ASYNC = "one.profiler.AsyncProfiler";

    /** Perf events if the kernel allows them, otherwise one timer per thread, otherwise one per process. */
    private static final List<String> ENGINES = List.of("cpu", "ctimer", "itimer");

    /** The highest rate that both programs support: a driver that mostly waits yields few samples anyway. */
    private static final Duration PERIOD = Duration.ofMillis(1);

    private int iterations;
    private @Nullable Recorder recorder;

    /** A recording by one of the two programs. */
    private interface Recorder {
        String method();

        void end(Path file) throws IOException;
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (iterations == Integer.getInteger(AFTER, 0)) {
            recorder = started(file());
        }
    }

    private static Path file() {
        return Path.of(Optional.ofNullable(System.getProperty(FILE))
                .orElseThrow(() -> new IllegalStateException("-D" + FILE + " is missing")));
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        iterations++;
        Recorder recording = recorder;
        if (recording == null || iterations < iteration.getCount()) {
            return List.of();
        }
        recorder = null;
        try {
            recording.end(file());
        } catch (IOException e) {
            throw new IllegalStateException("cannot write the recording: " + e.getMessage(), e);
        }
        return List.of(new ScalarResult(METHOD + recording.method(), 1, "", AggregationPolicy.AVG));
    }

    private static Recorder started(Path file) {
        Class<?> type;
        try {
            type = Class.forName(ASYNC);
        } catch (ClassNotFoundException e) {
            return jfr();
        }
        return new Async(type, file);
    }

    private static Recorder jfr() {
        Recording recording;
        try {
            recording = new Recording(Configuration.getConfiguration("profile"));
        } catch (IOException | ParseException e) {
            throw new IllegalStateException("this JVM cannot record: " + e.getMessage(), e);
        }
        recording.enable("jdk.ExecutionSample").withPeriod(PERIOD);
        recording.start();
        return new Recorder() {
            @Override
            public String method() {
                return "JFR";
            }

            @Override
            public void end(Path file) throws IOException {
                try (recording) {
                    recording.stop();
                    recording.dump(file);
                }
            }
        };
    }

    /** async-profiler, by reflection, because bench does not depend on it. */
    private static final class Async implements Recorder {
        private final Class<?> type;
        private final Object instance;
        private String engine;

        Async(Class<?> type, Path file) {
            this.type = type;
            try {
                this.instance = type.getMethod("getInstance").invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("async-profiler cannot be loaded: " + reason(e), e);
            }
            this.engine = started(file);
        }

        /** Starts with the first engine that this host allows. */
        private String started(Path file) {
            IllegalStateException refused = new IllegalStateException("async-profiler can use no engine here");
            for (String name : ENGINES) {
                try {
                    execute("start,jfr,interval=" + PERIOD.toMillis() + "ms,event=" + name + ",file=" + file);
                    return name;
                } catch (ReflectiveOperationException e) {
                    refused.addSuppressed(new IllegalStateException(name + ": " + reason(e), e));
                }
            }
            throw refused;
        }

        private void execute(String command) throws ReflectiveOperationException {
            type.getMethod("execute", String.class).invoke(instance, command);
        }

        private static String reason(ReflectiveOperationException e) {
            Throwable cause = e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
            return String.valueOf(cause.getMessage());
        }

        @Override
        public String method() {
            return "async-profiler " + engine;
        }

        @Override
        public void end(Path file) throws IOException {
            try {
                execute("stop,file=" + file);
            } catch (ReflectiveOperationException e) {
                throw new IOException(reason(e), e);
            }
            engine = used(file).orElse(engine);
        }

        /** The engine that async-profiler reports: if perf events are not allowed, it silently uses another one. */
        private static Optional<String> used(Path file) throws IOException {
            Optional<String> found = Optional.empty();
            try (RecordingFile recording = new RecordingFile(file)) {
                while (recording.hasMoreEvents() && found.isEmpty()) {
                    RecordedEvent event = recording.readEvent();
                    if (event.getEventType().getName().equals("jdk.ActiveSetting")
                            && "engine".equals(event.getString("name"))) {
                        found = Optional.ofNullable(event.getString("value"));
                    }
                }
            }
            return found;
        }
    }

    @Override
    public String getDescription() {
        return "where the JVM spends its time";
    }
}
