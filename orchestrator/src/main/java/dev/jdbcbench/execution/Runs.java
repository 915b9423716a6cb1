package dev.jdbcbench.execution;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How runs are called. */
final class Runs {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private Runs() {}

    /** A new id: the time, what is done, and a number, for two may start in one second. */
    static String id(String what, Clock clock) {
        return TIME.format(clock.instant()) + "-" + what + "-"
                + String.format("%04x", new SecureRandom().nextInt(0x10000));
    }
}
