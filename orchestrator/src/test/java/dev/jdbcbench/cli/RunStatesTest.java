package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.RunState;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.store.SavedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStatesTest {
    @TempDir
    private Path directory = Path.of("");

    private RunState stateOf(RunExample example) throws IOException {
        RunDirectory run = SavedRun.in(directory.resolve("results"), example);
        RunOrigins origins =
                RunOrigins.of(directory.resolve("origins"), words -> OldWords.read(words, CommandContext.plain()));
        origins.keep(run.origin("run", Request.of(Request.Where.DEFAULT)));
        return RunStates.of(List.of(), List.of(run), origins).get(0);
    }

    private static RunExample cut(String end) {
        return new RunExample("20261121-091500-local-" + end, Topology.LOCAL, 3, true)
                .goal(new Goal(Axis.DRIVER, null, Duration.ofMinutes(4), false, false))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 80, 81);
    }

    /** Without a budget, resume would end as before; without the directory, it would not find the run. */
    @Test
    void hintContinuesTheRunAsItWasAskedFor() throws IOException {
        String results = " --results " + directory.resolve("results").toAbsolutePath();
        assertThat(stateOf(cut("7f3a").decided("Do1", Mode.TEXT, 3, "budget exhausted", Fact.Decided.Kind.BUDGET))
                        .hint())
                .isEqualTo("./bench resume 20261121-091500-local-7f3a --groups 3 --budget 4m" + results);
        assertThat(stateOf(cut("1c9d").cutShort()).hint())
                .as("Ctrl-C leaves it the rest of its budget")
                .isEqualTo("./bench resume 20261121-091500-local-1c9d" + results);
    }
}
