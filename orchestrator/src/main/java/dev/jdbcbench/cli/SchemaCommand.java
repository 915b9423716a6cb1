package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostsSchema;
import dev.jdbcbench.failure.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench schema}: prints the JSON schema of hosts files, for editors. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        header = "the JSON schema of hosts.yaml, for editors",
        description = "Prints the JSON schema of hosts.yaml: editors use it to complete and check the file.")
final class SchemaCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The options of all commands. */
    @Mixin
    @SuppressWarnings("UnusedVariable")
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(HostsSchema.text());
        spec.commandLine().getOut().flush();
        return ExitCode.OK.number();
    }
}
