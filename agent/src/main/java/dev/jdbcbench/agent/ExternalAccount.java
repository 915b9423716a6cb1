package dev.jdbcbench.agent;

import dev.jdbcbench.driver.Session.External;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An account that bench creates on a server that it did not start, for the user's own statements. It has rights on the run's
 * schema alone, so the server keeps every statement within that schema, whatever its text.
 *
 * @param user its name, which contains the run's ID
 * @param host where it may log in from, as the server sees it; {@code %} for anywhere
 */
record ExternalAccount(String user, String host) {
    /** There is no such account, or this administrator may not drop accounts and so cannot have created it. */
    private static final Set<Integer> NOT_THERE = Set.of(1396, 1227);

    /** The characters of an address or a host name; all others are refused because the name becomes part of statements. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:%_-]{1,255}");

    private static final Pattern NO_RIGHTS = Pattern.compile("GRANT USAGE ON \\*\\.\\* TO .*", Pattern.DOTALL);

    /** Schemas that every account sees, and whose content depends on the account's rights. */
    private static final Set<String> OF_EVERYBODY = Set.of("information_schema", "performance_schema");

    ExternalAccount {
        if (!user.matches("[A-Za-z0-9_]+") || !HOST.matcher(host).matches()) {
            throw new IllegalArgumentException(user + "@" + host + " is no account of bench's");
        }
    }

    /** The right to use the schema would not be limited to it. */
    static final class TooManyRightsException extends SQLException {
        private static final long serialVersionUID = 1L;

        private TooManyRightsException(String message) {
            super(message);
        }
    }

    /**
     * The account of a run.
     *
     * @param admin a connection from the host that the account will log in from
     * @param anywhere whether it will also log in from other hosts
     */
    static ExternalAccount of(Connection admin, String run, boolean anywhere) throws SQLException {
        String self = ExternalSchema.value(admin, "SELECT USER()").orElse("");
        String from = self.substring(self.lastIndexOf('@') + 1);
        return new ExternalAccount(
                External.account(run), anywhere || !HOST.matcher(from).matches() ? "%" : from);
    }

    /** The account that a marker names; empty if it names none of this run. */
    static Optional<ExternalAccount> named(String marker, String run) {
        int at = marker.lastIndexOf('@');
        if (at < 0 || !marker.substring(0, at).equals(External.account(run))) {
            return Optional.empty();
        }
        String from = marker.substring(at + 1);
        return HOST.matcher(from).matches()
                ? Optional.of(new ExternalAccount(marker.substring(0, at), from))
                : Optional.empty();
    }

    /** The name in a marker. */
    String marker() {
        return user + "@" + host;
    }

    private String quoted() {
        return "'" + user + "'@'" + host + "'";
    }

    /** Creates the account with rights on one schema. */
    void create(Connection admin, String schema, String password) throws SQLException {
        // In the name of a schema, _ stands for any character, unless the server has partial revokes.
        boolean literal = ExternalSchema.value(
                        admin, "SHOW GLOBAL VARIABLES WHERE Variable_name = 'partial_revokes' AND Value = 'ON'")
                .isPresent();
        try (Statement statement = admin.createStatement()) {
            statement.execute("CREATE USER " + quoted() + " IDENTIFIED BY '" + password + "'");
            statement.execute(
                    "GRANT ALL ON `" + (literal ? schema : schema.replace("_", "\\_")) + "`.* TO " + quoted());
        }
    }

    /**
     * Checks as the account that it can reach nothing but the schema: roles, defaults and rights of everybody count, too.
     *
     * @throws TooManyRightsException if it can reach more
     */
    static void verify(Connection own, String schema) throws SQLException {
        Pattern onSchema = Pattern.compile(
                "GRANT [A-Z, ]+ ON `" + schema.replace("_", "\\\\?_") + "`\\.\\* TO .*", Pattern.DOTALL);
        try (Statement statement = own.createStatement()) {
            try (ResultSet row = statement.executeQuery("SHOW GRANTS")) {
                while (row.next()) {
                    String grant = row.getString(1);
                    if (!NO_RIGHTS.matcher(grant).matches()
                            && (!onSchema.matcher(grant).matches() || grant.contains("WITH GRANT OPTION"))) {
                        throw new TooManyRightsException(
                                "the server gives it more: " + grant.replaceFirst("(?s) TO .*", ""));
                    }
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA")) {
                while (row.next()) {
                    String name = row.getString(1);
                    if (!name.equals(schema) && !OF_EVERYBODY.contains(name)) {
                        throw new TooManyRightsException("the server gives it rights in the schema " + name);
                    }
                }
            }
        }
    }

    /** Drops the account if it exists. */
    void drop(Connection admin) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute("DROP USER " + quoted());
        } catch (SQLException e) {
            if (!NOT_THERE.contains(e.getErrorCode())) {
                throw e;
            }
        }
    }
}
