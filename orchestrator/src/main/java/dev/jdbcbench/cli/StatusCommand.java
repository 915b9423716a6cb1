package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.execution.Overview;
import dev.jdbcbench.execution.RunsElsewhere;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.report.run.StatusText;
import dev.jdbcbench.result.RunState;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.usecase.Here;
import dev.jdbcbench.usecase.NamedRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench status}: lists the runs that are known here and on the hosts. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        header = "the runs that are known here and on the hosts",
        description = {
            "Shows all runs that are known here or on the hosts: state, progress, time left, and the time limit of detached runs."
        })
final class StatusCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOverride where = new WhereOverride();

    @Mixin
    private OutputOptions output = new OutputOptions();

    StatusCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        Here here = HostCommand.here(around, spec, common);
        Collection<HostSpec> specs = NamedRun.known(where.here(), here);
        List<RunDirectory> known = new RunStore(common.results).newestFirst();
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            List<Overview.Found> found = new ArrayList<>(new Overview(console).look(specs));
            RunsElsewhere.all().forEach(runs -> found.addAll(runs.look(console)));
            List<RunState> states = RunStates.of(found, known, here.origins());
            console.close();
            output.print(spec, output.json() ? Json.pretty(states) : output.text(spec, List.of(StatusText.of(states))));
            return ExitCode.OK;
        });
    }
}
