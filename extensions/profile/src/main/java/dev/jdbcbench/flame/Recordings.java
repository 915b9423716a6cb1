package dev.jdbcbench.flame;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Reads recordings in JFR's format, made by JFR or async-profiler. */
public final class Recordings {
    /** Samples of running threads. JFR has another event for threads in native code, which mostly wait. */
    private static final String SAMPLE = "jdk.ExecutionSample";

    /** JMH's method that calls the operation. Its callers are the same in every stack. */
    private static final Pattern STUB = Pattern.compile(".*_jmhStub");

    /**
     * The main method of JMH's JVM. Its thread starts the recording and waits for the threads that run the operation.
     */
    private static final String MAIN = "org.openjdk.jmh.runner.ForkedMain.main";

    /**
     * Classes of lambdas and proxies, which the JVM numbers as they appear, so equal ones have different names in
     * another JVM.
     */
    private static final Pattern NUMBERED =
            Pattern.compile("(\\$\\$Lambda|\\$Proxy|GeneratedMethodAccessor|LambdaForm\\$\\w+)[$+./0-9a-fx]*");

    private Recordings() {}

    /**
     * Reads the stacks of a recording.
     *
     * @throws Failure.Command if the file cannot be read
     */
    public static Stacks read(Path file) {
        Stacks.Builder stacks = new Stacks.Builder();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals(SAMPLE)) {
                    Optional.ofNullable(event.getStackTrace())
                            .map(Recordings::frames)
                            .filter(frames -> !frames.isEmpty())
                            .ifPresent(stacks::add);
                }
            }
        } catch (IOException | RuntimeException e) { // the reader trusts the file, which may be damaged
            throw new Failure.Command(
                    "cannot read the recording " + file,
                    e.toString(),
                    "Repeat the command. A shorter --time makes a smaller recording.",
                    e);
        }
        return stacks.stacks();
    }

    private static List<String> frames(RecordedStackTrace trace) {
        return ofOperation(
                trace.getFrames().stream().map(frame -> name(frame.getMethod())).toList());
    }

    /**
     * The frames from the operation on, outermost first; empty for the thread that starts and records the JVM.
     *
     * @param stack innermost first
     */
    static List<String> ofOperation(List<String> stack) {
        if (stack.contains(MAIN)) {
            return List.of();
        }
        List<String> frames = new ArrayList<>(
                stack.stream().takeWhile(name -> !STUB.matcher(name).matches()).toList());
        Collections.reverse(frames);
        return frames;
    }

    private static String name(RecordedMethod method) {
        String type = method.getType() == null ? "" : method.getType().getName();
        return named(type, method.getName());
    }

    /** The display name of a method. For native functions, async-profiler reports the library in place of the class. */
    static String named(String type, String method) {
        if (type.startsWith("[") || type.endsWith(".so") || type.contains(".so.")) {
            return method + " [" + type + "]";
        }
        String stable = NUMBERED.matcher(type).replaceAll("$1");
        return stable.isEmpty() ? method : stable.replace('/', '.') + "." + method;
    }
}
