package dev.jdbcbench.imported;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Topology;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Large files of JMH: the work grows with their size, not with its square, and what is too large is refused where it is read. */
class LargeImportTest {
    /** Benchmarks of which only the first ones have forks. */
    private static Fold fold(int measured, int benchmarks) {
        String file = IntStream.range(0, benchmarks)
                .mapToObj(i -> result("\"size\": \"" + i + "\"", i < measured ? "[[2.0], [2.2]]" : "[]"))
                .collect(Collectors.joining(",\n", "[", "]"));
        ImportedRun run = ImportedRunTest.run("x.json", file, Topology.LOCAL);
        return new Fold(run.plan(), run.events());
    }

    private static String result(String params, String raw) {
        return """
                {"benchmark": "a.B.m", "mode": "avgt", "threads": 1, "forks": 2, "params": {%s},
                 "primaryMetric": {"scoreUnit": "us/op", "rawData": %s}}""".formatted(params, raw);
    }

    private static String repeated(String text, int times) {
        return IntStream.range(0, times).mapToObj(i -> text).collect(Collectors.joining(", ", "[", "]"));
    }

    private static long allocated(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** A benchmark looks up what it needs of the others; it does not search all of them. */
    @Test
    void workForABenchmarkDoesNotGrowWithTheNumberOfOthers() {
        Fold few = fold(300, 300);
        Fold many = fold(300, 40_000);
        JmhJson.of(few); // loads classes
        assertThat(1.0 * allocated(() -> JmhJson.of(many)) / allocated(() -> JmhJson.of(few)))
                .isLessThan(4);
    }

    /** A log in which each three lines have a prefix of another shape. */
    private static List<String> log(int shapes) {
        return IntStream.range(0, 3 * shapes)
                .mapToObj(i -> "[" + word(i / 3) + "] # Fork: 1 of 1")
                .toList();
    }

    private static String word(int number) {
        return Integer.toString(number, 26)
                .chars()
                .mapToObj(c -> String.valueOf((char) (c <= '9' ? c - '0' + 'A' : c)))
                .collect(Collectors.joining());
    }

    /** A line is read once, not once for each shape. */
    @Test
    void workForALineDoesNotGrowWithTheNumberOfPrefixes() {
        List<String> few = log(200);
        List<String> many = log(2000);
        assertThat(LogPrefix.removed(many)).containsOnly("# Fork: 1 of 1"); // and loads classes
        assertThat(1.0 * allocated(() -> LogPrefix.removed(many)) / allocated(() -> LogPrefix.removed(few)))
                .isLessThan(20);
    }

    private static void assertRefused(String text, String... why) {
        assertWhy(Failure.Input.class, () -> JmhLog.read("x.json", text)).contains(why);
    }

    /** The rest of the file is never read: it is no JSON. */
    @Test
    void whatIsTooLargeIsRefusedWhereItIsRead() {
        String rest = ", no JSON";
        assertRefused(
                "[\n" + result("", repeated("[2.0]", 1001)) + rest,
                "x.json:2: a.B.m has 1001 forks; at most 1000 are read");
        assertRefused(
                "[\n" + result("", "[" + repeated("2.0", 100_001) + "]") + rest,
                "x.json:2: a fork of a.B.m has 100001 iterations; at most 100000 are read");
        String forks = repeated(repeated("2.0", 10_000), 90);
        assertRefused(
                "[\n"
                        + IntStream.range(0, 5)
                                .mapToObj(i -> result("\"i\": \"" + i + "\"", forks))
                                .collect(Collectors.joining(","))
                        + rest,
                "up to here it has more than 4000000 values, the most that an import reads");
    }
}
