package dev.jdbcbench.watch;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a statement that only concerns the session is for: what sends it, and how to avoid it. */
enum SessionCheck {
    PING(
            "COM_PING",
            "sent by the pool",
            "A pool tests connections when it lends them. Test only idle ones: HikariCP does so after"
                    + " com.zaxxer.hikari.aliveBypassWindowMs (500 ms).",
            Remedy.FEWER_POOL_CHECKS),
    QUERY(
            CommandPurpose.CONSTANTS,
            "sent by the pool",
            "A pool tests connections with a query. Leave out connectionTestQuery, so JDBC's isValid is used, and test only idle ones.",
            Remedy.FEWER_POOL_CHECKS),
    AUTOCOMMIT(
            "set " + Names.SESSION + "autocommit ?= ?\\S+",
            "sent by the driver",
            "Transactions switch autocommit off and on. Let the pool lend connections with autocommit off"
                    + " (with Hibernate also hibernate.connection.provider_disables_autocommit=true).",
            Remedy.SESSION_STATE),
    READ_ONLY(
            "set (?:session )?transaction read (?:only|write)",
            "sent by the driver",
            "setReadOnly sends it. Leave it out where it changes nothing; Connector/J: readOnlyPropagatesToServer=false.",
            Remedy.LOCAL_READ_ONLY),
    ASKS_READ_ONLY(
            "select @@" + Names.SCOPE + "(?:tx|transaction)_read_only(?: as \\w+)?",
            "sent by the driver",
            "Connector/J asks whether the session is read only before it writes: useLocalSessionState=true.",
            Remedy.SESSION_STATE),
    ISOLATION(
            "set (?:session )?transaction isolation level [a-z ]+(?:, ?read (?:only|write))?|set " + Names.SESSION
                    + "(?:tx|transaction)_isolation ?= ?\\S+",
            "sent by the driver",
            "setTransactionIsolation sends it. Set it once in the pool; Connector/J: useLocalSessionState=true.",
            Remedy.SESSION_STATE),
    ASKS_ISOLATION(
            "select @@" + Names.SCOPE + "(?:tx|transaction)_isolation(?: as \\w+)?",
            "sent by the driver",
            "getTransactionIsolation sends it. Ask once; Connector/J: useLocalSessionState=true.",
            Remedy.SESSION_STATE),
    RESET(
            "COM_RESET_CONNECTION",
            "sent by the pool or driver",
            "The pool or driver resets connections when they go back. Leave it out if the application changes no session."),
    WARNINGS(
            "show warnings.*",
            "sent by the driver",
            "The driver sends it after statements with warnings. Fix the cause of the warnings."),
    DATABASE(
            "COM_INIT_DB|use .*",
            "sent by the application or its pool",
            "It changes the database of a connection. Use one pool for each database."),
    CHARACTERS(
            "set (?:names|character set|charset) .*",
            "sent by the application or its pool",
            "It sets the character set of an open connection. Set it once, in the URL."),
    /** Not known. */
    OTHER(".*", "which only concern the session", "See what sends it, and whether it is needed so often.");

    /** Parts of the patterns. */
    private static final class Names {
        private static final String SCOPE = "(?:session\\.)?";
        private static final String SESSION = "(?:session |@@session\\.|@@)?";
    }

    private final Pattern statement;
    private final String sender;
    private final String advice;

    @SuppressWarnings("ImmutableEnumChecker") // an enum's constant
    private final Optional<Remedy> remedy;

    SessionCheck(String statement, String sender, String advice) {
        this(statement, sender, advice, Optional.empty());
    }

    SessionCheck(String statement, String sender, String advice, Remedy remedy) {
        this(statement, sender, advice, Optional.of(remedy));
    }

    SessionCheck(String statement, String sender, String advice, Optional<Remedy> remedy) {
        this.statement = Pattern.compile("(?i)(?:" + statement + ");?");
        this.sender = sender;
        this.advice = advice;
        this.remedy = remedy;
    }

    /** What a normalised statement is for. */
    static SessionCheck of(String statement) {
        return Arrays.stream(values())
                .filter(check -> check.statement.matcher(statement).matches())
                .findFirst()
                .orElse(OTHER);
    }

    /** What sends it. */
    String sender() {
        return sender;
    }

    String advice() {
        return advice;
    }

    /** What a driver can do about it; empty if nothing is known. */
    Optional<Remedy> remedy() {
        return remedy;
    }
}
