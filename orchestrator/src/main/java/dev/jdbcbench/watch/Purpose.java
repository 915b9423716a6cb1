package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.jdbcbench.wire.Command;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The purpose of a command, as far as its text reveals it. */
public enum Purpose {
    /** A query of the application. */
    READ,
    /** INSERT, UPDATE, DELETE or REPLACE. */
    WRITE,
    /** COMMIT or ROLLBACK. */
    END,
    /** BEGIN or START TRANSACTION. */
    BEGIN,
    /** Sent by pools and drivers on their own: SET, SELECT @@…, COM_PING. */
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

    private static final Pattern WRITING = Pattern.compile("(?i)^(?:insert|update|delete|replace)\\b.*");
    private static final Pattern READING = Pattern.compile("(?i)^\\(*(?:select|with|table)\\b.*");
    private static final Pattern ENDING = Pattern.compile("(?i)^(?:commit|rollback)(?: work)?;?$");
    private static final Pattern BEGINNING = Pattern.compile("(?i)^(?:begin|start transaction)\\b.*");
    private static final Pattern CHECKING = Pattern.compile("(?i)^(?:"
            + "set (?!@[^@]|password)"
            + "|select @@|select \\?(?: as \\w+)?;?$|select (?:database|version|connection_id)\\(\\)|do \\?"
            + "|use |show (?:session |global )?(?:variables|warnings|status)).*");

    /** The name in files. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Finds a purpose by its name in files. */
    @JsonCreator
    public static Purpose ofId(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT));
    }

    /**
     * The purpose of a command.
     *
     * @param shape its normalised statement; null if it has none
     */
    static Purpose of(Command command, @Nullable String shape) {
        return switch (command) {
            case QUERY, STMT_EXECUTE, STMT_BULK_EXECUTE -> ofShape(shape == null ? "" : shape);
            case PING, RESET_CONNECTION, INIT_DB, SET_OPTION, STATISTICS -> CHECK;
            case STMT_PREPARE -> PREPARE;
            case STMT_FETCH -> FETCH;
            case STMT_CLOSE, STMT_SEND_LONG_DATA, QUIT -> UNANSWERED;
            default -> OTHER;
        };
    }

    private static Purpose ofShape(String shape) {
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
