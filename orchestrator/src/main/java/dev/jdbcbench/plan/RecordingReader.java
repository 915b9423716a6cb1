package dev.jdbcbench.plan;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Reads recordings of {@code watch}: a service that its extension provides. */
public interface RecordingReader {
    /** The largest number of transaction kinds to measure. */
    int MOST = 100;

    /**
     * The most frequent transactions of a recording, as scenarios.
     *
     * @param top how many to take
     * @param data creates what they read, if anything does
     * @param alone whether nothing else is measured that could change that data
     * @throws Failure.Input if the file is not a recording
     */
    Transactions transactions(Path file, int top, Optional<SetUp> data, boolean alone);

    /**
     * Transactions of a recording.
     *
     * @param scenarios most frequent first
     * @param said descriptions of them, one line each
     * @param leftOut kinds that cannot be measured, with reasons, one line each
     */
    record Transactions(List<SqlScenario> scenarios, List<String> said, List<String> leftOut) {
        public Transactions {
            scenarios = List.copyOf(scenarios);
            said = List.copyOf(said);
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * A service for recordings that is on the class path.
     *
     * @throws Failure.Input if there is none
     */
    static <T> T provided(Class<T> service, Path file) {
        return ServiceLoader.load(service)
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "cannot read the recording " + file,
                        List.of("this bench lacks the extension watch, which reads recordings"),
                        "Add the jar of that extension to the class path, or use a bench whose help has watch."));
    }
}
