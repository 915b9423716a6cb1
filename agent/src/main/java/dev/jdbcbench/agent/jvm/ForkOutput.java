package dev.jdbcbench.agent.jvm;

import dev.jdbcbench.agent.operation.SingleOperations;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Collects the iterations of one fork as they arrive and writes all output of the fork and of JMH to a file. JMH calls it from
 * several threads, closes it more than once, first when a fork ends, and prints after that. So closing only flushes; the agent
 * closes the file with {@link #end} when it no longer needs it.
 */
public final class ForkOutput implements OutputFormat {
    /** Empty when the file cannot be written. This is reported once and does not stop the measurement. */
    private Optional<OutputStream> log;

    private final StringBuilder text = new StringBuilder();
    private final List<IterationResult> iterations = new ArrayList<>();
    private final Runnable afterFirst;

    /**
     * Writes to this file.
     *
     * @param afterFirst called after the first iteration
     */
    public ForkOutput(Path file, Runnable afterFirst) {
        this.afterFirst = afterFirst;
        try {
            log = Optional.of(Files.newOutputStream(file));
        } catch (IOException e) {
            log = Optional.empty();
            complain(e);
        }
    }

    private static void complain(IOException e) {
        System.err.println("cannot write the log of a fork, which is still measured: " + e.getMessage());
    }

    private interface Use {
        void of(OutputStream out) throws IOException;
    }

    private synchronized void use(Use use) {
        if (log.isPresent()) {
            try {
                use.of(log.get());
            } catch (IOException e) {
                complain(e);
                log = Optional.empty();
            }
        }
    }

    synchronized List<IterationResult> iterations() {
        return List.copyOf(iterations);
    }

    /**
     * Waits for the result of an iteration.
     *
     * @param number from 1
     * @return empty when the result does not arrive within the limit
     */
    public synchronized Optional<IterationResult> await(int number, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (iterations.size() < number) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return Optional.empty();
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return Optional.of(iterations.get(number - 1));
    }

    /** The first line after JMH's failure marker: the exception, or how the fork ended. */
    public synchronized Optional<String> failure() {
        List<String> lines = text.toString().lines().map(String::strip).toList();
        int cause = -1;
        int mark = -1;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("Caused by: ")) {
                cause = i; // the last cause is the innermost
            } else if (mark < 0
                    && (lines.get(i).startsWith("<failure") || lines.get(i).startsWith("<forked VM failed"))) {
                mark = i;
            }
        }
        if (mark < 0) {
            return Optional.empty();
        }
        String end = lines.get(mark);
        Optional<String> next =
                lines.stream().skip(mark + 1L).filter(line -> !line.isEmpty()).findFirst();
        String first = end.equals("<failure>") ? next.orElse(end) : end;
        return Optional.of(cause > mark ? first + " (" + lines.get(cause) + ")" : first);
    }

    private synchronized void append(byte[] bytes) {
        text.append(new String(bytes, StandardCharsets.UTF_8));
        use(out -> out.write(bytes));
    }

    @Override
    public synchronized void iterationResult(
            BenchmarkParams params, IterationParams iteration, int number, IterationResult result) {
        iterations.add(result);
        notifyAll();
        println("iteration " + number + ": " + result.getPrimaryResult());
        if (iterations.size() == 1) {
            afterFirst.run();
        }
    }

    @Override
    public void print(String part) {
        append(part.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void println(String line) {
        print(line + "\n");
    }

    @Override
    public void verbosePrintln(String line) {
        println(line);
    }

    @Override
    public void write(int character) {
        append(new byte[] {(byte) character});
    }

    @Override
    public void write(byte[] bytes) {
        append(bytes);
    }

    @Override
    public void iteration(BenchmarkParams params, IterationParams iteration, int number) {}

    @Override
    public void startBenchmark(BenchmarkParams params) {}

    @Override
    public void endBenchmark(BenchmarkResult result) {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> results) {}

    @Override
    public synchronized void flush() {
        use(OutputStream::flush);
    }

    /** Copies the output of a program until it ends; if it failed, marks the reason. */
    public void printed(Process process) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                println(line);
            }
            int status = process.waitFor();
            if (status != 0) {
                List<String> all;
                synchronized (this) {
                    all = text.toString().lines().toList();
                }
                println("<failure>");
                println(SingleOperations.reason(all).orElse("sysbench ended with exit status " + status));
            }
        } catch (IOException e) {
            println("its output ended early: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the file. */
    public synchronized void end() {
        use(OutputStream::close);
    }

    /** JMH calls this when a fork ends; more output may follow. */
    @Override
    public void close() {
        flush();
    }
}
