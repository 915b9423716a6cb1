package dev.jdbcbench.watch;

import dev.jdbcbench.sql.NormalisedStatement;
import dev.jdbcbench.sql.Syntax;
import dev.jdbcbench.sql.Syntax.Effect;
import dev.jdbcbench.watch.AnsweredCommand.State;
import dev.jdbcbench.watch.Observer.Unreadable;
import dev.jdbcbench.watch.Statements.Prepared;
import dev.jdbcbench.wire.Command;
import dev.jdbcbench.wire.Packets;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the traffic of one connection: pairs commands with answers, and reports to an observer. Of a login it reads
 * only the first 32 bytes, which hold flags; user name and password come after them. Memory is bounded, whatever is
 * sent. What fails while it reads ends the reading of this connection, and is never thrown: the application must not
 * notice it, not even if memory runs out. Not thread safe.
 */
final class Dialogue {
    private static final Logger LOG = LoggerFactory.getLogger(Dialogue.class);

    /** In bytes: longer statements are truncated before they are normalised. */
    private static final int LONGEST_TEXT = 16_384;

    /** In characters: limit for a statement with its values, or for the values bound to it. */
    static final int LONGEST_VALUES = 2000;

    /** Bytes to keep of the beginning of a packet: an OK packet with its status, or a greeting up to its flags. */
    private static final int BEGINNING = 1024;

    private static final int SYNTAX_ERROR = 1064;

    /**
     * Limit of unanswered commands. A client that sends more before it reads an answer does not speak this protocol.
     */
    private static final int MOST_PENDING = 20_000;

    private static final int TLS_REQUEST_LENGTH = 32;
    private static final int STATEMENT_ID = 5;
    private static final String CONNECT = "(connect)";
    private static final String ATTRIBUTES = "(a statement with attributes)";
    private static final String PREPARE = "PREPARE ";

    private final int number;
    private final Observer observer;
    private final DelayedPath link;
    private final boolean values;
    private final boolean endsTls;
    private final Budget budget;
    private final Packets fromClient = new Packets(new FromClient());
    private final Packets fromServer = new Packets(new FromServer());
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final Statements statements;
    private Phase phase = Phase.GREETING;
    private Capabilities offered = Capabilities.NONE;
    private Capabilities agreed = Capabilities.NONE;
    private State state = State.INITIAL;
    /** Unsure after the login, too: what init_connect changes then, no answer to the login can tell. */
    private Syntax syntax = Syntax.UNSURE;

    /** Whether backslashes escape, as the login reported. The first answer to a command confirms it. */
    private Optional<Boolean> unconfirmed = Optional.empty();
    /** How many unanswered commands may change the syntax. */
    private int switching;
    /** Whether one text may contain several statements. */
    private boolean severalStatements;
    /** Whether the client sends a file: its packets are not commands until an empty one, whatever their numbers. */
    private boolean sendsFile;

    private long now;
    /** When the client has received the last answer. */
    private long answered;

    private @Nullable Pending unreadable;
    private boolean answering;
    private long lastUnreadable;
    /** When the server sent its last packet of the login. */
    private long lastLogin;

    /** How much later than the plain delay the current bytes arrive. */
    private long late;

    private enum Phase {
        GREETING,
        LOGIN,
        COMMANDS,
        UNREADABLE
    }

    /**
     * A connection.
     *
     * @param opened when the client connected
     * @param values whether to keep statements and bound values as sent
     * @param endsTls whether the relay provides TLS to a client that asks for it; the traffic then stays readable
     * @param budget for unanswered commands and prepared statements
     */
    Dialogue(
            int number,
            Observer observer,
            DelayedPath link,
            boolean values,
            boolean endsTls,
            Budget budget,
            long opened) {
        this.number = number;
        this.observer = observer;
        this.link = link;
        this.values = values;
        this.endsTls = endsTls;
        this.budget = budget;
        this.statements = new Statements(budget);
        this.answered = opened;
        this.pending.add(new Pending(null, opened));
        // TCP's own handshake, and the greeting.
        this.pending.element().roundTrips = 2;
    }

