package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** bench in a process of its own, with the JVM's flags of the launcher. */
final class BenchJar {
    /** Words before those: signals end it, also where this JVM was told to ignore them, as nohup and a shell's background do. */
    static final List<String> ENDED_BY_SIGNALS = List.of("env", "--default-signal=INT,HUP,TERM");

    private BenchJar() {}

    /** The words that start it; what bench is told follows them. */
    static List<String> words(String... jvmArgs) {
        Path jar = Path.of("target", "orchestrator.jar").toAbsolutePath();
        assertThat(jar).exists();
        // All signs, whatever the locale of the build.
        List<String> words = new ArrayList<>(List.of("env", "LC_ALL=C.UTF-8"));
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        words.addAll(List.of(jvmArgs));
        words.addAll(List.of("-jar", jar.toString()));
        return words;
    }
}
