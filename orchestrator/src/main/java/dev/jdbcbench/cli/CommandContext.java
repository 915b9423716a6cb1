package dev.jdbcbench.cli;

import java.io.InputStream;
import java.time.Clock;
import java.util.Map;

/**
 * The environment of a command, besides the streams that picocli provides.
 *
 * @param signals that it receives
 * @param display what it may do on stderr while it works
 * @param stdout signs to use there
 * @param stderr signs to use there
 * @param environment variables with values for options
 * @param typed what the user types meanwhile
 * @param name by which the user called bench
 */
record CommandContext(
        Clock clock,
        Signals signals,
        Console.Display display,
        Signs stdout,
        Signs stderr,
        Map<String, String> environment,
        Typed typed,
        CalledAs name) {
    CommandContext {
        environment = Map.copyOf(environment);
    }

    /** For a JVM that is not bench's own: no signals, no redrawing, no variables. */
    static CommandContext plain() {
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