    /** A command that is not answered yet. */
    private static final class Pending {
        private final @Nullable Command command;
        private final long start;
        private String statement = "";
        private @Nullable String text;
        private @Nullable Prepared prepared;
        /** The packet that executes it; null if its values cannot be read or are not kept. */
        private byte @Nullable [] bound;

        private Effect effect = Effect.NONE;
        /** Its size in memory, taken from the budget. */
        private long bytes;

        private CommandPurpose purpose = CommandPurpose.OTHER;
        private int roundTrips;
        private long complete;
        private long late;
        private long firstAnswer;
        private boolean begun;
        private long up;
        private long down;
        private long rows;
        /** Time that a client spent on its own steps during the login. */
        private long loginPause;

        private boolean failed;
        private Step step = Step.FIRST;
        private long definitions;
        private long moreDefinitions;

        Pending(@Nullable Command command, long start) {
            this.command = command;
            this.start = start;
            this.complete = start;
        }
    }

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

    /**
     * Reads bytes that the client sent.
     *
     * @param later how much later than the plain delay they arrive, ns
     */
    void up(ByteBuffer bytes, long nanos, long later) {
        now = nanos;
        late = later;
        unharmed(() -> {
            observer.moved(bytes.remaining(), 0);
            if (phase == Phase.UNREADABLE) {
                unreadable(bytes.remaining(), true);
            } else {
                fromClient.read(bytes);
            }
        });
    }

    /**
     * Reads bytes that the server sent.
     *
     * @param later how much later than the plain delay they arrive, ns
     */
    void down(ByteBuffer bytes, long nanos, long later) {
        now = nanos;
        late = later;
        unharmed(() -> {
            observer.moved(0, bytes.remaining());
            if (phase == Phase.UNREADABLE) {
                unreadable(bytes.remaining(), false);
            } else {
                fromServer.read(bytes);
            }
        });
    }

    private void unharmed(Runnable reading) {
        try {
            reading.run();
        } catch (RuntimeException | Error e) {
            fails(e);
        }
    }

    private void fails(Throwable why) {
        if (phase == Phase.UNREADABLE) {
            return; // the report already says that something is missing
        }
        try {
            giveUp(Unreadable.FAILED);
            LOG.error("connection {} cannot be read", number, why);
        } catch (RuntimeException | Error e) {
            why.addSuppressed(e); // no memory even for that: the report has counted the connection
        }
    }

    /**
     * Client and relay have agreed on keys, which took {@code roundTrips} round trips. The request for TLS counts as
     * one already.
     */
    void secured(long nanos, int roundTrips) {
        lastLogin = nanos;
        Pending connect = pending.peek();
        if (connect != null) {
            connect.roundTrips += roundTrips - 1;
        }
    }

    /** Called when the connection has ended. */
    void end() {
        unharmed(() -> {
            if (unreadable != null && answering) {
                finish(unreadable);
            }
        });
        unharmed(this::forget);
        unharmed(() -> observer.closed(number));
    }

    /** Gives back memory. */
    private void forget() {
        pending.forEach(call -> budget.give(call.bytes));
        pending.clear();
        statements.closeAll(observer);
    }

    /** Stops reading the content, but continues to count. */
    private void giveUp(Unreadable why) {
        if (phase != Phase.UNREADABLE) {
            phase = Phase.UNREADABLE;
            fromClient.stop();
            fromServer.stop();
            observer.unreadable(number, why);
            forget();
        }
    }

    /**
     * Counts unreadable traffic. An answer ends when the client sends again: a burst in each direction counts as one
     * round trip.
     */
    private void unreadable(int bytes, boolean up) {
        Pending open = unreadable;
        if (up && (open == null || answering)) {
            if (open != null) {
                finish(open);
            }
            open = new Pending(null, now);
            open.purpose = CommandPurpose.UNREADABLE;
            open.statement = "(unreadable)";
            open.roundTrips = now >= answered ? 1 : 0;
            unreadable = open;
            answering = false;
        }
        if (open == null) {
            return;
        }
        if (up) {
            open.up += bytes;
            open.complete = now;
        } else {
            open.down += bytes;
            if (!open.begun) {
                open.begun = true;
                open.firstAnswer = now;
            }
            answering = true;
        }
        lastUnreadable = now;
    }

