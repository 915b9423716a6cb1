package dev.jdbcbench.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of one direction that are under way, each with the time when it arrives, and the end that receives them.
 * After the receiver has ended, nothing is under way and nothing is accepted any more. Not thread safe.
 */
final class DelayLine {
    private static final Logger LOG = LoggerFactory.getLogger(DelayLine.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final RelayEnd to;
    private final RelayLoop loop;
    private final Runnable delivery;
    private final Runnable receiverEnded;
    private final Deque<Parcel> parcels = new ArrayDeque<>();
    private int bytes;
    private boolean shut;

    /** Bytes under way, or a change of state. */
    private record Parcel(long at, ByteBuffer bytes, Kind kind) {}

    /** What happens when a parcel arrives. */
    private enum Kind {
        /** The bytes are sent; encrypted if the receiver uses TLS. */
        DATA,
        /** The bytes are already encrypted. */
        ENCRYPTED,
        /** No bytes: from here on the receiver uses TLS. */
        SECURES,
        /** No bytes: the sender has ended. */
        END
    }

    /**
     * An empty line.
     *
     * @param delivery runs when something of the line is due; it calls {@link #flush}
     * @param receiverEnded runs when the receiver gets nothing more: it was told the end, or is gone
     */
    DelayLine(RelayEnd to, RelayLoop loop, Runnable delivery, Runnable receiverEnded) {
        this.to = to;
        this.loop = loop;
        this.delivery = delivery;
        this.receiverEnded = receiverEnded;
    }

    /** The number of bytes under way. */
    int bytes() {
        return bytes;
    }

    /** Whether the receiver gets nothing more. */
    boolean isShut() {
        return shut;
    }

    /** Sends bytes, which are encrypted if the receiver uses TLS by then. */
    void send(long at, ByteBuffer chunk) throws IOException {
        send(new Parcel(at, chunk, Kind.DATA));
    }

    /** Sends bytes of a handshake, before those that need its keys. */
    void sendEncrypted(long at, ByteBuffer chunk) throws IOException {
        send(new Parcel(at, chunk, Kind.ENCRYPTED));
    }

    /** Lets the receiver use TLS from a time on. */
    void secure(long at) throws IOException {
        send(new Parcel(at, NOTHING, Kind.SECURES));
    }

    /** Passes on that the sender has ended. */
    void end(long at) throws IOException {
        send(new Parcel(at, NOTHING, Kind.END));
    }

    private void send(Parcel parcel) throws IOException {
        if (shut) {
            return;
        }
        boolean waits = parcel.at() > System.nanoTime();
        if (!waits && parcels.isEmpty() && carry(parcel)) {
            if (to.tls().isPresent()) {
                interest();
            }
            return;
        }
        ByteBuffer chunk = parcel.bytes();
        Parcel copy = new Parcel(
                parcel.at(), ByteBuffer.allocate(chunk.remaining()).put(chunk).flip(), parcel.kind());
        count(copy.bytes().remaining());
        if (copy.kind() == Kind.ENCRYPTED) {
            addBeforeText(copy);
        } else {
            parcels.add(copy);
        }
        if (waits) {
            loop.deliver(copy.at(), delivery);
        } else if (copy.kind() == Kind.ENCRYPTED) {
            delivery.run();
        } else {
            interest();
        }
    }

    /**
     * Inserts handshake bytes before application bytes, which need the keys. An error may be queued before both sides
     * agree.
     */
    private void addBeforeText(Parcel parcel) {
        Deque<Parcel> later = new ArrayDeque<>();
        while (!parcels.isEmpty() && parcels.getLast().kind() != Kind.ENCRYPTED) {
            later.addFirst(parcels.removeLast());
        }
        parcels.add(parcel);
        parcels.addAll(later);
    }

    /** Sends what is due, as far as the receiver accepts it. */
    void flush() throws IOException {
        long now = System.nanoTime();
        boolean goesOn = to.drain();
        while (goesOn && !parcels.isEmpty() && parcels.element().at() <= now) {
            goesOn = carryFirst();
        }
        interest();
    }

    /** Sends what TLS itself produced. */
    void pump() throws IOException {
        to.drain();
        interest();
    }

    /** Delivers the first parcel; what is left of it is the first again, and nothing is if the receiver has ended. */
    private boolean carryFirst() throws IOException {
        Parcel parcel = parcels.remove();
        count(-parcel.bytes().remaining());
        boolean whole = carry(parcel);
        if (!whole) {
            count(parcel.bytes().remaining());
            parcels.addFirst(parcel);
        }
        return whole;
    }

    /** Delivers a parcel as far as the receiver accepts it; returns false if some of it is left. */
    private boolean carry(Parcel parcel) throws IOException {
        switch (parcel.kind()) {
            case DATA, ENCRYPTED -> write(parcel);
            case SECURES -> {
                to.secure();
                to.drain();
            }
            case END -> {
                return shut();
            }
        }
        return !parcel.bytes().hasRemaining();
    }

    /** Writes as much as the receiver accepts. If it is gone, the other direction may still deliver its last bytes. */
    private void write(Parcel parcel) {
        ByteBuffer chunk = parcel.bytes();
        try {
            if (parcel.kind() == Kind.ENCRYPTED) {
                to.writeEncrypted(chunk);
            } else {
                to.write(chunk);
            }
        } catch (IOException e) {
            LOG.debug("a receiver broke", e);
            chunk.position(chunk.limit());
            close();
            receiverEnded.run();
        }
    }

    private boolean shut() throws IOException {
        if (!to.shut()) {
            return false;
        }
        close();
        receiverEnded.run();
        return true;
    }

    /** Drops what is under way, and accepts nothing more. */
    void close() {
        shut = true;
        drop();
    }

    /** Drops what is under way. */
    void drop() {
        count(-bytes);
        parcels.clear();
    }

    private void count(int more) {
        bytes += more;
        loop.underWay(more);
    }

    /** Waits for the receiver if there is something to send. */
    private void interest() {
        Parcel next = parcels.peek();
        to.awaitRoom(next != null && next.at() <= System.nanoTime());
    }
}
