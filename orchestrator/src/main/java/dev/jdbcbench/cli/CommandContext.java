package dev.jdbcbench.cli;

import java.io.InputStream;
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
    public CommandContext {
        environment = Map.copyOf(environment);
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
