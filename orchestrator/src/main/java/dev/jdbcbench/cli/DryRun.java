package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.usecase.StartRun;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option for printing the commands that would change hosts. They go to stdout, because they are the requested output. */
final class DryRun {
    /** What to print. */
    enum What {
        PLAN,
        COMMANDS
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--dry-run",
            arity = "0..1",
            fallbackValue = "PLAN",
            paramLabel = "commands",
            description =
                    "change and measure nothing: print what would be measured, or with =commands each command that would"
                            + " change a host (provision and clean always print these)")
    private @Nullable What what;

    boolean asked() {
        return what != null;
    }

    /** Refuses the option where nothing runs: with {@code what}. */
    void refuse(String what) {
        if (asked()) {
            throw new Failure.Input(
                    "the command line has a problem", List.of("--dry-run does not fit " + what), "Leave it out.");
        }
    }

    /**
     * Plans a run, and prints the plan or the commands.
     *
     * @param printed receives the plan
     */
    ExitCode carryOut(StartRun run, Console console, Consumer<Plan> printed) {
        Plan planned = run.dryRun(plan() ? command -> {} : shown().orElseThrow(), console);
        console.close();
        if (plan()) {
            printed.accept(planned);
        }
        return ExitCode.OK;
    }

    /** Whether a run prints its plan instead of the commands. */
    private boolean plan() {
        return what == What.PLAN;
    }

    /** The receiver of commands that are not executed; empty if they are executed. */
    Optional<Consumer<String>> shown() {
        PrintWriter out = spec.commandLine().getOut();
        return asked() ? Optional.of(out::println) : Optional.empty();
    }
}
