package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.untrusted.SecretWords;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code bench}: a function from arguments and two streams to an exit code. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = Bench.Version.class,
        description =
                "Measures JDBC drivers for MariaDB and MySQL, with the database on the same host and on another one.",
        subcommands = {
            RunCommand.class,
            StatusCommand.class,
            AttachCommand.class,
            StopCommand.class,
            ResumeCommand.class,
            CollectCommand.class,
            PingCommand.class,
            ExplainCommand.class,
            ImportCommand.class,
            CheckCommand.class,
            ProvisionCommand.class,
            CleanCommand.class,
            ListCommand.class,
            SchemaCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything was measured",
            "1:a bug in bench",
            "2:bad command line or hosts file; nothing was started",
            "3:a host cannot be reached, its key is unknown or changed, or the line was lost",
            "4:a step on a host failed before measuring, or something could not be put back",
            "5:at least one cell failed or has fewer than two forks; the rest is kept",
            "6:the machines are unfit to measure, or the results not comparable",
            "130:interrupted by Ctrl-C (143 by TERM, 129 by HUP); what was measured is kept. A second one leaves at once, and"
                    + " says what it leaves and how to remove it"
        })
public final class Bench implements Runnable {
    /** Set by the launcher, which knows whether stderr is a terminal. */
    static final String TERMINAL_PROPERTY = "bench.terminal";

    /** Set by the launcher, too, when it is one: how wide it is; 0 when it does not tell. */
    static final String COLUMNS_PROPERTY = "bench.columns";

    private static final int COLUMNS = 100;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The program: {@link #run} with the process's own streams, signals and terminal. */
    public static void main(String[] args) {
        Signals signals = Signals.ofThisProcess();
        Console.Display display =
                Boolean.getBoolean(TERMINAL_PROPERTY) ? Console.Display.terminal(columns()) : Console.Display.LINES;
        int code = run(args, System.out, System.err, new Surroundings(Clock.systemUTC(), signals, display));
        System.exit(signals.exitCode(code));
    }

    /**
     * Carries out one command.
     *
     * @return the exit code, one of {@link ExitCode}
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return run(args, out, err, Surroundings.plain());
    }

    private static int run(String[] args, PrintStream out, PrintStream err, Surroundings around) {
        PrintWriter help = new PrintWriter(out, true, StandardCharsets.UTF_8);
        Screen outWriter = new Screen(help);
        Screen errWriter = new Screen(new PrintWriter(err, true, StandardCharsets.UTF_8));
        CommandLine commandLine = commandLine(around)
                .setOut(help)
                .setErr(errWriter)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Bench::badArguments)
                .setExecutionExceptionHandler(Bench::failed)
                .setExecutionStrategy(parsed -> carryOut(parsed, outWriter));
        commandLine.getSubcommands().values().forEach(sub -> sub.setUsageHelpAutoWidth(true));
        int code = commandLine.execute(args);
        outWriter.flush();
        errWriter.flush();
        return code;
    }

    /** All commands, each with what is around it. */
    static CommandLine commandLine(Surroundings around) {
        return new CommandLine(new Bench(), new Factory(around));
    }

    /** Makes commands that want to know what is around them, and all else as picocli would. */
    private record Factory(Surroundings around) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (List.of(constructor.getParameterTypes()).equals(List.of(Surroundings.class))) {
                    return type.cast(constructor.newInstance(around));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }

    /** Help may have colours, for nothing of it comes from elsewhere; all else that a command prints goes through a screen. */
    private static int carryOut(CommandLine.ParseResult parsed, Screen out) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        parsed.commandSpec().commandLine().setOut(out);
        return new CommandLine.RunLast().execute(parsed);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing: run, status, attach, stop, resume, collect, ping, explain, import, check, provision, clean, list or schema");
    }

    private static int badArguments(ParameterException e, String[] args) {
        List<String> problems = new ArrayList<>();
        String message = String.valueOf(e.getMessage());
        for (String arg : args) {
            message = message.replace(arg, SecretWords.masked(List.of(arg)).get(0));
        }
        problems.add(message);
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            problems.add("did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?");
        }
        CommandLine command = e.getCommandLine();
        Failure.Input failure = new Failure.Input(
                "cannot understand: bench " + String.join(" ", SecretWords.masked(List.of(args))),
                problems,
                "See ./" + command.getCommandSpec().qualifiedName() + " --help.");
        command.getErr().print(failure.text());
        return failure.exitCode().number();
    }

    private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        boolean verbose = Arrays.asList(parsed.originalArgs().toArray()).contains("-v");
        if (e instanceof Failure failure) {
            err.print(failure.text());
            for (Throwable suppressed : failure.getSuppressed()) {
                err.print(suppressed instanceof Failure also ? also.text() : suppressed + "\n");
            }
            if (verbose) {
                e.printStackTrace(err);
            }
            return failure.exitCode().number();
        }
        err.println("bench: a bug: " + e);
        if (verbose) {
            e.printStackTrace(err);
        } else {
            err.println("Run it again with -v to see where, and report it with that.");
        }
        return ExitCode.BUG.number();
    }

    /** How wide a line may be that is redrawn: one less than the terminal, or what is wide enough where nobody knows. */
    private static int columns() {
        int terminal = Integer.getInteger(COLUMNS_PROPERTY, 0);
        return terminal > 1 ? terminal - 1 : COLUMNS;
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "bench "
                        + Optional.ofNullable(Bench.class.getPackage().getImplementationVersion())
                                .orElse("(not run from its jar)")
            };
        }
    }
}
