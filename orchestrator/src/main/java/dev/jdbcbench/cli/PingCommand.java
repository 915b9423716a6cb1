package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.report.host.PingJson;
import dev.jdbcbench.report.host.PingText;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.usecase.Here;
import dev.jdbcbench.usecase.Inspect;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench ping}: measures the RTT from the client host to the servers. */
@Command(
        name = "ping",
        mixinStandardHelpOptions = true,
        header = "the RTT from the client host to each server",
        description =
                "Measures the RTT from the client host to each server, three ways: ICMP, opening a TCP connection, and"
                        + " a statement that does nothing inside the database protocol, which is what operations wait"
                        + " for.")
final class PingCommand implements Callable<Integer>, Inspect.View {
    private final CommandContext around;

    private static final int MOST_ROUNDS = 1000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "how often each method measures; 3 or more show drift (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    PingCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        if (rounds < 1 || rounds > MOST_ROUNDS) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--rounds needs a number from 1 to " + MOST_ROUNDS + ", not " + rounds),
                    "See ./bench ping --help.");
        }
        Here here = HostCommand.here(around, spec, common);
        Request request = Request.of(where.where()).look(Goal.Extent.PING, rounds);
        StartRun run = StartRun.of("ping", Inputs.read(request, here.reading()).everywhere(), here);
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            Inspect.carryOut(run, this, console);
            return ExitCode.OK;
        });
    }

    @Override
    public boolean something(Fold fold) {
        return !fold.rtts().isEmpty();
    }

    @Override
    public void show(Fold fold) {
        output.print(
                spec, output.json() ? Json.pretty(PingJson.of(fold)) : output.text(spec, PingText.of(fold.results())));
    }

    @Override
    public void verdict(Results results) {
        if (!results.complete()) {
            throw new Failure.Incomplete(
                    "the RTT measurement is incomplete",
                    String.join("\n", results.notes()),
                    "logs/agent.log of the run has the agent's full output.");
        }
    }
}