    /** Reports a complete call to the observer. */
    private void finish(Pending call) {
        long last = phase == Phase.UNREADABLE ? lastUnreadable : now;
        boolean answers = call.command == null || call.command.answered();
        long end = last + link.oneWay() + late;
        long waited = Math.max(0, end - Math.max(call.start, answered) - call.loginPause);
        long lateness = late + (call.roundTrips > 0 ? call.late : 0);
        long network = Math.min(waited, call.roundTrips * link.roundTrip() + lateness);
        long before = answered - link.oneWay();
        long thinking = call.firstAnswer - Math.max(call.complete + link.oneWay() + call.late, before);
        if (answers && call.roundTrips == 1 && phase != Phase.UNREADABLE && thinking > 0) {
            link.pathAtMost(thinking);
        }
        long server = Math.max(0, Math.min(waited - network, thinking - (call.roundTrips > 0 ? link.path() : 0)));
        if (!answers) {
            end = call.start;
            waited = 0;
            network = 0;
            server = 0;
        } else {
            answered = Math.max(answered, end);
        }
        observer.called(new AnsweredCommand(
                number,
                call.command,
                call.purpose,
                call.statement,
                call.text,
                boundTo(call),
                call.start,
                end,
                answers ? call.roundTrips : 0,
                waited,
                network,
                server,
                call.up,
                call.down,
                call.rows,
                call.failed,
                state));
    }

    /**
     * The values of a prepared statement. They are readable once it was answered, because its number of parameters is
     * known then.
     */
    private @Nullable List<List<String>> boundTo(Pending call) {
        Prepared prepared = call.prepared;
        byte[] packet = call.bound;
        if (prepared == null || packet == null) {
            return null;
        }
        return call.command == Command.STMT_EXECUTE
                ? Binding.ofExecute(packet, prepared, agreed.queryAttributes(), LONGEST_VALUES)
                : Binding.ofBulk(packet, prepared, LONGEST_VALUES);
    }

    /** Reads the client's packets. */
    private final class FromClient implements Packets.Receiver {
        private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
        private boolean continued;
        private boolean continues;
        private boolean loggedIn;
        private boolean asksForTls;
        private boolean isCommand;
        private boolean isFileEnd;
        private @Nullable Pending open;
        private int most;

        @Override
        public void begins(int sequence, int bytes) {
            continued = continues;
            continues = bytes == Packets.LONGEST;
            if (continued) {
                count(bytes);
                return;
            }
            beginning.reset();
            most = 0;
            isCommand = false;
            isFileEnd = false;
            if (phase == Phase.GREETING || phase == Phase.LOGIN) {
                login(sequence, bytes);
            } else if (sequence == 0 && !sendsFile) {
                open = new Pending(null, now);
                isCommand = true;
            } else {
                // The data of LOAD DATA LOCAL, or a further step of a change of user.
                isFileEnd = sendsFile && bytes == 0;
                open = pending.peek();
                if (open != null) {
                    open.complete = now;
                    open.begun = false;
                }
            }
            count(bytes);
        }

        private void login(int sequence, int bytes) {
            open = pending.peek();
            asksForTls = sequence == 1 && bytes == TLS_REQUEST_LENGTH;
            if (asksForTls && !endsTls) {
                Pending connect = pending.peek();
                giveUp(Unreadable.ENCRYPTED);
                if (connect != null) {
                    connect.purpose = CommandPurpose.CONNECT;
                    connect.statement = CONNECT;
                    unreadable = connect;
                    lastUnreadable = now;
                    connect.up += bytes + 4L;
                    answering = false;
                }
            } else if (!loggedIn && !asksForTls) {
                most = Capabilities.LOGIN_BYTES;
            }
            if (open != null && phase != Phase.UNREADABLE) {
                open.roundTrips++;
                open.loginPause += Math.max(0, now - lastLogin - link.oneWay());
                open.complete = now;
                open.begun = false;
            }
        }

