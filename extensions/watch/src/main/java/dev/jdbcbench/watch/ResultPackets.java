package dev.jdbcbench.watch;

import dev.jdbcbench.disclosure.NormalisedStatement;
import dev.jdbcbench.watch.Observer.Unreadable;
import dev.jdbcbench.wire.Command;
import dev.jdbcbench.wire.Packets;

/**
 * Reads the answer to one command after the other, to know where it ends: definitions of columns and parameters, rows,
 * several results, files that the server asks for, and errors. Not thread safe.
 */
final class ResultPackets {
    /** The first byte of an error. */
    static final int ERROR = 0xff;

    /** The first byte of the end of rows, or of an OK in their place. */
    private static final int END_OF_ROWS = 0xfe;

    /** The first byte of a request for a file. */
    private static final int FILE_REQUEST = 0xfb;

    /** An end of rows in its old form is shorter. */
    private static final int LONGEST_EOF = 9;

    /** Bytes to keep of the beginning of a packet: an OK packet with its status, or a greeting up to its flags. */
    static final int BEGINNING = 1024;

    private static final int SYNTAX_ERROR = 1064;

    /** The number of an error that is a report of progress. */
    private static final int PROGRESS = 0xffff;

    private final Conversation conversation;
    private Step step = Step.FIRST;
    private long definitions;
    private long moreDefinitions;

    /** The expected meaning of an answer's next packet. */
    private enum Step {
        FIRST,
        COLUMNS,
        COLUMNS_END,
        ROWS,
        PARAMETERS,
        PARAMETERS_END,
        PREPARED_COLUMNS,
        PREPARED_COLUMNS_END
    }

    ResultPackets(Conversation conversation) {
        this.conversation = conversation;
    }

    /**
     * Whether at most the first byte of the next packet matters. Most packets are definitions and rows, for which that
     * is so.
     */
    boolean needsOnlyFirst(int first) {
        return switch (step) {
            case COLUMNS, PARAMETERS, PREPARED_COLUMNS -> true;
            case ROWS -> first < END_OF_ROWS;
            default -> false;
        };
    }

    /**
     * Reads the next packet of the answer.
     *
     * @param bytes its beginning
     * @param length of the whole packet
     */
    void answer(PendingCommand call, byte[] bytes, int length) {
        int first = bytes.length == 0 ? -1 : bytes[0] & 0xff;
        boolean eof = first == END_OF_ROWS && length < (deprecateEof() ? Packets.LONGEST : LONGEST_EOF);
        switch (step) {
            case FIRST -> first(call, first, bytes, length);
            case COLUMNS -> {
                if (--definitions == 0) {
                    step = deprecateEof() ? Step.ROWS : Step.COLUMNS_END;
                }
            }
            case COLUMNS_END -> {
                if (eofStatus(call, bytes).cursor()) {
                    done(call);
                } else {
                    step = Step.ROWS;
                }
            }
            case ROWS -> {
                if (first == ERROR) {
                    error(call, bytes);
                } else if (eof) {
                    next(call, deprecateEof() ? okStatus(call, bytes, length) : eofStatus(call, bytes));
                } else {
                    call.rows++;
                }
            }
            case PARAMETERS -> {
                if (--definitions == 0) {
                    step = Step.PARAMETERS_END;
                    if (deprecateEof()) {
                        preparedColumns(call);
                    }
                }
            }
            case PARAMETERS_END -> preparedColumns(call);
            case PREPARED_COLUMNS -> {
                if (--moreDefinitions == 0) {
                    step = Step.PREPARED_COLUMNS_END;
                    if (deprecateEof()) {
                        done(call);
                    }
                }
            }
            case PREPARED_COLUMNS_END -> done(call);
        }
    }

    private boolean deprecateEof() {
        return conversation.agreed().deprecateEof();
    }

