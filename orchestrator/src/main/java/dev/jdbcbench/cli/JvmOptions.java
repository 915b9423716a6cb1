package dev.jdbcbench.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the measured JVMs: their threads, their arguments, and the order in which they run. */
public final class JvmOptions {
    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description = "concurrent connections, one per thread; each number adds cells of its own (default: 1)")
    List<String> threads = List.of();

    @Option(
            names = "--thread-kind",
            split = ",",
            paramLabel = "platform|virtual",
            converter = LowerCaseConverter.class,
            description =
                    "kind of threads for the 100 tasks of Select1Pool; each kind adds cells of its own; virtual needs"
                            + " JDK 21 or later on the client host (default: platform)")
    List<String> threadKinds = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed for the order of cells (default: random; always printed)")
    private @Nullable Long seed;

    @Option(
            names = "--jvm-args",
            paramLabel = "ARGS",
            description =
                    "further arguments of the measured JVMs, separated by blanks, in addition to the hosts file's")
    private @Nullable String jvmArgs;

    /** The seed, drawn unless it was given. */
    public long seed() {
        return Optional.ofNullable(seed)
                .orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000));
    }

    public List<String> args() {
        return jvmArgs == null || jvmArgs.isBlank()
                ? List.of()
                : Arrays.asList(jvmArgs.strip().split("\\s+"));
    }
}
