package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that run bench in its own process, with the launcher's JVM flags. */
public final class BenchJar {
    /** A prefix that resets signal handling: signals end bench even if this JVM ignores them, as under {@code nohup}. */
    public static final List<String> ENDED_BY_SIGNALS = List.of("env", "--default-signal=INT,HUP,TERM");

    private BenchJar() {}

    /** The command that starts bench; append bench's own arguments. */
    public static List<String> words(String... jvmArgs) {
        Path jar = Path.of("target", "bench.jar").toAbsolutePath();
        assertThat(jar).exists();
        // UTF-8, regardless of the build's locale.
        List<String> words = new ArrayList<>(List.of("env", "LC_ALL=C.UTF-8"));
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        words.addAll(List.of(jvmArgs));
        words.addAll(List.of("-jar", jar.toString()));
        return words;
    }
}
