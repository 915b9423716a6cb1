package dev.jdbcbench.anatomy;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Replays a connection: a write after a read moves to the next turn, a read takes from the answer of this turn. Each request is
 * compared with the recorded ones. Used by one thread at a time.
 */
final class Replay {
    private final Shape[] shapes;
    private final byte[][] answers;
    private final boolean repeats;
    private final Consumer<String> broken;
    private int turn;
    private byte[] answer;
    private int taken;
    private boolean answering;
    private long first;
    private int known;
    private int written;
    private long turns;

    /**
     * A connection that begins where the recording ended.
     *
     * @param broken told when the driver does something else
     */
    Replay(Script script, Consumer<String> broken) {
        this.shapes = script.shapes();
        this.answers = script.answers();
        this.repeats = script.repeats();
        this.broken = broken;
        this.answer = answers[0];
        byte[] pending = script.pending();
        head(pending, 0, pending.length);
        written = pending.length;
    }

    private void head(byte[] from, int offset, int length) {
        int more = Math.min(Head.MOST - known, length);
        first = Head.first(first, known, from, offset, more);
        known += more;
    }

    /** Takes a request, or a part of it. */
    void write(byte[] from, int offset, int length) throws IOException {
        if (answering) {
            next();
        }
        if (known < Head.MOST) {
            head(from, offset, length);
        }
        written += length;
    }

    private void next() throws IOException {
        if (taken != answer.length) {
            throw differs(
                    "it writes before it has read the whole answer: " + taken + " of " + answer.length + " bytes");
        }
        turn++;
        if (turn == answers.length) {
            if (!repeats) {
                throw differs("it goes on after its end");
            }
            turn = 0;
        }
        answer = answers[turn];
        taken = 0;
        answering = false;
        first = 0;
        known = 0;
        written = 0;
    }

    private void begin() throws IOException {
        if (!shapes[turn].fits(first, known, written)) {
            throw differs("it sends " + new Head(first, known, written) + ", recorded: " + shapes[turn]);
        }
        answering = true;
        if (repeats || turn < answers.length - 1) {
            turns++;
        }
    }

    /** Gives the next part of the answer. */
    int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!answering) {
            begin();
        }
        if (!repeats && turn == answers.length - 1) {
            return -1; // after its farewell
        }
        int number = Math.min(length, answer.length - taken);
        if (number == 0) {
            throw differs("it waits for more than the recorded answer of " + answer.length + " bytes");
        }
        System.arraycopy(answer, taken, into, offset, number);
        taken += number;
        return number;
    }

    /** What can be read before the driver writes again. */
    int available() {
        return answering ? answer.length - taken : 0;
    }

    /** Number of turns so far whose answer was read. */
    long turns() {
        return turns;
    }

    /** Ends a connection that the operation opened. */
    void close() throws IOException {
        if (repeats) {
            return;
        }
        if (answering && turn == answers.length - 2) {
            next(); // a connection that ends without a word
        }
        if (turn != answers.length - 1 || !shapes[turn].fits(first, known, written)) {
            throw differs("it ends a connection in another way: " + new Head(first, known, written) + ", recorded: "
                    + shapes[shapes.length - 1]);
        }
    }

    private IOException differs(String how) {
        String reason =
                "the operation does not repeat itself: in turn " + (turn + 1) + " of " + answers.length + ", " + how;
        broken.accept(reason);
        return new IOException(reason);
    }
}
