package dev.jdbcbench.anatomy;

import java.io.IOException;
import java.net.Socket;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All client sockets of this JVM, which has one driver. They pass everything through until an operation has been recorded;
 * from then on they can replay it without a server. Whoever records or changes what they do must let no operation run
 * meanwhile.
 */
public final class Taps {
    /** Parameters that vary show themselves in a few operations. */
    private static final int FEWEST = 3;

    /** Enough that a key which has one digit less in a tenth of the operations has shown itself. */
    private static final int MOST = 64;

    private static final long LONG_ENOUGH_NANOS = 400_000_000;

    /** More would not fit into the memory of a measured JVM beside the driver's own rows. */
    private static final long MANY_BYTES = 4L << 20;

    private static @Nullable Taps ofThisJvm;

    private @Nullable String broken;
    private Consumer<String> listener = reason -> {};
    private final List<TappedSocket> open = new ArrayList<>();
    private boolean recording;
    private boolean replaying;
    private final List<Recorder> opened = new ArrayList<>();
    private final List<Recorder> finished = new ArrayList<>();
    private List<Script> logins = List.of();
    private int nextLogin;
    private int turnsPerOperation;
    private long turnsOfClosed;
    private int closings;

    /** Taps of sockets that are made with them. */
    Taps() {}

    /** An operation to record. */
    @FunctionalInterface
    public interface Operation {
        void run() throws SQLException;
    }

    /** Replaces all sockets that this JVM opens from now on. */
    @SuppressWarnings("deprecation") // no other way reaches a driver's sockets without its help
    public static synchronized Taps install() throws IOException {
        if (ofThisJvm == null) {
            Taps taps = new Taps();
            Socket.setSocketImplFactory(() -> new TappedSocket(taps));
            ofThisJvm = taps;
        }
        return ofThisJvm;
    }

    /** The taps of this JVM, if they were installed. */
    public static synchronized Optional<Taps> ofThisJvm() {
        return Optional.ofNullable(ofThisJvm);
    }

    /** A driver does not keep to the recording. */
    private synchronized void breaks(String reason) {
        if (broken == null) {
            broken = reason;
            listener.accept(reason);
        }
    }

    /** How the driver failed to keep to the recording; empty as long as it does. */
    public synchronized Optional<String> broken() {
        return Optional.ofNullable(broken);
    }

    /** Tells this listener when the driver does not keep to the recording, before the driver gets an {@link IOException}. */
    public synchronized void whenBroken(Consumer<String> other) {
        listener = other;
    }

    /** A socket was connected. */
    synchronized void opened(TappedSocket socket) {
        open.add(socket);
        if (recording) {
            Recorder recorder = new Recorder(Thread.currentThread());
            opened.add(recorder);
            socket.record(recorder);
        }
    }

    /** A socket is being closed. */
    synchronized void closed(TappedSocket socket) {
        if (open.remove(socket)) {
            closings++;
            Recorder recorder = socket.recorder();
            if (recorder != null) {
                finished.add(recorder);
            }
        }
    }

    /** A connection that an operation opened from memory ends. */
    synchronized void closed(Replay ended) {
        turnsOfClosed += ended.turns();
    }

    /** The replay of a socket that is being connected; null when it connects to the server. */
    synchronized @Nullable Replay opening() throws IOException {
        if (!replaying) {
            return null;
        }
        if (logins.isEmpty()) {
            String reason = "the operation does not repeat itself: it opens a connection";
            breaks(reason);
            throw new IOException(reason);
        }
        Script script = logins.get(nextLogin);
        nextLogin = (nextLogin + 1) % logins.size();
        return new Replay(script, this::breaks);
    }

    /**
     * Carries out an operation a few times and records it.
     *
     * @throws RefusedException when it cannot be replayed, with the reason
     */
    public Recording record(Operation operation) throws SQLException, RefusedException {
        Map<TappedSocket, Recorder> recorders = new LinkedHashMap<>();
        List<List<Recorder>> openedBy = new ArrayList<>();
        begin(recorders);
        try {
            operation.run(); // what it leaves unsent belongs to the next one
            end(recorders.values());
            recorders.values().forEach(Recorder::forget);
            List<Recorder> unused = takeOpened();
            long start = System.nanoTime();
            long bytes = 0;
            int operations = 0;
            while (operations < FEWEST
                    || operations < MOST && bytes < MANY_BYTES && System.nanoTime() - start < LONG_ENOUGH_NANOS) {
                operation.run();
                operations++;
                end(recorders.values());
                openedBy.add(takeOpened());
                bytes = recorders.values().stream().mapToLong(Recorder::bytes).sum();
            }
        } finally {
            end();
        }
        return Recording.of(recorders, openedBy);
    }

    private synchronized void begin(Map<TappedSocket, Recorder> recorders) {
        for (TappedSocket socket : open) {
            Recorder recorder = new Recorder(null);
            recorders.put(socket, recorder);
            socket.record(recorder);
        }
        opened.clear();
        finished.clear();
        closings = 0;
        recording = true;
    }

    private synchronized void end() {
        recording = false;
        open.forEach(socket -> socket.record(null));
    }

    private static void end(Iterable<Recorder> recorders) {
        recorders.forEach(Recorder::endOperation);
    }

    /** The connections that the last operation opened and closed. */
    private synchronized List<Recorder> takeOpened() throws RefusedException {
        if (closings != opened.size() || !finished.containsAll(opened)) {
            throw new RefusedException("it opens " + opened.size() + " connections, and closes " + closings
                    + ": only connections that it closes itself can be replayed");
        }
        opened.forEach(Recorder::endOperation);
        List<Recorder> taken = List.copyOf(opened);
        opened.clear();
        finished.clear();
        closings = 0;
        return taken;
    }

    /** Answers from this recording instead of the server from now on. */
    public synchronized void replay(Recording recording) {
        recording.scripts().forEach((socket, script) -> socket.replay(new Replay(script, this::breaks)));
        // A connection of a pool may have had no part in the recorded operations.
        Script other = recording.scripts().size() < 2
                ? Script.SILENT
                : recording.scripts().values().iterator().next();
        for (TappedSocket socket : open) {
            if (socket.replay() == null) {
                socket.replay(new Replay(other, this::breaks));
            }
        }
        logins = recording.logins();
        turnsPerOperation = recording.turns();
        nextLogin = 0;
        turnsOfClosed = 0;
        replaying = true;
    }

    /** Connects the driver with the server again. */
    public synchronized void pass() {
        open.forEach(socket -> socket.replay(null));
        replaying = false;
    }

    /** Whether the recording answers instead of the server. */
    public synchronized boolean replaying() {
        return replaying;
    }

    /** Number of turns of one operation, according to the recording. */
    public synchronized int turnsPerOperation() {
        return turnsPerOperation;
    }

    /** Number of turns since {@link #replay}. Call it between operations only. */
    public synchronized long turns() {
        long turns = turnsOfClosed;
        for (TappedSocket socket : open) {
            Replay replay = socket.replay();
            turns += replay == null ? 0 : replay.turns();
        }
        return turns;
    }
}
