package dev.jdbcbench.cli;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option of commands that change hosts: to print what would change them, on stdout, for it is what was asked for. */
final class DryRun {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--dry-run",
            description = "print every command that would change a host, and change and measure nothing")
    private boolean asked;

    boolean asked() {
        return asked;
    }

    /** Takes the commands that are not carried out; empty when they are carried out. */
    Optional<Consumer<String>> shown() {
        PrintWriter out = spec.commandLine().getOut();
        return asked ? Optional.of(out::println) : Optional.empty();
    }
}
