package dev.jdbcbench.host;

import java.util.List;

/**
 * The uid and gid of bench's processes on a host where bench is root. No account of the host has them: they are above
 * the range for people and below the range of systemd's dynamic users. If bench is not root, everything runs as the
 * login user.
 */
public enum Account {
    /** Private databases. */
    DATABASE(47306),
    /**
     * The agent and the measured JVMs. They run code of arbitrary drivers, so they must not share the database's
     * account and reach its files.
     */
    AGENT(47307);

    private final int id;

    Account(int id) {
        this.id = id;
    }

    /** The uid, which is also the gid. */
    public String id() {
        return String.valueOf(id);
    }

    /** Command prefix that runs a command under this account; works only for root. */
    public List<String> words() {
        return List.of("setpriv", "--reuid", id(), "--regid", id(), "--clear-groups");
    }

    /** Whether bench is root on a host. */
    public static boolean isRoot(Host host) {
        return host.require("determine the user", host.ask(Command.query("id", "-u"), "user"))
                .out()
                .strip()
                .equals("0");
    }
}
