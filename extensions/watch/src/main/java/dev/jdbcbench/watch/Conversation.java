package dev.jdbcbench.watch;

import dev.jdbcbench.watch.AnsweredCommand.State;
import dev.jdbcbench.watch.Observer.Unreadable;
import dev.jdbcbench.watch.Statements.Prepared;
import dev.jdbcbench.wire.Command;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the readers of both directions of a connection know together: where they are in the protocol, the commands
 * without an answer, the time, and the session. It reports to the observer. Not thread safe.
 */
final class Conversation {
    /** In characters: limit for a statement with its values, or for the values bound to it. */
    static final int LONGEST_VALUES = 2000;

    private final int number;
    private final Observer observer;
    private final DelayedPath path;
    private final Budget budget;
    private final Runnable stop;
    private final Statements statements;
    private final SessionSyntax syntax = new SessionSyntax();
    private final Deque<PendingCommand> pending = new ArrayDeque<>();
    private Phase phase = Phase.GREETING;
    private Capabilities offered = Capabilities.NONE;
    private Capabilities agreed = Capabilities.NONE;
    private State state = State.INITIAL;
    private boolean sendsFile;
    private long now;
    private long late;
    /** When the client has received the last answer. */
    private long answered;
    /** When the server sent its last packet of the login. */
    private long lastLogin;

    /** What the next packets belong to. */
    enum Phase {
        GREETING,
        LOGIN,
        COMMANDS,
        UNREADABLE
    }

    /**
     * A connection that begins with its login.
     *
     * @param opened when the client connected
     * @param budget for unanswered commands and prepared statements
     * @param stop stops the reading of packets at once
     */
    Conversation(int number, Observer observer, DelayedPath path, Budget budget, long opened, Runnable stop) {
        this.number = number;
        this.observer = observer;
        this.path = path;
        this.budget = budget;
        this.stop = stop;
        this.statements = new Statements(budget);
        this.answered = opened;
        PendingCommand login = new PendingCommand(null, opened);
        login.roundTrips = 2; // TCP's own handshake, and the greeting
        pending.add(login);
    }

    /**
     * Bytes arrived at the relay.
     *
     * @param nanos when
     * @param later how much later than the plain delay they reach the other side, ns
     */
    void arrived(long up, long down, long nanos, long later) {
        now = nanos;
        late = later;
        observer.moved(up, down);
    }

    long now() {
        return now;
    }

    /** How much later than the plain delay the current bytes reach the other side, ns. */
    long late() {
        return late;
    }

    /** The delay of one direction. */
    long oneWay() {
        return path.oneWay();
    }

    /** Whether the client has received all answers by now, so that it waits for what it sends. */
    boolean hasReceivedAll(long at) {
        return at >= answered;
    }

    Phase phase() {
        return phase;
    }

    boolean isReadable() {
        return phase != Phase.UNREADABLE;
    }

    /** The server has greeted. */
    void greeted() {
        phase = Phase.LOGIN;
    }

    void offers(Capabilities capabilities) {
        offered = capabilities;
    }

    /** The client has chosen from what the server offers. */
    void chooses(Capabilities wanted) {
        agreed = wanted.and(offered);
    }

    /** The login has succeeded. */
    void loggedIn() {
        phase = Phase.COMMANDS;
    }

    /** What client and server agreed on. */
    Capabilities agreed() {
        return agreed;
    }

    SessionSyntax syntax() {
        return syntax;
    }

    Statements statements() {
        return statements;
    }

    /** Closes the prepared statement of an ID. */
    void close(long statement) {
        statements.close(statement, observer);
    }

    /** Closes all prepared statements. */
    void closeAll() {
        statements.closeAll(observer);
    }

    /** Whether the client sends a file: its packets are not commands until an empty one, whatever their numbers. */
    boolean sendsFile() {
        return sendsFile;
    }

    void sendsFile(boolean is) {
        sendsFile = is;
    }

    /** When the server sent its last packet of the login. */
    long lastLogin() {
        return lastLogin;
    }

    void lastLogin(long nanos) {
        lastLogin = nanos;
    }

    /** The oldest command without a complete answer; null if there is none. */
    @Nullable
    PendingCommand oldest() {
        return pending.peek();
    }

    /** The number of commands without a complete answer. */
    int waiting() {
        return pending.size();
    }

    /** Waits for the answer to a command; gives up if there is no memory for it. */
    void awaitAnswer(PendingCommand call) {
        call.bytes = Budget.OBJECT
                + Budget.of(call.statement)
                + Budget.of(call.text)
                + (call.bound == null ? 0 : call.bound.length);
        if (!budget.take(call.bytes)) {
            giveUp(Unreadable.TOO_MUCH);
            return;
        }
        pending.add(call);
        syntax.sent(call.effect);
    }

    /** Keeps the statement that the server has prepared; gives up if there is no memory for it. */
    boolean prepared(long id, Prepared statement) {
        if (statements.prepared(id, statement, observer)) {
            return true;
        }
        giveUp(Unreadable.TOO_MUCH);
        return false;
    }

    /** The server reported a status. */
    void reported(PendingCommand call, ServerStatus status) {
        state = new State(status.inTransaction(), status.autocommit());
        if (phase == Phase.LOGIN) {
            syntax.loggedIn(status);
        } else {
            syntax.reported(status, call.effect);
        }
    }

    /** The oldest command has its complete answer. */
    void done(PendingCommand call) {
        pending.remove();
        budget.give(call.bytes);
        syntax.answered(call.effect, call.failed);
        if (call.prepared != null && call.command != Command.STMT_PREPARE) {
            call.statement = call.prepared.shape();
        }
        finish(call, now);
    }

    /** Stops reading the content, but continues to count. */
    void giveUp(Unreadable why) {
        if (isReadable()) {
            phase = Phase.UNREADABLE;
            stop.run();
            observer.unreadable(number, why);
            forget();
        }
    }

    /** Gives back memory. */
    void forget() {
        pending.forEach(call -> budget.give(call.bytes));
        pending.clear();
        closeAll();
    }

    void closed() {
        observer.closed(number);
    }

    /**
     * Reports a complete call to the observer.
     *
     * @param last when the last bytes of its answer arrived at the relay
     */
    void finish(PendingCommand call, long last) {
        boolean answers = call.command == null || call.command.answered();
        long end = last + path.oneWay() + late;
        long waited = Math.max(0, end - Math.max(call.start, answered) - call.loginPause);
        long lateness = late + (call.roundTrips > 0 ? call.late : 0);
        long network = Math.min(waited, call.roundTrips * path.roundTrip() + lateness);
        long before = answered - path.oneWay();
        long thinking = call.firstAnswer - Math.max(call.complete + path.oneWay() + call.late, before);
        if (answers && call.roundTrips == 1 && isReadable() && thinking > 0) {
            path.pathAtMost(thinking);
        }
        long server = Math.max(0, Math.min(waited - network, thinking - (call.roundTrips > 0 ? path.path() : 0)));
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
    private @Nullable List<List<String>> boundTo(PendingCommand call) {
        Prepared prepared = call.prepared;
        byte[] packet = call.bound;
        if (prepared == null || packet == null) {
            return null;
        }
        return call.command == Command.STMT_EXECUTE
                ? Binding.ofExecute(packet, prepared, agreed.queryAttributes(), LONGEST_VALUES)
                : Binding.ofBulk(packet, prepared, LONGEST_VALUES);
    }
}
