package dev.jdbcbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Feeds inputs to one target and counts the outcomes. An input may succeed or end in a {@link Failure}. Bugs, hangs and wrong successes are
 * errors; examples of such inputs are written to {@code target/fuzz-failures}. Not thread safe.
 */
public final class Ring implements AutoCloseable {
    /** Far longer than any input takes, to detect only real hangs, even on a busy machine. */
    private static final Duration HANG = Duration.ofSeconds(10);

    private static final int SHOWN = 25;
    private static final int STACK_LINES = 5;
    private static final int LONGEST_MESSAGE = 300;

    /** The code under test, which reads inputs. */
    @FunctionalInterface
    public interface Target {
        /**
         * Reads an input like bench.
         *
         * @return what is wrong with the result of a successful read; empty if nothing is
         * @throws Failure when the input is refused
         */
        Optional<String> read(byte[] input) throws IOException;
    }

    private final String name;
    private final Effort effort;
    private final Target target;
    private final List<String> failures = new ArrayList<>();
    private final Set<String> kinds = new HashSet<>();
    private ExecutorService worker = worker();
    private int inputs;
    private int refused;
    private int bugs;
    private int hangs;
    private int wrong;
    private Duration slowest = Duration.ZERO;
    private String slowestInput = "";

    /** @param name of the target, for messages and file names */
    public Ring(String name, Effort effort, Target target) {
        this.name = name;
        this.effort = effort;
        this.target = target;
    }

    private static ExecutorService worker() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "fuzz");
            thread.setDaemon(true); // a hung thread is abandoned
            return thread;
        });
    }

    /** Feeds a text. */
    public void feed(String what, String input) {
        feed(what, input.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Feeds an input.
     *
     * @param what the difference from a valid input, for messages
     */
    public void feed(String what, byte[] input) {
        inputs++;
        long began = System.nanoTime();
        Optional<String> problem = outcome(input, true);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        if (took.compareTo(slowest) > 0) {
            slowest = took;
            slowestInput = what;
        }
        problem.ifPresent(text -> note(what, text, input));
    }

    private Optional<String> outcome(byte[] input, boolean counts) {
        var reading = worker.submit(() -> target.read(input));
        try {
            Optional<String> problem = reading.get(HANG.toMillis(), TimeUnit.MILLISECONDS);
            wrong += counts && problem.isPresent() ? 1 : 0;
            return problem.map(text -> "wrong success: " + text);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failure) {
                refused += counts ? 1 : 0;
                return Optional.empty();
            }
            bugs += counts ? 1 : 0;
            return Optional.of(described(e.getCause() == null ? e : e.getCause()));
        } catch (TimeoutException e) {
            hangs += counts ? 1 : 0;
            worker.shutdownNow();
            worker = worker();
            return Optional.of("no end after " + HANG.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String described(Throwable bug) {
        StringBuilder text = new StringBuilder();
        String message = String.valueOf(bug);
        text.append(message, 0, Math.min(message.length(), LONGEST_MESSAGE));
        Arrays.stream(bug.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.jdbcbench"))
                .limit(STACK_LINES)
                .forEach(frame -> text.append("\n      at ").append(frame));
        return text.toString();
    }

    private void note(String what, String problem, byte[] input) {
        // One example of each kind is enough.
        String alike =
                problem.replaceAll("[0-9]+|\"[^\"]*\"", "").lines().limit(2).reduce("", String::concat);
        if (failures.size() >= SHOWN || !kinds.add(alike.substring(0, Math.min(alike.length(), LONGEST_MESSAGE)))) {
            return;
        }
        byte[] least = problem.startsWith("no end") ? input : smaller(input, kind(problem));
        Path file = Path.of("target", "fuzz-failures", name.replace(' ', '-') + "-" + (failures.size() + 1));
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, least);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        failures.add(what + " (" + file + "): " + problem);
    }

    private static String kind(String problem) {
        return problem.replaceFirst("(?s)[:\n].*", "");
    }

    /** Removes the lines that are not needed to reproduce a problem. */
    private byte[] smaller(byte[] input, String kind) {
        List<String> lines =
                new ArrayList<>(Arrays.asList(new String(input, StandardCharsets.ISO_8859_1).split("(?<=\n)", -1)));
        for (int size = lines.size() / 2; size >= 1; size /= 2) {
            for (int from = 0; from + size <= lines.size() && lines.size() > 1; ) {
                List<String> fewer = new ArrayList<>(lines);
                fewer.subList(from, from + size).clear();
                Optional<String> still = outcome(String.join("", fewer).getBytes(StandardCharsets.ISO_8859_1), false);
                if (still.filter(problem -> kind(problem).equals(kind)).isPresent()) {
                    lines = fewer;
                } else {
                    from += size;
                }
            }
        }
        return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Stops the worker, prints the counts, and fails if there were errors. */
    @Override
    public void close() {
        worker.shutdownNow();
        String counts = String.format(
                Locale.ROOT,
                "fuzz %s (seed %d): %d inputs, %d refused, %d ended as a bug, %d hung, %d wrong successes;"
                        + " the slowest took %d ms: %s",
                name,
                effort.seed(),
                inputs,
                refused,
                bugs,
                hangs,
                wrong,
                slowest.toMillis(),
                slowestInput);
        System.out.println(counts);
        assertThat(bugs + hangs + wrong)
                .as("%s%n%s", counts, String.join("\n", failures))
                .isZero();
        assertThat(refused).as(counts).isBetween(0, inputs);
    }
}