        private void count(int bytes) {
            if (open != null) {
                open.up += bytes + 4L;
                open.late = late;
            }
        }

        @Override
        public void bytes(ByteBuffer part) {
            if (isCommand && beginning.size() == 0) {
                // No other command needs more, and COM_CHANGE_USER contains a password.
                boolean more = Command.of(part.get(part.position()) & 0xff)
                        .filter(command -> command.hasText() || (values && command.hasValues()))
                        .isPresent();
                most = more ? LONGEST_TEXT : STATEMENT_ID;
            }
            PacketFields.keep(part, beginning, most);
        }

        @Override
        public void ends() {
            if (continues) {
                return;
            }
            if (phase == Phase.LOGIN && !loggedIn && !asksForTls) {
                loggedIn = true;
                Capabilities wanted = Capabilities.ofLogin(beginning.toByteArray());
                agreed = wanted.and(offered);
                severalStatements = agreed.multiStatements();
                if (!wanted.protocol41()) {
                    giveUp(Unreadable.UNKNOWN);
                }
            } else if (isFileEnd) {
                sendsFile = false;
            } else if (phase == Phase.COMMANDS && isCommand && open != null) {
                command(open);
            } else if (open != null) {
                open.complete = now;
            }
        }

        private void command(Pending begun) {
            byte[] bytes = beginning.toByteArray();
            Optional<Command> known = bytes.length == 0 ? Optional.empty() : Command.of(bytes[0] & 0xff);
            if (known.isEmpty() || pending.size() >= MOST_PENDING) {
                giveUp(Unreadable.UNKNOWN);
                return;
            }
            Command command = known.get();
            Pending call = new Pending(command, begun.start);
            call.complete = now;
            call.up = begun.up;
            call.late = begun.late;
            open = call;
            describe(call, command, bytes);
            if (!command.answered()) {
                finish(call);
                return;
            }
            call.roundTrips = pending.isEmpty() && call.start >= answered ? 1 : 0;
            if (call.prepared != null && command == Command.STMT_PREPARE) {
                call.prepared.setRoundTrips(call.roundTrips);
            }
            call.bytes = Budget.OBJECT
                    + Budget.of(call.statement)
                    + Budget.of(call.text)
                    + (call.bound == null ? 0 : call.bound.length);
            if (!budget.take(call.bytes)) {
                giveUp(Unreadable.TOO_MUCH);
                return;
            }
            pending.add(call);
            switching += call.effect.switches() ? 1 : 0;
        }

        private void describe(Pending call, Command command, byte[] bytes) {
            call.statement = command.title();
            switch (command) {
                case QUERY, STMT_PREPARE -> {
                    byte[] sql = sql(command, bytes);
                    if (sql == null) {
                        call.statement = ATTRIBUTES;
                        call.effect = Effect.UNKNOWN;
                        return;
                    }
                    NormalisedStatement shape = NormalisedStatement.of(
                            sql, bytes.length >= LONGEST_TEXT, switching == 0 ? syntax : Syntax.UNSURE);
                    Effect effect = shape.effect(severalStatements);
                    call.statement = shape.text();
                    call.text = values ? shortened(new String(sql, StandardCharsets.UTF_8)) : null;
                    if (command == Command.STMT_PREPARE) {
                        call.prepared = new Prepared(call.statement, call.text, effect);
                        statements.preparing(call.prepared);
                        call.statement = PREPARE + call.statement;
                    } else {
                        call.effect = effect;
                    }
                }
                case STMT_EXECUTE, STMT_BULK_EXECUTE -> {
                    Prepared prepared = statements.get(id(bytes));
                    if (prepared != null) {
                        prepared.executed();
                        call.statement = prepared.shape();
                        call.text = prepared.text();
                        call.prepared = prepared;
                        call.effect = prepared.effect();
                        call.bound = values && !prepared.hasLongData() && bytes.length < LONGEST_TEXT ? bytes : null;
                        prepared.setLongData(false);
                    } else {
                        call.statement = "(a statement that was prepared before)";
                        call.effect = Effect.UNKNOWN;
                    }
                }
                case STMT_SEND_LONG_DATA, STMT_RESET -> {
                    Prepared prepared = statements.get(id(bytes));
                    if (prepared != null) {
                        prepared.setLongData(command == Command.STMT_SEND_LONG_DATA);
                    }
                }
                case STMT_CLOSE -> statements.close(id(bytes), observer);
                case RESET_CONNECTION, CHANGE_USER -> {
                    statements.closeAll(observer);
                    call.effect = Effect.RESTART;
                }
                case SET_OPTION -> severalStatements = true;
                default -> {
                    // The name is sufficient.
                }
            }
            call.purpose = CommandPurpose.of(command, call.statement);
        }

