package dev.jdbcbench.execution;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Creates the IDs of runs. */
public final class RunIds {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private RunIds() {}

    /** A new ID: the time, the kind of run, and a random number, because two runs may start in the same second. */
    public static String id(String what, Clock clock) {
        return TIME.format(clock.instant()) + "-" + what + "-"
                + String.format("%04x", new SecureRandom().nextInt(0x10000));
    }
}
