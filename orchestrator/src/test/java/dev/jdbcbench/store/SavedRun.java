package dev.jdbcbench.store;

import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Examples in a directory of runs. */
public final class SavedRun {
    private SavedRun() {}

    /** Saves the plan and the events of an example. */
    public static RunDirectory in(Path results, RunExample example) throws IOException {
        RunDirectory run = RunDirectory.create(results, example.plan());
        Files.write(run.events(), example.events().stream().map(Json::line).toList());
        return run;
    }
}
