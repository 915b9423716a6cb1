package dev.jdbcbench.cli;

import java.time.Clock;
import java.util.Map;

/**
 * What a command finds around it, beside the streams that picocli hands it.
 *
 * @param signals that it hears
 * @param display what it may do on stderr while it works
 * @param stdout how signs look there
 * @param stderr how signs look there
 * @param environment variables that choose values of options
 */
record Surroundings(
        Clock clock,
        Signals signals,
        Console.Display display,
        Signs stdout,
        Signs stderr,
        Map<String, String> environment) {
    Surroundings {
        environment = Map.copyOf(environment);
    }

    /** Hears no signal, redraws nothing and knows no variables: in a JVM that is not its own. */
    static Surroundings plain() {
        return new Surroundings(
                Clock.systemUTC(), Signals.none(), Console.Display.LINES, Signs.PLAIN, Signs.PLAIN, Map.of());
    }
}
