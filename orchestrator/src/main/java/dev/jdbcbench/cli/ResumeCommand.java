package dev.jdbcbench.cli;

import dev.jdbcbench.plan.Extension;
import dev.jdbcbench.usecase.NamedRun;
import dev.jdbcbench.usecase.Resume;
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
            "Continues a run that ended early, in the same directory: keeps the forks that finished and measures what"
                    + " is missing. If its agent is still running, bench fetches what it has measured and follows it.",
            "--target, --groups or --budget measure further groups in a run that is complete.",
            "Refused (exit code 6) if anything that was planned has changed: drivers, JDK, server, settings,"
                    + " scenarios. New forks would not compare with the old ones."
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
        Extension more =
                new Extension(Optional.ofNullable(target), Optional.ofNullable(groups), Optional.ofNullable(budget));
        Optional<NamedRun.Again> repeated = options.isEmpty()
                ? Optional.empty()
                : Optional.of(new NamedRun.Again(options, RunOptions.request(options, false)));
        Resume resume = Resume.of(run, where.now(), more, repeated, HostCommand.here(around, spec, common));
        return HostCommand.carryOut(
                around,
                spec,
                common,
                resume.clean(),
                (console, log) -> output.ending(spec)
                        .show(output.following(spec, console, () -> resume.carryOut(detach, console)), console));
    }
}
