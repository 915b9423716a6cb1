package dev.jdbcbench.watch;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Explains statements that the application did not write: what sends them, and how to avoid them. */
final class Checks {
    private static final Map<String, String> ADVICE = advice();
    private static final Map<String, Remedy> REMEDIES = remedies();

    private Checks() {}

    private static Map<String, String> advice() {
        Map<String, String> advice = new LinkedHashMap<>();
        advice.put(
                "com_ping",
                "A pool tests connections when it lends them. Test only idle ones: HikariCP does so after"
                        + " com.zaxxer.hikari.aliveBypassWindowMs (500 ms).");
        advice.put(
                "select ?",
                "A pool tests connections with a query. Leave out connectionTestQuery, so JDBC's isValid is used, and test only idle ones.");
        advice.put(
                "autocommit",
                "Transactions switch autocommit off and on. Let the pool lend connections with autocommit off"
                        + " (with Hibernate also hibernate.connection.provider_disables_autocommit=true).");
        advice.put(
                "transaction read",
                "setReadOnly sends it. Leave it out where it changes nothing; Connector/J: readOnlyPropagatesToServer=false.");
        advice.put(
                "transaction_read_only",
                "Connector/J asks whether the session is read only before it writes: useLocalSessionState=true.");
        advice.put(
                "isolation",
                "setTransactionIsolation sends it. Set it once in the pool; Connector/J: useLocalSessionState=true.");
        advice.put(
                "com_reset_connection",
                "The pool or driver resets connections when they go back. Leave it out if the application changes no session.");
        advice.put(
                "show warnings", "The driver sends it after statements with warnings. Fix the cause of the warnings.");
        advice.put(
                "com_init_db", "The application changes the database of a connection. Use one pool for each database.");
        advice.put("set names", "It is sent for each new connection. Keep connections longer.");
        return advice;
    }

    private static Map<String, Remedy> remedies() {
        Map<String, Remedy> remedies = new LinkedHashMap<>();
        remedies.put("com_ping", Remedy.FEWER_POOL_CHECKS);
        remedies.put("select ?", Remedy.FEWER_POOL_CHECKS);
        remedies.put("autocommit", Remedy.SESSION_STATE);
        remedies.put("transaction read", Remedy.LOCAL_READ_ONLY);
        remedies.put("transaction_read_only", Remedy.SESSION_STATE);
        remedies.put("isolation", Remedy.SESSION_STATE);
        return remedies;
    }

    static String advice(String statement) {
        return first(ADVICE, statement).orElse(WatchFinding.Kind.CHECKS.advice());
    }

    /** What a driver can do about it; empty if nothing is known. */
    static Optional<Remedy> remedy(String statement) {
        return first(REMEDIES, statement);
    }

    private static <T> Optional<T> first(Map<String, T> known, String statement) {
        String lower = statement.toLowerCase(Locale.ROOT);
        return known.entrySet().stream()
                .filter(entry -> lower.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