    private void first(PendingCommand call, int first, byte[] bytes, int length) {
        Command command = call.command;
        if (first == ERROR) {
            boolean progress = new PacketFields(bytes).at(1).number(2) == PROGRESS;
            if (!progress) {
                error(call, bytes);
            }
            return;
        }
        if (command == null) {
            conversation.giveUp(Unreadable.UNKNOWN);
            return;
        }
        switch (command) {
            case QUERY, STMT_EXECUTE, STMT_BULK_EXECUTE -> results(call, first, bytes, length);
            case STMT_PREPARE -> prepared(call, bytes);
            case STMT_FETCH, FIELD_LIST -> {
                step = Step.ROWS;
                answer(call, bytes, length);
            }
            case CHANGE_USER -> {
                if (first == 0) {
                    ok(call, bytes, length);
                    done(call);
                }
            }
            default -> {
                if (first == 0) {
                    ok(call, bytes, length);
                }
                done(call);
            }
        }
    }

    private void results(PendingCommand call, int first, byte[] bytes, int length) {
        if (first == 0) {
            next(call, ok(call, bytes, length));
        } else if (first == FILE_REQUEST) {
            call.roundTrips++; // the server requests a file, and answers again after it
            conversation.sendsFile(true);
            if (conversation.waiting() > 1) {
                conversation.giveUp(Unreadable.UNKNOWN); // the server takes the next commands for the file
            }
        } else {
            PacketFields fields = new PacketFields(bytes);
            definitions = fields.lengthEncoded();
            boolean defined = !conversation.agreed().cacheMetadata() || fields.left() == 0 || fields.one() != 0;
            if (defined) {
                step = Step.COLUMNS;
            } else {
                step = deprecateEof() ? Step.ROWS : Step.COLUMNS_END;
            }
        }
    }

    private void prepared(PendingCommand call, byte[] bytes) {
        PacketFields fields = new PacketFields(bytes).at(1);
        long id = fields.number(4);
        moreDefinitions = fields.number(2);
        definitions = fields.number(2);
        if (call.prepared != null) {
            call.prepared.setParameters((int) definitions);
            if (!conversation.prepared(id, call.prepared)) {
                return;
            }
        }
        if (definitions > 0) {
            step = Step.PARAMETERS;
        } else {
            preparedColumns(call);
        }
    }

    private void preparedColumns(PendingCommand call) {
        if (moreDefinitions > 0) {
            step = Step.PREPARED_COLUMNS;
        } else {
            done(call);
        }
    }

    /** Reads an OK: changed rows, and the server's status. */
    ServerStatus ok(PendingCommand call, byte[] bytes, int length) {
        call.rows += Math.max(0, new PacketFields(bytes).at(1).lengthEncoded());
        return okStatus(call, bytes, length);
    }

    private ServerStatus okStatus(PendingCommand call, byte[] bytes, int length) {
        PacketFields fields = new PacketFields(bytes).at(1);
        fields.lengthEncoded();
        fields.lengthEncoded();
        ServerStatus status = new ServerStatus(fields.number(2));
        conversation.reported(call, status);
        if (status.sessionChanged() && conversation.agreed().sessionTrack()) {
            fields.number(2);
            fields.skip(fields.lengthEncoded());
            conversation.syntax().changed(fields, length <= BEGINNING);
        }
        return status;
    }

    private ServerStatus eofStatus(PendingCommand call, byte[] bytes) {
        ServerStatus status = new ServerStatus(new PacketFields(bytes).at(3).number(2));
        conversation.reported(call, status);
        return status;
    }

    /** Reads an error, which ends an answer. */
    void error(PendingCommand call, byte[] bytes) {
        call.failed = true;
        if (new PacketFields(bytes).at(1).number(2) == SYNTAX_ERROR && call.command != null) {
            // Perhaps a quote too many, so that a literal looks like words.
            if (call.prepared != null) {
                call.prepared.unsafe();
            }
            call.statement =
                    (call.command == Command.STMT_PREPARE ? CommandText.PREPARE : "") + NormalisedStatement.UNSAFE;
            call.purpose = CommandPurpose.of(call.command, NormalisedStatement.UNSAFE);
        }
        done(call);
    }

    private void next(PendingCommand call, ServerStatus status) {
        if (status.moreResults()) {
            step = Step.FIRST;
        } else {
            done(call);
        }
    }

    private void done(PendingCommand call) {
        step = Step.FIRST;
        conversation.done(call);
    }
}
