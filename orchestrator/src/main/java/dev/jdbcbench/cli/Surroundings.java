package dev.jdbcbench.cli;

import java.time.Clock;

/**
 * What a command finds around it, beside the streams that picocli hands it.
 *
 * @param signals that it hears
 * @param display what it may do on stderr while it works
 */
record Surroundings(Clock clock, Signals signals, Console.Display display) {
    /** Hears no signal and redraws nothing: in a JVM that is not its own. */
    static Surroundings plain() {
        return new Surroundings(Clock.systemUTC(), Signals.none(), Console.Display.LINES);
    }
}
