package dev.jdbcbench.host;

import java.util.List;

/**
 * As whom processes of bench work on a host where it is logged in as root: under a uid and gid that no account of the host has, above those
 * that are given to people, below those of systemd's dynamic users. Where bench is not root, all works as the user it is logged in as.
 */
public enum Account {
    /** Private databases. */
    DATABASE(47306),
    /** The agent and the measured JVMs: they run the code of any driver. Not the database's, for that code is not to touch its files. */
    AGENT(47307);

    private final int id;

    Account(int id) {
        this.id = id;
    }

    /** Its uid, and its gid. */
    public String id() {
        return String.valueOf(id);
    }

    /** Words that run a command as it; only root can. */
    public List<String> words() {
        return List.of("setpriv", "--reuid", id(), "--regid", id(), "--clear-groups");
    }

    /** Whether bench is root on a host. */
    public static boolean isRoot(Host host) {
        return host.require("ask for the user", Command.query("id", "-u"))
                .out()
                .strip()
                .equals("0");
    }
}
