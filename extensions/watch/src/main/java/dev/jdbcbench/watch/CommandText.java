package dev.jdbcbench.watch;

import dev.jdbcbench.disclosure.NormalisedStatement;
import dev.jdbcbench.sql.Syntax.Effect;
import dev.jdbcbench.watch.Statements.Prepared;
import dev.jdbcbench.wire.Command;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Finds out which statement a command sends, prepares or executes. Not thread safe. */
final class CommandText {
    /** In bytes: longer statements are truncated before they are normalised. */
    private static final int LONGEST_TEXT = 16_384;

    /** What a statement that is only prepared begins with. */
    static final String PREPARE = "PREPARE ";

    private static final int STATEMENT_ID = 5;
    private static final String ATTRIBUTES = "(a statement with attributes)";

    private final Conversation conversation;
    private final boolean values;
    /** Whether one text may contain several statements. */
    private boolean severalStatements;

    /**
     * Reads the commands of a connection.
     *
     * @param values whether to keep statements and bound values as sent
     */
    CommandText(Conversation conversation, boolean values) {
        this.conversation = conversation;
        this.values = values;
    }

    void severalStatements(boolean may) {
        severalStatements = may;
    }

    /**
     * How many bytes of a command to keep. Most commands need no more than their number, and COM_CHANGE_USER contains a
     * password.
     */
    int needed(int code) {
        boolean more = Command.of(code)
                .filter(command -> command.hasText() || (values && command.hasValues()))
                .isPresent();
        return more ? LONGEST_TEXT : STATEMENT_ID;
    }

    /** Fills in the statement, its purpose, and its effect on the session. */
    void describe(PendingCommand call, Command command, byte[] bytes) {
        call.statement = command.title();
        switch (command) {
            case QUERY, STMT_PREPARE -> {
                if (!statement(call, command, bytes)) {
                    return;
                }
            }
            case STMT_EXECUTE, STMT_BULK_EXECUTE -> execution(call, bytes);
            case STMT_SEND_LONG_DATA, STMT_RESET -> {
                Prepared prepared = conversation.statements().get(id(bytes));
                if (prepared != null) {
                    prepared.setLongData(command == Command.STMT_SEND_LONG_DATA);
                }
            }
            case STMT_CLOSE -> conversation.close(id(bytes));
            case RESET_CONNECTION, CHANGE_USER -> {
                conversation.closeAll();
                call.effect = Effect.RESTART;
            }
            case SET_OPTION -> severalStatements = true;
            default -> {
                // The name is sufficient.
            }
        }
        call.purpose = CommandPurpose.of(command, call.statement);
    }

    /** Reads a text; returns false if it follows attributes that bench cannot read. */
    private boolean statement(PendingCommand call, Command command, byte[] bytes) {
        byte[] sql = sql(command, bytes);
        if (sql == null) {
            call.statement = ATTRIBUTES;
            call.effect = Effect.UNKNOWN;
            return false;
        }
        NormalisedStatement statement = NormalisedStatement.of(
                sql, bytes.length >= LONGEST_TEXT, conversation.syntax().next());
        Effect effect = statement.effect(severalStatements);
        call.statement = statement.text();
        call.text = values ? shortened(new String(sql, StandardCharsets.UTF_8)) : null;
        if (command == Command.STMT_PREPARE) {
            call.prepared = new Prepared(call.statement, call.text, effect);
            conversation.statements().preparing(call.prepared);
            call.statement = PREPARE + call.statement;
        } else {
            call.effect = effect;
        }
        return true;
    }

    private void execution(PendingCommand call, byte[] bytes) {
        Prepared prepared = conversation.statements().get(id(bytes));
        if (prepared == null) {
            call.statement = "(a statement that was prepared before)";
            call.effect = Effect.UNKNOWN;
            return;
        }
        prepared.executed();
        call.statement = prepared.shape();
        call.text = prepared.text();
        call.prepared = prepared;
        call.effect = prepared.effect();
        call.bound = values && !prepared.hasLongData() && bytes.length < LONGEST_TEXT ? bytes : null;
        prepared.setLongData(false);
    }

    private static long id(byte[] bytes) {
        return bytes.length < STATEMENT_ID ? -1 : new PacketFields(bytes).at(1).number(4);
    }

    /** The text of a statement; null if it follows attributes that bench cannot read. */
    private byte @Nullable [] sql(Command command, byte[] bytes) {
        PacketFields fields = new PacketFields(bytes).at(1);
        if (command == Command.QUERY && conversation.agreed().queryAttributes()) {
            long attributes = fields.lengthEncoded();
            fields.lengthEncoded();
            if (attributes > 0 && !QueryAttributes.skip(fields, attributes)) {
                return null;
            }
        }
        return fields.bytes(fields.left());
    }

    private static String shortened(String sql) {
        return sql.length() <= Conversation.LONGEST_VALUES ? sql : sql.substring(0, Conversation.LONGEST_VALUES) + "…";
    }
}
