package dev.jdbcbench.parts;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.WhereOptions;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.usecase.Inspect;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench anatomy}: what a driver's own code costs, and what no driver can avoid. */
@Command(
        name = "anatomy",
        mixinStandardHelpOptions = true,
        header = "what the driver itself costs, and what no driver can avoid",
        description = {
            "own: the driver against recorded answers in memory, without server and network, by CPU time. It is what"
                    + " the driver's code costs when it is warm, and hardly depends on what else the host does.",
            "floor: the recorded bytes over the real connection, without the driver. No driver that sends them can be"
                    + " faster here.",
            "in place (--measured): the measured time minus the floor, which is the driver's code between two waits,"
                    + " with cold caches."
        })
public final class AnatomyCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "GLOB[:MODE]",
            description = "scenarios by name, * for any letters, or core or all (default: core)")
    private List<String> scenarios = List.of();

    @Option(
            names = "--mode",
            split = ",",
            paramLabel = "MODE",
            description = "modes (default: all that a scenario has)")
    private List<String> modes = List.of();

    @Option(
            names = "--groups",
            paramLabel = "N",
            defaultValue = "3",
            description = "groups of each row, each with a fresh JVM per cell (default: ${DEFAULT-VALUE})")
    private String groups = "3";

    @Option(names = "--own", description = "only own: no floor")
    private boolean own;

    @Option(
            names = "--measured",
            description = "also measure the operations as a user has them, in turns with the floor")
    private boolean measured;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public AnatomyCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        StartRun run = StartRun.of("anatomy", request(), HostCommand.here(around, spec, common));
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            Inspect.carryOut(run, new View(), console);
            return ExitCode.OK;
        });
    }

    /** Prints the parts of each operation. */
    private final class View implements Inspect.View {
        @Override
        public boolean something(Fold fold) {
            return !Anatomy.of(fold).operations().isEmpty();
        }

        @Override
        public void show(Fold fold) {
            if (something(fold)) {
                Anatomy anatomy = Anatomy.of(fold);
                output.print(spec, output.json() ? Json.pretty(anatomy) : output.text(spec, AnatomyText.of(anatomy)));
            }
        }

        @Override
        public void verdict(Results results) {
            // Whatever completed is an answer.
        }
    }

    private Request request() {
        return Request.of(where.where().measured(false))
                .with(copy -> copy.what(Request.What.CORE.with(
                                what -> what.scenarios(scenarios).modes(modes).transports(transports())))
                        .effort(Request.Effort.of(Profile.QUICK.name()).withForks(Optional.of(groups)))
                        .question(Request.Question.OF_DRIVERS.withExplain(false)));
    }

    private List<String> transports() {
        if (own && measured) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--own and --measured exclude each other"),
                    "Leave out one of them.");
        }
        List<Transport> transports = new ArrayList<>(List.of(Transport.MEMORY));
        if (!own) {
            transports.add(Transport.FLOOR);
        }
        if (measured) {
            transports.add(Transport.TCP);
        }
        return transports.stream().map(Transport::id).toList();
    }
}
