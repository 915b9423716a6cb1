package dev.jdbcbench.anatomy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records a connection by turns. */
final class Recorder {
    /** More would not fit into the memory of a measured JVM beside the driver's own rows. */
    static final int MOST_BYTES = 48 << 20;

    private final List<RecordedTurn> turns = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private final ByteArrayOutputStream request = new ByteArrayOutputStream();
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private @Nullable Thread wrote;
    private @Nullable String apart;
    private long bytes;
    private boolean full;

    /** A recorder of a connection that is opened by {@code opener}, or of one that is open. */
    Recorder(@Nullable Thread opener) {
        this.wrote = opener;
    }

    synchronized void wrote(byte[] from, int offset, int length) {
        wrote = Thread.currentThread();
        if (answer.size() > 0) {
            close();
        }
        add(request, from, offset, length);
    }

    synchronized void read(byte[] into, int offset, int length) {
        Thread reader = Thread.currentThread();
        if (wrote != null && wrote != reader && apart == null) {
            apart = reader.getName();
        }
        add(answer, into, offset, length);
    }

    private void add(ByteArrayOutputStream to, byte[] from, int offset, int length) {
        bytes += length;
        if (bytes > MOST_BYTES || full) {
            full = true;
            turns.clear();
            request.reset();
            answer.reset();
        } else {
            to.write(from, offset, length);
        }
    }

    private void close() {
        turns.add(new RecordedTurn(request.toByteArray(), answer.toByteArray()));
        request.reset();
        answer.reset();
    }

    /** Marks the end of an operation. What is written after the last read belongs to the first turn of the next one. */
    synchronized void endOperation() {
        if (answer.size() > 0) {
            close();
        }
        ends.add(turns.size());
    }

    /** Forgets all operations so far. */
    synchronized void forget() {
        turns.clear();
        ends.clear();
        bytes = 0;
    }

    /** The thread that read although another one wrote, if there was any. */
    synchronized Optional<String> apart() {
        return Optional.ofNullable(apart);
    }

    /** Whether there was too much to keep. */
    synchronized boolean full() {
        return full;
    }

    /** All turns so far. */
    synchronized List<RecordedTurn> turns() {
        return List.copyOf(turns);
    }

    /** The number of turns at the end of each operation. */
    synchronized List<Integer> ends() {
        return List.copyOf(ends);
    }

    /** What was written after the last read. */
    synchronized byte[] pending() {
        return answer.size() > 0 ? new byte[0] : request.toByteArray();
    }

    synchronized long bytes() {
        return bytes;
    }
}