        private long id(byte[] bytes) {
            return bytes.length < STATEMENT_ID
                    ? -1
                    : new PacketFields(bytes).at(1).number(4);
        }

        /** The text of a statement; null if it follows attributes that bench cannot read. */
        private byte @Nullable [] sql(Command command, byte[] bytes) {
            PacketFields reader = new PacketFields(bytes).at(1);
            if (command == Command.QUERY && agreed.queryAttributes()) {
                long attributes = reader.lengthEncoded();
                reader.lengthEncoded();
                if (attributes > 0 && !QueryAttributes.skip(reader, attributes)) {
                    return null;
                }
            }
            return reader.bytes(reader.left());
        }

        private String shortened(String sql) {
            return sql.length() <= LONGEST_VALUES ? sql : sql.substring(0, LONGEST_VALUES) + "…";
        }
    }

    /** Reads the server's packets. */
    private final class FromServer implements Packets.Receiver {
        private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
        private boolean continued;
        private boolean continues;
        private int length;
        /** Whether the client's character set is plain now, as the server just reported; empty if it did not. */
        private Optional<Boolean> tracked = Optional.empty();

        @Override
        public void begins(int sequence, int bytes) {
            continued = continues;
            continues = bytes == Packets.LONGEST;
            Pending call = pending.peek();
            if (call != null) {
                call.down += bytes + 4L;
                if (!call.begun) {
                    call.begun = true;
                    call.firstAnswer = now;
                }
            }
            if (!continued) {
                beginning.reset();
                length = bytes;
            }
        }

        @Override
        public void bytes(ByteBuffer part) {
            if (!continued) {
                PacketFields.keep(part, beginning, needed(part));
            }
        }

        /**
         * How many bytes of a packet to keep. Most packets are definitions and rows, of which at most the first byte
         * matters.
         */
        private int needed(ByteBuffer part) {
            Pending call = pending.peek();
            if (phase != Phase.COMMANDS || call == null || beginning.size() > 0) {
                return BEGINNING;
            }
            return switch (call.step) {
                case COLUMNS, PARAMETERS, PREPARED_COLUMNS -> 1;
                case ROWS -> (part.get(part.position()) & 0xff) < 0xfe ? 1 : BEGINNING;
                default -> BEGINNING;
            };
        }

        @Override
        public void ends() {
            Pending call = pending.peek();
            if (continued || call == null) {
                return; // an error that a server sends before it closes the connection is no answer
            }
            byte[] bytes = beginning.toByteArray();
            lastLogin = now;
            switch (phase) {
                case GREETING -> {
                    phase = Phase.LOGIN;
                    if (new PacketFields(bytes).one() == 0xff) {
                        connected(call);
                        error(call, bytes);
                    } else {
                        offered = Capabilities.ofGreeting(bytes);
                    }
                }
                case LOGIN -> login(call, bytes);
                default -> answer(call, bytes);
            }
        }

        private void login(Pending call, byte[] bytes) {
            int first = new PacketFields(bytes).one();
            if (first == 0 || first == 0xff) {
                call.failed = first == 0xff;
                connected(call);
                if (first == 0) {
                    ok(call, bytes);
                    call.rows = 0;
                    phase = Phase.COMMANDS;
                }
                done(call);
                if (agreed.compress()) {
                    giveUp(Unreadable.COMPRESSED);
                } else if (agreed.optionalMetadata()) {
                    giveUp(Unreadable.UNKNOWN);
                }
            }
        }

