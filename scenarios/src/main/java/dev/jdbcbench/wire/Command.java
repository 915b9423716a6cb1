package dev.jdbcbench.wire;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A command that a client sends; its code is the first byte of the packet. */
public enum Command {
    QUIT(0x01),
    INIT_DB(0x02),
    QUERY(0x03),
    FIELD_LIST(0x04),
    STATISTICS(0x09),
    PING(0x0e),
    CHANGE_USER(0x11),
    STMT_PREPARE(0x16),
    STMT_EXECUTE(0x17),
    STMT_SEND_LONG_DATA(0x18),
    STMT_CLOSE(0x19),
    STMT_RESET(0x1a),
    SET_OPTION(0x1b),
    STMT_FETCH(0x1c),
    RESET_CONNECTION(0x1f),
    STMT_BULK_EXECUTE(0xfa);

    private static final Map<Integer, Command> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toMap(command -> command.code, Function.identity()));

    /** The titles of those to which the server does not reply. */
    public static final Set<String> UNANSWERED = Arrays.stream(values())
            .filter(command -> !command.answered())
            .map(Command::title)
            .collect(Collectors.toUnmodifiableSet());

    private final int code;

    Command(int code) {
        this.code = code;
    }

    /** The command of a code; empty when bench does not know it. */
    public static Optional<Command> of(int code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** The protocol's name for a code, or the code itself when bench does not know it. */
    public static String title(int code) {
        return of(code).map(Command::title).orElseGet(() -> String.format(Locale.ROOT, "command 0x%02x", code));
    }

    /** The name in the documentation of the protocol: {@code COM_QUERY}. */
    public String title() {
        return "COM_" + name();
    }

    /** Whether the rest of the packet is the text of a statement. */
    public boolean hasText() {
        return this == QUERY || this == STMT_PREPARE;
    }

    /** Whether it carries the values of a prepared statement. */
    public boolean hasValues() {
        return this == STMT_EXECUTE || this == STMT_BULK_EXECUTE;
    }

    /** Whether the server replies to it. */
    public boolean answered() {
        return this != QUIT && this != STMT_CLOSE && this != STMT_SEND_LONG_DATA;
    }
}
