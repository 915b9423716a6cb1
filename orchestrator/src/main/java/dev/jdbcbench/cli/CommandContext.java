package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.Signals;
import dev.jdbcbench.cli.console.Signs;
import dev.jdbcbench.execution.Releases;
import dev.jdbcbench.plan.Reading;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.util.Map;

/**
 * The environment of a command, besides the streams that picocli provides.
 *
 * @param signals the signals that it receives
 * @param display the kind of terminal output on stderr
 * @param stdout character replacements and colours for stdout
 * @param stderr character replacements and colours for stderr
 * @param environment variables with values for options
 * @param typed input that the user types while a command runs
 * @param name the name by which the user called bench
 */
public record CommandContext(
        Clock clock,
        Signals signals,
        Console.Display display,
        Signs stdout,
        Signs stderr,
        Map<String, String> environment,
        Typed typed,
        CalledAs name) {
    /** The variable that CI systems set. */
    private static final String CI = "CI";

    public CommandContext {
        environment = Map.copyOf(environment);
    }

    /** How to read the files of a command that reads no recordings. */
    Reading reading() {
        return reading(new PrintWriter(Writer.nullWriter()), true);
    }

    /**
     * How to read the files of a command.
     *
     * @param err receives what it says of recordings
     */
    Reading reading(PrintWriter err, boolean quiet) {
        return new Reading(
                !environment.getOrDefault(CI, "").isEmpty(),
                line -> err.println("warning: " + line),
                line -> {
                    if (!quiet) {
                        err.println(line);
                    }
                },
                Releases::newest);
    }

    /** The environment in a JVM that is not bench's own: no signals, no redrawing, no variables. */
    public static CommandContext plain() {
        return new CommandContext(
                Clock.systemUTC(),
                Signals.none(),
                Console.Display.LINES,
                Signs.PLAIN,
                Signs.PLAIN,
                Map.of(),
                new Typed(InputStream.nullInputStream()),
                CalledAs.CHECKOUT);
    }
}