        private void connected(Pending call) {
            call.purpose = CommandPurpose.CONNECT;
            call.statement = CONNECT;
        }

        private void answer(Pending call, byte[] bytes) {
            int first = bytes.length == 0 ? -1 : bytes[0] & 0xff;
            boolean eof = first == 0xfe && length < (agreed.deprecateEof() ? Packets.LONGEST : 9);
            switch (call.step) {
                case FIRST -> first(call, first, bytes);
                case COLUMNS -> {
                    if (--call.definitions == 0) {
                        call.step = agreed.deprecateEof() ? Step.ROWS : Step.COLUMNS_END;
                    }
                }
                case COLUMNS_END -> {
                    if (eofStatus(call, bytes).cursor()) {
                        done(call);
                    } else {
                        call.step = Step.ROWS;
                    }
                }
                case ROWS -> {
                    if (first == 0xff) {
                        error(call, bytes);
                    } else if (eof) {
                        next(call, agreed.deprecateEof() ? okStatus(call, bytes) : eofStatus(call, bytes));
                    } else {
                        call.rows++;
                    }
                }
                case PARAMETERS -> {
                    if (--call.definitions == 0) {
                        call.step = Step.PARAMETERS_END;
                        if (agreed.deprecateEof()) {
                            preparedColumns(call);
                        }
                    }
                }
                case PARAMETERS_END -> preparedColumns(call);
                case PREPARED_COLUMNS -> {
                    if (--call.moreDefinitions == 0) {
                        call.step = Step.PREPARED_COLUMNS_END;
                        if (agreed.deprecateEof()) {
                            done(call);
                        }
                    }
                }
                case PREPARED_COLUMNS_END -> done(call);
            }
        }

        private void first(Pending call, int first, byte[] bytes) {
            Command command = call.command;
            if (first == 0xff) {
                boolean progress = new PacketFields(bytes).at(1).number(2) == 0xffff;
                if (!progress) {
                    error(call, bytes);
                }
                return;
            }
            if (command == null) {
                giveUp(Unreadable.UNKNOWN);
                return;
            }
            switch (command) {
                case QUERY, STMT_EXECUTE, STMT_BULK_EXECUTE -> results(call, first, bytes);
                case STMT_PREPARE -> prepared(call, bytes);
                case STMT_FETCH, FIELD_LIST -> {
                    call.step = Step.ROWS;
                    answer(call, bytes);
                }
                case CHANGE_USER -> {
                    if (first == 0) {
                        ok(call, bytes);
                        done(call);
                    }
                }
                default -> {
                    if (first == 0) {
                        ok(call, bytes);
                    }
                    done(call);
                }
            }
        }

        private void results(Pending call, int first, byte[] bytes) {
            if (first == 0) {
                next(call, ok(call, bytes));
            } else if (first == 0xfb) {
                call.roundTrips++; // the server requests a file, and answers again after it
                sendsFile = true;
                if (pending.size() > 1) {
                    giveUp(Unreadable.UNKNOWN); // the server takes the next commands for the file
                }
            } else {
                PacketFields reader = new PacketFields(bytes);
                call.definitions = reader.lengthEncoded();
                boolean definitions = !agreed.cacheMetadata() || reader.left() == 0 || reader.one() != 0;
                if (definitions) {
                    call.step = Step.COLUMNS;
                } else {
                    call.step = agreed.deprecateEof() ? Step.ROWS : Step.COLUMNS_END;
                }
            }
        }

        private void prepared(Pending call, byte[] bytes) {
            PacketFields reader = new PacketFields(bytes).at(1);
            long id = reader.number(4);
            call.moreDefinitions = reader.number(2);
            call.definitions = reader.number(2);
            if (call.prepared != null) {
                call.prepared.setParameters((int) call.definitions);
                if (!statements.prepared(id, call.prepared, observer)) {
                    giveUp(Unreadable.TOO_MUCH);
                    return;
                }
            }
            if (call.definitions > 0) {
                call.step = Step.PARAMETERS;
            } else {
                preparedColumns(call);
            }
        }

