package dev.jdbcbench.agent.server;

import dev.jdbcbench.driver.Session.External;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
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

    /** Something in a schema has the account as its definer. */
    private static final int DEFINER = 4006;

    private static final int NO_SUCH_SCHEMA = 1049;

    /** Servers store at most this many characters. */
    private static final int LONGEST_HOST = 60;

    /** The characters of an address or a host name; all others are refused because the name becomes part of statements. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:%_-]{1," + LONGEST_HOST + "}");

    private static final Pattern NO_RIGHTS = Pattern.compile("GRANT USAGE ON \\*\\.\\* TO .*", Pattern.DOTALL);

    private static final String ANYWHERE = "%";

    /** A server's installation may give everybody rights in schemas of these names. */
    private static final List<String> TEST_SCHEMAS = List.of("test", "test_bench");

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
     * @param from the hosts that it will log in from, as the server sees them
     */
    static ExternalAccount of(String run, Set<String> from) {
        boolean one = from.size() == 1
                && from.stream().allMatch(host -> HOST.matcher(host).matches());
        return new ExternalAccount(External.account(run), one ? from.iterator().next() : ANYWHERE);
    }

    /** Where a connection comes from, as the server sees it. */
    static String origin(Connection connection) throws SQLException {
        String self = FirstValue.of(connection, "SELECT USER()").orElse("");
        return self.substring(self.lastIndexOf('@') + 1);
    }

    /**
     * The accounts that a run may have left: of its name, whatever their hosts, and the one that the marker names in case this
     * administrator may not list accounts.
     */
    static Set<ExternalAccount> left(Connection admin, String run, String marker) {
        Set<ExternalAccount> left = new LinkedHashSet<>();
        String user = External.account(run);
        try (Statement statement = admin.createStatement();
                ResultSet row = statement.executeQuery("SELECT Host FROM mysql.user WHERE User = '" + user + "'")) {
            while (row.next()) {
                left.add(new ExternalAccount(user, row.getString(1)));
            }
        } catch (SQLException e) {
            System.err.println("this administrator may not list accounts: " + RootCause.message(e));
        }
        int at = marker.lastIndexOf('@');
        String from = marker.substring(at + 1);
        if (at >= 0
                && marker.substring(0, at).equals(user)
                && HOST.matcher(from).matches()) {
            left.add(new ExternalAccount(user, from));
        }
        return left;
    }

    /** The name in a marker. */
    String marker() {
        return user + "@" + host;
    }

    private String quoted() {
        return "'" + user + "'@'" + host + "'";
    }

    /** Creates the account with rights on one schema, and with the administrator's way to log in, which the drivers know. */
    void create(Connection admin, String schema, String password) throws SQLException {
        // In the name of a schema, _ stands for any character, unless the server has partial revokes.
        boolean literal = FirstValue.of(
                        admin, "SHOW GLOBAL VARIABLES WHERE Variable_name = 'partial_revokes' AND Value = 'ON'")
                .isPresent();
        try (Statement statement = admin.createStatement()) {
            statement.execute("CREATE USER " + quoted() + " IDENTIFIED "
                    + (isNative(admin) ? "WITH mysql_native_password " : "") + "BY '" + password + "'");
            statement.execute(
                    "GRANT ALL ON `" + (literal ? schema : schema.replace("_", "\\_")) + "`.* TO " + quoted());
        }
    }

    /** Whether a MySQL server still has the administrator's password in its older form, and another one by default. */
    private static boolean isNative(Connection admin) {
        try {
            return FirstValue.of(admin, "SHOW CREATE USER CURRENT_USER()")
                    .filter(text -> text.contains("IDENTIFIED WITH 'mysql_native_password'"))
                    .isPresent();
        } catch (SQLException e) {
            return false; // versions without this statement have no other default
        }
    }

    /**
     * Checks as the account that it can reach nothing but the schema: roles, defaults and rights of everybody count, too.
     *
     * @throws TooManyRightsException if it can reach more
     */
    void verify(Connection own, String schema) throws SQLException {
        Pattern onSchema = Pattern.compile(
                "GRANT [A-Z, ]+ ON `" + schema.replace("_", "\\\\?_") + "`\\.\\* TO .*", Pattern.DOTALL);
        try (Statement statement = own.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''"); // the quotes of names depend on it
            String self = FirstValue.of(own, "SELECT CURRENT_USER()").orElse("");
            if (!self.equals(marker())) {
                throw new TooManyRightsException("the server takes it for " + self);
            }
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
            for (String name : TEST_SCHEMAS) {
                requireNoRights(statement, name);
            }
        }
    }

    /** The right to create a schema that does not exist shows in no list. */
    private static void requireNoRights(Statement own, String schema) throws SQLException {
        try {
            own.execute("USE " + schema);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_SCHEMA) {
                return;
            }
        }
        throw new TooManyRightsException("the server gives everybody rights in schemas like " + schema);
    }

    /**
     * Drops the account if it exists.
     *
     * @return false if that is impossible because something has it as its definer
     */
    boolean drop(Connection admin) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute("DROP USER " + quoted());
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == DEFINER) {
                return false;
            }
            if (!NOT_THERE.contains(e.getErrorCode())) {
                throw e;
            }
            return true;
        }
    }
}
