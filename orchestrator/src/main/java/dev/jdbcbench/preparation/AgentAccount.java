package dev.jdbcbench.preparation;

import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.util.ArrayList;
import java.util.List;

/**
 * As whom the agent works on a host: as the user that bench is logged in as, but where that is root, as {@link Account#AGENT}, without
 * capabilities. Drivers are anybody's code.
 *
 * @param words run a command so; empty where nothing need be changed
 */
public record AgentAccount(List<String> words) {
    /**
     * The agent's directory stays root's, so no name in it can be made to mean another file; what the agent writes is its own, and what
     * it only reads it cannot put something else in the place of.
     */
    private static final String HAND_OVER = """
            cd "$1" && chmod 711 . && chmod 644 plan.json && chown -R "$2:$2" tmp || exit
            if [ -d secret ]; then
                chgrp "$2" secret && chmod 750 secret && chown "$2:$2" secret/* || exit
                mkdir -p -m 700 logs && : >>events.ndjson && chown "$2:$2" logs events.ndjson && chmod 600 events.ndjson
            fi
            """;

    public AgentAccount {
        words = List.copyOf(words);
    }

    /** On a host. */
    public static AgentAccount on(Host host) {
        if (!Account.isRoot(host)) {
            return new AgentAccount(List.of());
        }
        List<String> words = new ArrayList<>(Account.AGENT.words());
        // None but that of ping, which could not even be started without it; nobody has it who is not given it by a
        // file's capabilities.
        words.addAll(List.of("--inh-caps=-all", "--bounding-set=-all,+net_raw"));
        if (pingNeedsNoPrivilege(host)) {
            words.add("--no-new-privs");
        }
        return new AgentAccount(words);
    }

    /** Where the kernel lets the agent ping over a socket of its own, ping needs no capability of its file, and nothing else may gain any. */
    private static boolean pingNeedsNoPrivilege(Host host) {
        String[] range = host.run(Command.query("cat", "/proc/sys/net/ipv4/ping_group_range"))
                .out()
                .strip()
                .split("\\s+", -1);
        long group = Long.parseLong(Account.AGENT.id());
        return range.length == 2
                && range[0].matches("[0-9]{1,10}")
                && range[1].matches("[0-9]{1,10}")
                && Long.parseLong(range[0]) <= group
                && group <= Long.parseLong(range[1]);
    }

    /** Whether it is another than bench's. */
    public boolean separate() {
        return !words.isEmpty();
    }

    /** Lets it work in a directory that is complete but for what it writes itself. */
    public void handOver(Host host, String directory) {
        if (separate()) {
            host.require(
                    "let the agent's user work in its directory",
                    Command.of("sh", "-c", HAND_OVER, "sh", directory, Account.AGENT.id()));
        }
    }

    /** Lets it read a directory of jars, whatever the umask was when they came. */
    void letRead(Host host, String jars) {
        if (separate()) {
            host.require(
                    "let the agent's user read the jars",
                    Command.of("sh", "-c", "chmod 755 \"$1\" && chmod 644 \"$1\"/*.jar", "sh", jars));
        }
    }
}
