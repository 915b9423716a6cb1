package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.Rejoin;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Extension;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench resume}: continues a run that ended early. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        header = "continues a run that ended early, or measures more",
        description = {
            "Continues a run that ended early, in the same directory: keeps the forks that finished and measures what is missing. If"
                    + " its agent is still running, bench fetches what it has measured and follows it.",
            "--target, --groups or --budget measure further groups in a run that is complete.",
            "Refused (exit code 6) if anything that was planned has changed: drivers, JDK, server, settings, scenarios. New forks"
                    + " would not compare with the old ones."
        })
final class ResumeCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOverride where = new WhereOverride();

    @Mixin
    private RunOutput output = new RunOutput();

    @Parameters(paramLabel = "RUN", index = "0", description = "the id of the run, or the path of its directory")
    private String run = "";

    @Parameters(
            paramLabel = "OPTIONS",
            index = "1..*",
            arity = "0..*",
            description =
                    "after --: the options of its bench run, for a run that was not started from this account on this machine")
    private List<String> options = List.of();

    @Option(
            names = "--detach",
            description = "return once measuring has started; use status, attach, stop and collect later")
    private boolean detach;

    @Option(
            names = "--target",
            paramLabel = "PERCENT",
            description = "measure further groups until each comparison is decided or as narrow as this: 3%%")
    private @Nullable String target;

    @Option(
            names = "--groups",
            paramLabel = "N|N-M",
            description = "measure until each row has this many groups, including those it has")
    private @Nullable String groups;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "measure further groups for no longer than this, beyond what the run has taken: 10m")
    private @Nullable String budget;

    ResumeCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        NamedRun named = NamedRun.of(run, common.results, where, around);
        Extension more =
                new Extension(Optional.ofNullable(target), Optional.ofNullable(groups), Optional.ofNullable(budget));
        if (named.closed() && more.isEmpty()) {
            RunDirectory directory = named.directory().orElseThrow();
            Fold fold = directory.read();
            if (fold.results().complete()) {
                return HostCommand.carryOut(
                        around, spec, common, named.clean(), (console, log) -> complete(directory, fold, console));
            }
        }
        if (named.directory().isPresent()) {
            named.command(options); // fails before anything is contacted
        }
        return HostCommand.carryOut(around, spec, common, named.clean(), (console, log) -> {
            Ended ended = output.following(spec, console, () -> continueWork(named, more, console, log));
            return output.ending(spec).show(ended, console);
        });
    }

    private ExitCode complete(RunDirectory directory, Fold fold, Console console) {
        console.say("run " + directory.run()
                + " is complete: nothing is missing (--target, --groups or --budget measure more)");
        return output.ending(spec).show(Ended.before(directory, fold), console);
    }

    private Ended continueWork(NamedRun named, Extension more, Console console, DeveloperLog log) {
        Optional<Ended> rejoined = new Rejoin(common.results, around.clock(), console)
                .carryOut(named.id(), named.directory(), named.hosts(), Rejoin.Purpose.FOLLOW);
        Optional<Failure> failure = rejoined.flatMap(Ended::failure);
        boolean interrupted =
                failure.filter(Failure.Interrupted.class::isInstance).isPresent();
        if (interrupted || rejoined.filter(Ended::behind).isPresent()) {
            return rejoined.orElseThrow();
        }
        failure.ifPresent(reason -> console.say(reason.getMessage() + ": " + reason.why()));
        console.continueWork();
        // Read the run again: files that were only on the hosts are here now.
        NamedRun here = NamedRun.of(run, common.results, where, around);
        RunCommand command = here.command(options);
        RunDirectory directory = here.directory().orElseThrow();
        Fold fold = directory.read();
        if (fold.results().complete() && more.isEmpty()) {
            console.say("run " + here.id()
                    + " is complete: nothing is missing (--target, --groups or --budget measure more)");
            return Ended.before(directory, fold);
        }
        RunExecution execution = new RunExecution(common.results, around.clock(), console, Optional.empty());
        return execution.resume(
                command.selection(fold.plan().seed()),
                directory,
                more,
                HostCommand.callerAgain(spec, here.origin(), detach, console, log));
    }
}
