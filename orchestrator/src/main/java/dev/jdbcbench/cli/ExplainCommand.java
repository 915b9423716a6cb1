package dev.jdbcbench.cli;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Effort;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.report.ExplainJson;
import dev.jdbcbench.report.ExplainText;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench explain}: how often operations wait for the network, and what they send. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        header = "counts round trips: why is it slow far away? (seconds)",
        description = {
            "Counts how often each operation waits for the network, the bytes that it sends and receives, and the commands that it asks"
                    + " the server to carry out. It takes seconds and needs no second host: operations go through a relay that makes the"
                    + " way longer.",
            "What is counted on one host holds for any distance."
        })
final class ExplainCommand implements Callable<Integer>, HostInspection.Shown {
    private final Surroundings around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private WhatOptions what = new WhatOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ExplainCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        Hosts hosts = where.hosts();
        Selection selection = Planner.select(new Request(
                hosts,
                where.request(hosts),
                new Request.What(what.scenarios, what.modes, what.transports, List.of(), what.sql()),
                Effort.look(Goal.Extent.EXPLAIN, 1),
                0,
                List.of()));
        return HostInspection.carryOut(
                around,
                spec,
                common,
                where.clean(),
                output,
                selection,
                where.on().file(),
                this);
    }

    @Override
    public boolean something(Fold fold, Results results) {
        return results.cells().stream().anyMatch(cell -> cell.traffic().exchange() != null);
    }

    @Override
    public String text(Fold fold, Results results) {
        return output.json() ? Json.pretty(ExplainJson.of(results)) : ExplainText.of(results);
    }

    @Override
    public ExitCode verdict(Results results) {
        List<String> missing = results.cells().stream()
                .filter(cell -> cell.status() != Results.Status.UNSUPPORTED
                        && cell.traffic().exchange() == null)
                .map(cell -> cell.key() + ": "
                        + (cell.reason() == null ? cell.traffic().exchangeUnavailable() : cell.reason()))
                .toList();
        if (!missing.isEmpty()) {
            throw new Failure.Incomplete(
                    "the round trips of some cells were not counted",
                    String.join("\n", missing),
                    "logs/agent.log of the run has the agent's full output.");
        }
        return ExitCode.OK;
    }
}
