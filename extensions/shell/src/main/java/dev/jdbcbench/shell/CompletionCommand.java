package dev.jdbcbench.shell;

import dev.jdbcbench.cli.Bench;
import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.failure.ExitCode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench completion}: prints a script with which a shell completes command lines of bench. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        header = "completes command lines in bash, zsh and fish",
        description = {
            "Prints a script for a shell. bash, in ~/.bashrc, and zsh, in ~/.zshrc:",
            "  source <(/path/to/bench completion bash)",
            "fish, in ~/.config/fish/config.fish:",
            "  /path/to/bench completion fish | source"
        })
public final class CompletionCommand implements Callable<Integer> {
    /** The shells with a script. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The options of all commands. */
    @Mixin
    @SuppressWarnings("UnusedVariable")
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "bash|zsh|fish", description = "the shell")
    private Shell shell = Shell.BASH;

    public CompletionCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        CommandLine root = Bench.commandLine(around);
        // The bash script also works in zsh.
        spec.commandLine().getOut().print(shell == Shell.FISH ? fish(root) : AutoComplete.bash("bench", root));
        spec.commandLine().getOut().flush();
        return ExitCode.OK.number();
    }

    /**
     * The script for fish, for which picocli has no generator. It completes file names only after options that take a
     * file.
     */
    private static String fish(CommandLine root) {
        StringBuilder script = new StringBuilder("complete -c bench -f\n");
        root.getSubcommands().forEach((name, command) -> {
            CommandSpec spec = command.getCommandSpec();
            script.append("complete -c bench -n __fish_use_subcommand -a ")
                    .append(name)
                    .append(" -d ")
                    .append(quoted(String.join(" ", spec.usageMessage().header())))
                    .append('\n');
            spec.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> script.append(fish(name, option)));
        });
        return script.toString();
    }

    private static String fish(String command, OptionSpec option) {
        StringBuilder line = new StringBuilder("complete -c bench -n '__fish_seen_subcommand_from " + command + "'");
        for (String name : option.names()) {
            line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        if (option.arity().max() > 0) {
            line.append(" -r").append(takesFile(option) ? " -F" : "");
            if (option.completionCandidates() != null) {
                line.append(" -a ")
                        .append(quoted(
                                String.join(" ", option.completionCandidates()).toLowerCase(Locale.ROOT)));
            }
        }
        String description = List.of(option.description()).stream().findFirst().orElse("");
        return line.append(" -d ")
                .append(quoted(description.split("[:;,(]", 2)[0].strip()))
                .append('\n')
                .toString();
    }

    private static boolean takesFile(OptionSpec option) {
        return option.paramLabel().matches("FILE|DIR");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