        private void preparedColumns(Pending call) {
            if (call.moreDefinitions > 0) {
                call.step = Step.PREPARED_COLUMNS;
            } else {
                done(call);
            }
        }

        private Status ok(Pending call, byte[] bytes) {
            call.rows += Math.max(0, new PacketFields(bytes).at(1).lengthEncoded());
            return okStatus(call, bytes);
        }

        private Status okStatus(Pending call, byte[] bytes) {
            PacketFields reader = new PacketFields(bytes).at(1);
            reader.lengthEncoded();
            reader.lengthEncoded();
            Status status = take(call, new Status(reader.number(2)));
            if (status.sessionChanged() && agreed.sessionTrack()) {
                reader.number(2);
                reader.skip(reader.lengthEncoded());
                sessionChanged(reader);
            }
            return status;
        }

        /** Reads which variables changed. Of those, the client's character set matters. */
        private void sessionChanged(PacketFields reader) {
            reader.lengthEncoded();
            while (reader.left() > 0) {
                boolean variables = reader.one() == 0;
                PacketFields change = new PacketFields(reader.counted());
                while (variables && change.left() > 0) {
                    String name = change.text();
                    String value = change.text();
                    if (name.equals("character_set_client")) {
                        tracked = Optional.of(Syntax.plain(value));
                    }
                }
            }
            if (length > BEGINNING && tracked.isEmpty()) {
                tracked = Optional.of(false);
            }
        }

        private Status eofStatus(Pending call, byte[] bytes) {
            return take(call, new Status(new PacketFields(bytes).at(3).number(2)));
        }

        private Status take(Pending call, Status status) {
            state = new State(status.inTransaction(), status.autocommit());
            boolean escape = !status.noEscapes();
            if (phase == Phase.LOGIN) {
                unconfirmed = Optional.of(escape);
                return status;
            }
            boolean confirmed = unconfirmed.filter(before -> before == escape).isPresent()
                    && call.effect.characters() != Syntax.Characters.UNSURE;
            unconfirmed = Optional.empty();
            syntax = syntax.reported(escape, confirmed || call.effect.setsMode());
            return status;
        }

        private void error(Pending call, byte[] bytes) {
            call.failed = true;
            if (new PacketFields(bytes).at(1).number(2) == SYNTAX_ERROR && call.command != null) {
                // Perhaps a quote too many, so that a literal looks like words.
                if (call.prepared != null) {
                    call.prepared.unsafe();
                }
                call.statement = (call.command == Command.STMT_PREPARE ? PREPARE : "") + NormalisedStatement.UNSAFE;
                call.purpose = CommandPurpose.of(call.command, NormalisedStatement.UNSAFE);
            }
            done(call);
        }

        private void next(Pending call, Status status) {
            if (status.moreResults()) {
                call.step = Step.FIRST;
            } else {
                done(call);
            }
        }

        private void done(Pending call) {
            pending.remove();
            budget.give(call.bytes);
            switching -= call.effect.switches() ? 1 : 0;
            syntax = syntax.after(call.effect, call.failed);
            tracked.ifPresent(plain -> syntax = syntax.withPlain(plain));
            tracked = Optional.empty();
            if (call.prepared != null && call.command != Command.STMT_PREPARE) {
                call.statement = call.prepared.shape();
            }
            finish(call);
        }
    }

    /** The flags of the server's status. */
    private record Status(long flags) {
        boolean inTransaction() {
            return (flags & 1) != 0;
        }

        boolean autocommit() {
            return (flags & 2) != 0;
        }

        boolean moreResults() {
            return (flags & 8) != 0;
        }

        boolean cursor() {
            return (flags & 0x40) != 0;
        }

        boolean noEscapes() {
            return (flags & 0x200) != 0;
        }

        boolean sessionChanged() {
            return (flags & 0x4000) != 0;
        }
    }
}
