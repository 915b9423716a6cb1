package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.Screen;
import dev.jdbcbench.cli.console.Signals;
import dev.jdbcbench.cli.console.Signs;
import dev.jdbcbench.cli.console.Stdout;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.execution.Provision;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code bench}: a function from arguments and two streams to an exit code. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = Bench.Version.class,
        header = "Measures JDBC drivers for MariaDB and MySQL, near the database and far from it.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "bench COMMAND [OPTION]...      (bench help COMMAND lists its options)",
        commandListHeading = "%n",
        footerHeading = "%n",
        footer = {
            "  bench run                                         a first look on this machine",
            "  bench run --topology local,distant --db-host db1  near and far in the same run",
            "Exit codes: 0 done, 1 a bug, 2 input, 3 host, 4 a step failed, 5 incomplete,",
            "6 unsuitable host or not comparable, 7 slower than allowed, 130 interrupted"
        })
public final class Bench implements Runnable {
    /** Set by the launcher: whether stderr is a terminal. */
    static final String TERMINAL_PROPERTY = "bench.terminal";

    /** Set by the launcher: whether stdout is a terminal. */
    static final String PAGE_PROPERTY = "bench.page";

    /** Set by the launcher if there is a terminal: its width; 0 when unknown. */
    static final String COLUMNS_PROPERTY = "bench.columns";

    /** Set by the launcher: whether stdout may have colours. */
    static final String COLOURS_PROPERTY = "bench.colours";

    /** Set by the launcher: the height of the terminal. */
    static final String ROWS_PROPERTY = "bench.rows";

    /** Set by the launcher: what the user types to call it. */
    static final String NAME_PROPERTY = "bench.name";

    private static final int COLUMNS = 100;

    /** Options of all commands that take no value. */
    private static final Pattern COMMON_FLAGS = Pattern.compile("-v+|--verbose|-q|--quiet");

    private static final int LEAST_ROWS = 24;
    private static final int NARROWEST_HELP = 80;

