package dev.jdbcbench.config;

import dev.jdbcbench.untrusted.SecretWords;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides which options from a hosts file a private server accepts. A pasted my.cnf must not start it on other data,
 * open it to others, or make it load and execute anything.
 */
final class ServerOptions {
    /** Servers accept {@code _} for {@code -}; a dot separates the name of a key cache from its option. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

    /** Prefixes that any option may have; they do not change the option's identity. */
    private static final Pattern OPTION_PREFIX = Pattern.compile("^(loose|skip|enable|disable|maximum|autoset)-");

    /** A path that leads out of the data directory, alone or within a list. */
    private static final Pattern PATH = Pattern.compile("(^|[\\s\"'`=:;,])[/~\\\\]|(^|[/\\\\])\\.\\.?([/\\\\]|$)");

    /** Options about file locations, the server's identity and access to it, and anything that it loads or executes. */
    private static final List<String> FORBIDDEN = List.of(
            "admin-address",
            "admin-port",
            "authentication-pam-",
            "basedir",
            "bind-address",
            "bootstrap",
            "character-sets-dir",
            "chroot",
            "core-file",
            "daemonize",
            "datadir",
            "defaults-extra-file",
            "defaults-file",
            "defaults-group-suffix",
            "early-plugin-load",
            "extra-port",
            "feedback-url",
            "file-key-management-",
            "grant-tables",
            "group-replication-",
            "hashicorp-",
            "init-file",
            "init-replica",
            "init-rpl-role",
            "init-slave",
            "initialize",
            "initialize-insecure",
            "innodb-data-file-path",
            "innodb-data-home-dir",
            "innodb-directories",
            "innodb-doublewrite-dir",
            "innodb-log-group-home-dir",
            "innodb-redo-log-archive-dirs",
            "innodb-temp-data-file-path",
            "innodb-temp-tablespaces-dir",
            "innodb-tmpdir",
            "innodb-undo-directory",
            "keyring-",
            "language",
            "lc-messages-dir",
            "log-basename",
            "log-bin",
            "log-error",
            "mysqlx-",
            "networking",
            "no-defaults",
            "pid-file",
            "plugin-dir",
            "plugin-load",
            "plugin-load-add",
            "port",
            "proxy-protocol-networks",
            "relay-log",
            "replica-load-tmpdir",
            "secure-file-path",
            "secure-file-priv",
            "slave-load-tmpdir",
            "socket",
            "symbolic-links",
            "tmpdir",
            "user",
            "wsrep-");

    private ServerOptions() {}

    /** Why a private server rejects an option; empty when it accepts it. The reason never repeats the value. */
    static Optional<String> refused(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("the name of an option has letters, digits, - and _ only");
        }
        if (value.chars().anyMatch(Character::isISOControl)) {
            return Optional.of("a value is one line without control characters");
        }
        String option = plain(name);
        // Servers accept unambiguous prefixes of a name: bind-addr is bind-address.
        if (FORBIDDEN.stream().anyMatch(forbidden -> matches(option, forbidden))
                || PATH.matcher(value).find()) {
            return Optional.of(
                    "bench sets the files, socket, address and plugins of private instances; this option cannot be changed"
                            + ("port".equals(option) ? "; `port:` of the server sets its port" : ""));
        }
        return SecretWords.inOption(name, value)
                .or(() -> SecretWords.inSql(value))
                .map(
                        what -> what
                                + " must not be written here: options become part of the plan and of the results, which people share");
    }

    private static boolean matches(String option, String forbidden) {
        boolean family = forbidden.endsWith("-");
        return forbidden.startsWith(option) || (family && option.startsWith(forbidden));
    }

    /** The name as the server understands it: in lower case, with hyphens, without prefixes. */
    private static String plain(String name) {
        String option = name.toLowerCase(Locale.ROOT).replace('_', '-');
        option = option.substring(option.lastIndexOf('.') + 1);
        String before;
        do {
            before = option;
            option = OPTION_PREFIX.matcher(option).replaceFirst("");
        } while (!option.equals(before));
        return option;
    }
}
