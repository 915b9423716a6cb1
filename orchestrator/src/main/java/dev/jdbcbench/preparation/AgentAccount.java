package dev.jdbcbench.preparation;

import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.util.ArrayList;
import java.util.List;

/**
 * The account under which the agent runs on a host: normally the login user; if that is root, {@link Account#AGENT}
 * without capabilities, because drivers are untrusted code.
 *
 * @param words prefix that runs a command under the account; empty when the login user is used
 */
public record AgentAccount(List<String> words) {
    /**
     * Gives the agent only the files that it writes. Its directory stays owned by root, so the agent cannot replace
     * files that it only reads.
     */
    private static final String HAND_OVER = """
            cd "$1" && chmod 711 . && chmod 644 plan.json && chown -R "$2:$2" tmp || exit
            if [ -d secret ]; then
                chgrp "$2" secret && chmod 750 secret && chown "$2:$2" secret/* || exit
                mkdir -p -m 700 logs && : >>events.ndjson && chown "$2:$2" logs events.ndjson && chmod 600 events.ndjson || exit
                if [ -e to-clients ]; then
                    chmod 644 from-clients && chown "$2:$2" to-clients || exit
                fi
            fi
            """;

    public AgentAccount {
        words = List.copyOf(words);
    }

    /** The account for a host. */
    public static AgentAccount on(Host host) {
        if (!Account.isRoot(host)) {
            return new AgentAccount(List.of());
        }
        List<String> words = new ArrayList<>(Account.AGENT.words());
        // Keep only the capability that ping needs: without it in the bounding set, ping would not start. A process
        // gains it only from the capabilities of a file.
        words.addAll(List.of("--inh-caps=-all", "--bounding-set=-all,+net_raw"));
        if (pingNeedsNoPrivilege(host)) {
            words.add("--no-new-privs");
        }
        return new AgentAccount(words);
    }

    /**
     * Whether the kernel lets the agent ping over an unprivileged socket. Then ping needs no file capability, and no
     * process of the agent may gain any privilege.
     */
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

    /** Whether it is a separate account, not the login user. */
    public boolean separate() {
        return !words.isEmpty();
    }

    /**
     * Hands a directory over to the agent, once it contains everything except the files that the agent writes itself.
     */
    public void handOver(Host host, String directory) {
        if (separate()) {
            host.require(
                    "let the agent's user work in its directory",
                    Command.of("sh", "-c", HAND_OVER, "sh", directory, Account.AGENT.id()));
        }
    }

    /** Makes a directory of jars readable for the agent, whatever the umask was when they were uploaded. */
    void letRead(Host host, String jars) {
        if (separate()) {
            host.require(
                    "let the agent's user read the jars",
                    Command.of("sh", "-c", "chmod 755 \"$1\" && chmod 644 \"$1\"/*.jar", "sh", jars));
        }
    }
}
