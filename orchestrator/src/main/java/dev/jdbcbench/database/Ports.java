package dev.jdbcbench.database;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** TCP ports of a host, read from its kernel's tables, so the host needs no extra programs. */
public final class Ports {
    /** Below the ephemeral ports of Linux (32768…) and the port that agents use as a lock. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 28_000;
    private static final Pattern LISTENING =
            Pattern.compile("^ *[0-9]+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F:]+ 0A ", Pattern.MULTILINE);

    private Ports() {}

    /** The ports with a listener, on any address. */
    public static Set<Integer> taken(Host host) {
        Outcome tables = host.run(Command.query("sh", "-c", "cat /proc/net/tcp /proc/net/tcp6 2>/dev/null"));
        Set<Integer> used = new HashSet<>();
        Matcher listening = LISTENING.matcher(tables.out());
        while (listening.find()) {
            used.add(Integer.parseInt(listening.group(1), 16));
        }
        return used;
    }

    /** Advice about a port in use. */
    public static String hint(int port, String label) {
        return "Choose another with `port:` of servers." + label
                + " in the hosts file, or see what holds it: ss -ltnp 'sport = " + port + "'";
    }

    /** A port that is free now; another process may take it before it is used. */
    static int free(Host host) {
        Set<Integer> used = taken(host);
        SecureRandom random = new SecureRandom();
        int port;
        do {
            port = FIRST_PORT + random.nextInt(LAST_PORT - FIRST_PORT);
        } while (used.contains(port));
        return port;
    }
}
