package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.jdbcbench.wire.Command;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The purpose of a command, as far as its text reveals it. */
public enum CommandPurpose {
    /** A query of the application. */
    READ,
    /** INSERT, UPDATE, DELETE or REPLACE. */
    WRITE,
    /** COMMIT or ROLLBACK. */
    END,
    /** BEGIN or START TRANSACTION. */
    BEGIN,
    /** Concerns only the session, as pools and drivers send it on their own: SET, SELECT @@…, COM_PING. */
    CHECK,
    PREPARE,
    /** The next rows of a cursor. */
    FETCH,
    /** The server does not answer it. */
    UNANSWERED,
    /** TCP, greeting and login. */
    CONNECT,
    /** Encrypted or compressed. */
    UNREADABLE,
    OTHER;

    /** A query that reads nothing but constants and the time. */
    static final String CONSTANTS = items("\\?");

    private static final Pattern SETTING = Pattern.compile("(?i)^set statement .*? for ");
    private static final Pattern WRITING =
            Pattern.compile("(?i)^(?:(?:insert|update|delete|replace)\\b|with\\b.*\\) ?(?:update|delete)\\b).*");
    private static final Pattern READING = Pattern.compile("(?i)^\\(*(?:select|with|table)\\b.*");
    private static final Pattern ENDING = Pattern.compile("(?i)^(?:commit|rollback)(?: work)?;?$");
    private static final Pattern BEGINNING = Pattern.compile("(?i)^(?:begin(?: work)?|start transaction\\b[^;]*);?$");

    /** Settings of the session; not those of the application, like variables of the user, nor those of the server. */
    private static final Pattern CHECKING = Pattern.compile("(?i)^(?:"
            + "set (?!@[^@]|(?:@@)?(?:global|persist|persist_only)\\b|(?:password|statement|default role|resource group)\\b)[^;]*"
            + "|"
            + items("\\?|@@[\\w.]+|(?:database|schema|version|connection_id|user|current_user|session_user)\\(\\)")
            + "|do \\?|use [^;]*|show (?:session |global )?(?:variables|warnings|status)\\b[^;]*);?$");

    /** A pattern of queries without a table for such items, or for the time. */
    private static String items(String item) {
        String one = "(?:" + item
                + "|(?:now|sysdate|(?:current|utc)_(?:timestamp|date|time)|curdate|curtime)\\(\\??\\)"
                + "|(?:current|utc)_(?:timestamp|date|time))(?: (?:as )?(?!from\\b|limit\\b)`?\\w+`?)?";
        return "\\(?select " + one + "(?:, " + one + ")*(?: from dual)?(?: limit \\?)?\\)?";
    }

    /** The name in files. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds a purpose by its name in files. */
    @JsonCreator
    public static CommandPurpose ofId(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT));
    }

    /**
     * The purpose of a command.
     *
     * @param shape its normalised statement; null if it has none
     */
    static CommandPurpose of(Command command, @Nullable String shape) {
        return switch (command) {
            case QUERY, STMT_EXECUTE, STMT_BULK_EXECUTE -> ofShape(shape == null ? "" : shape);
            case PING, RESET_CONNECTION, INIT_DB, SET_OPTION, STATISTICS -> CHECK;
            case STMT_PREPARE -> PREPARE;
            case STMT_FETCH -> FETCH;
            case STMT_CLOSE, STMT_SEND_LONG_DATA, QUIT -> UNANSWERED;
            default -> OTHER;
        };
    }

    private static CommandPurpose ofShape(String whole) {
        String shape = SETTING.matcher(whole).replaceFirst(""); // for one statement only, as setQueryTimeout sends it
        if (CHECKING.matcher(shape).matches()) {
            return CHECK;
        }
        if (WRITING.matcher(shape).matches()) {
            return WRITE;
        }
        if (READING.matcher(shape).matches()) {
            return READ;
        }
        if (ENDING.matcher(shape).matches()) {
            return END;
        }
        return BEGINNING.matcher(shape).matches() ? BEGIN : OTHER;
    }
}