    /** The exit code that shells report for SIGPIPE. */
    private static final int BROKEN_PIPE = 141;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The program: {@link #run} with the process's own streams, signals and terminal. */
    public static void main(String[] args) {
        Signals signals = Signals.ofThisProcess();
        Console.Display display = Boolean.getBoolean(TERMINAL_PROPERTY)
                ? Console.Display.terminal(columns() - 1, rows())
                : Console.Display.LINES;
        CommandContext around = new CommandContext(
                Clock.systemUTC(),
                signals,
                display.withPage(Boolean.getBoolean(PAGE_PROPERTY) ? columns() : 0),
                Signs.ofLocale(Boolean.getBoolean(COLOURS_PROPERTY)),
                Signs.ofLocale(Boolean.getBoolean(COLOURS_PROPERTY) && display.redraws()),
                System.getenv(),
                new Typed(System.in),
                CalledAs.named(System.getProperty(NAME_PROPERTY, "")));
        Stdout stdout = Stdout.ofThisProcess();
        int code = run(args, new PrintStream(stdout, false, StandardCharsets.UTF_8), System.err, around);
        System.exit(
                signals.exitCode(stdout.trouble().map(why -> lost(why, code)).orElse(code)));
    }

    /**
     * The exit code when stdout could not be written. A reader that closes the pipe, as {@code head} does, wants no
     * more; any other error means lost output.
     */
    private static int lost(IOException why, int code) {
        if (String.valueOf(why.getMessage()).contains("Broken pipe")) {
            return code == ExitCode.OK.number() ? BROKEN_PIPE : code;
        }
        Failure failure = new Failure.Command(
                "cannot print the output",
                "stdout: " + FileTrouble.why(why),
                FileTrouble.remedy(why, "Send stdout to a place that can be written. What was measured is kept."),
                why);
        System.err.print(failure.text());
        return code == ExitCode.OK.number() ? failure.exitCode().number() : code;
    }

    /**
     * Executes one command.
     *
     * @return the exit code, one of {@link ExitCode}
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return run(args, out, err, CommandContext.plain());
    }

    static int run(String[] args, PrintStream out, PrintStream err, CommandContext around) {
        PrintWriter help = around.name().in(new PrintWriter(out, true, StandardCharsets.UTF_8));
        Console.Display display = around.display();
        Screen outWriter = new Screen(help, around.stdout(), display.page(), false);
        Screen errWriter = new Screen(
                around.name().in(new PrintWriter(err, true, StandardCharsets.UTF_8)),
                around.stderr(),
                display.redraws() ? display.columns() + 1 : 0,
                true);
        String[] words = commandFirst(args);
        CommandLine commandLine = commandLine(around, Commands.needed(words))
                .setOut(help)
                .setErr(errWriter)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, all) -> badArguments(e, all, around))
                .setExecutionExceptionHandler(Bench::failed)
                .setExecutionStrategy(parsed -> carryOut(parsed, outWriter));
        HelpPages.of(commandLine, Math.max(NARROWEST_HELP, display.columns()));
        int code = commandLine.execute(words);
        outWriter.flush();
        errWriter.flush();
        return code;
    }

    /** All commands, in their environment. */
    public static CommandLine commandLine(CommandContext around) {
        return commandLine(around, Commands.classes());
    }

    private static CommandLine commandLine(CommandContext around, List<Class<?>> commands) {
        CommandLine bench = new CommandLine(new Bench(), new Factory(around));
        commands.forEach(bench::addSubcommand);
        // An argument is never the name of a file with further ones: callers pass on texts of others.
        return bench.setExpandAtFiles(false).setDefaultValueProvider(new FromEnvironment(around.environment()));
    }

    /** Creates commands, passing the environment to those that need it; leaves everything else to picocli. */
    private record Factory(CommandContext around) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (List.of(constructor.getParameterTypes()).equals(List.of(CommandContext.class))) {
                    return type.cast(constructor.newInstance(around));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }

    /**
     * Executes a parsed command. Help is trusted text and may contain colours; all other output goes through a {@link
     * Screen}.
     */
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
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Moves leading options behind the command: {@code bench --verbose run} means {@code bench run --verbose}. */
    private static String[] commandFirst(String[] args) {
        int flags = 0;
        while (flags < args.length && COMMON_FLAGS.matcher(args[flags]).matches()) {
            flags++;
        }
        List<String> words = new ArrayList<>(List.of(args));
        if (flags > 0 && flags < args.length) {
            words.add(0, words.remove(flags));
        }
        return words.toArray(String[]::new);
    }

    private static int badArguments(ParameterException e, String[] args, CommandContext around) {
        Failure.Input failure =
                NotUnderstood.failure(e, args, () -> commandLine(around).getSubcommands());
        e.getCommandLine().getErr().print(failure.text());
        return failure.exitCode().number();
    }

    private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        boolean verbose = parsed.hasSubcommand() && parsed.subcommand().hasMatchedOption(CommonOptions.VERBOSE);
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
            err.println("Run it again with -v, and report the bug with that output.");
        }
        return ExitCode.BUG.number();
    }

    /** The terminal's width, or a default when that is unknown. */
    private static int columns() {
        String variable = Optional.ofNullable(System.getenv("COLUMNS")).orElse("");
        int terminal =
                variable.matches("[0-9]{1,4}") ? Integer.parseInt(variable) : Integer.getInteger(COLUMNS_PROPERTY, 0);
        return terminal > 1 ? terminal : COLUMNS;
    }

    private static int rows() {
        return Integer.getInteger(ROWS_PROPERTY, LEAST_ROWS);
    }

    /** The version and the commit that the build wrote into the jar, and the JDK that runs it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            String version = Optional.ofNullable(Bench.class.getPackage().getImplementationVersion())
                    .orElse("(not run from its jar)");
            return Stream.concat(
                            Stream.of("bench " + version + " (commit " + commit() + ", JDK "
                                    + System.getProperty("java.version") + ")"),
                            Provision.remarks(Install.all().stream()).stream())
                    .toArray(String[]::new);
        }

        private static String commit() throws IOException {
            try (InputStream file = Bench.class.getResourceAsStream("commit.txt")) {
                String commit = file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
                return commit.isEmpty() ? "unknown" : commit;
            }
        }
    }
}
