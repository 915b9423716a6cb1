package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.report.host.FindingsText;
import dev.jdbcbench.result.CheckFinding;
import dev.jdbcbench.usecase.HostCare;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench check}: reports every problem of the hosts in one pass. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        header = "preflight: every problem of the hosts in one pass",
        description = {
            "Checks all hosts in one pass and leaves nothing there: SSH and keys, Java, tools, disk space (by"
                    + " writing), memory, ports, clocks, load, the connection to the database, and logins.",
            "Ends with the exit code that a run of the profile quick would end with. Problems that only thorough and"
                    + " publish refuse are warnings. What it could not try is 'not tried', with the reason, and named"
                    + " again in the last line."
        })
final class CheckCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    CheckCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        HostCare care = new HostCare(where.where(), HostCommand.here(around, spec, common));
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            List<CheckFinding> findings = care.check(console);
            console.close();
            OutputOptions.print(spec, null, FindingsText.of(findings, OutputOptions.page(spec, null, true)));
            // Unreachable hosts come first: they may have further problems.
            return Stream.of(ExitCode.HOST, ExitCode.INPUT, ExitCode.COMMAND, ExitCode.UNFIT, ExitCode.INCOMPLETE)
                    .filter(code -> findings.stream().anyMatch(finding -> finding.exit() == code))
                    .findFirst()
                    .orElse(ExitCode.OK);
        });
    }
}
