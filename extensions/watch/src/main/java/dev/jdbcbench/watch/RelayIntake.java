package dev.jdbcbench.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what one side of a connection sends: finds a request for TLS, decrypts, lets the reader of the protocol see the
 * text, and puts it on its line to the other side. Not thread safe.
 */
final class RelayIntake {
    private static final Logger LOG = LoggerFactory.getLogger(RelayIntake.class);

    private final boolean up;
    private final RelayEnd from;
    private final DelayLine onward;
    private final DelayLine back;
    private final DelayedPath path;
    private final RelayLoop loop;
    private final Owner owner;
    private final Runnable retry = this::readOn;
    /** Present until it is known whether the client requests TLS from the relay. */
    private @Nullable TlsRequest request;

    private boolean over;

    /** The connection, as its intakes see it. */
    interface Owner {
        /**
         * Text arrived at the relay.
         *
         * @param up whether the client sent it
         * @param late how much later than the plain delay it arrives, ns
         */
        void heard(boolean up, ByteBuffer text, long now, long late);

        /** Client and relay have agreed on keys. */
        void secured(long now, int roundTrips);

        /** Delivers what is due in one direction. */
        void deliver(boolean up);

        /** Answers a login with an error. */
        void refuse(String why, long now) throws IOException;

        /** Adds a note to the report. */
        void note(String text);

        /** Whether the connection has ended. */
        boolean hasEnded();

        /** Ends the connection. */
        void end();
    }

    /**
     * The intake of one direction.
     *
     * @param up whether it reads from the client
     * @param onward to the other side
     * @param back to the side that it reads from
     * @param endsTls whether the relay provides TLS to a client that asks for it
     */
    RelayIntake(
            boolean up,
            RelayEnd from,
            DelayLine onward,
            DelayLine back,
            DelayedPath path,
            RelayLoop loop,
            boolean endsTls,
            Owner owner) {
        this.up = up;
        this.from = from;
        this.onward = onward;
        this.back = back;
        this.path = path;
        this.loop = loop;
        this.owner = owner;
        this.request = up && endsTls ? new TlsRequest() : null;
    }

    /** Reads what has arrived. */
    void read() throws IOException {
        ByteBuffer buffer = loop.buffer();
        int length = receive(buffer);
        long now = System.nanoTime();
        if (length < 0) {
            ended(now);
        } else if (length > 0) {
            received(buffer.flip(), now);
        }
        readOn();
    }

    /** A broken connection ends like any other: bytes received before are still sent. */
    private int receive(ByteBuffer buffer) {
        try {
            return from.read(buffer);
        } catch (IOException e) {
            LOG.debug("a sender broke", e);
            return -1;
        }
    }

    private void ended(long now) throws IOException {
        over = true;
        if (request != null) {
            pass(request.rest(), now);
        }
        onward.end(now + path.oneWay());
    }

    private void received(ByteBuffer chunk, long now) throws IOException {
        TlsRequest asked = request;
        if (asked != null) {
            ByteBuffer known = asked.read(chunk);
            if (known.hasRemaining()) {
                pass(known, now);
            }
            if (asked.undecided()) {
                return;
            }
            request = null;
            if (asked.wanted()) {
                // Towards the server, the relay encrypts once the request has arrived there.
                from.secure();
                onward.secure(now + path.oneWay());
            }
        }
        if (from.tls().isPresent()) {
            decrypt(from.tls().get(), chunk, now);
        } else if (chunk.hasRemaining()) {
            pass(chunk, now);
        }
    }

    /** Sends bytes on their way to the receiver. */
    private void pass(ByteBuffer chunk, long now) throws IOException {
        long at = path.arrival(up, chunk.remaining(), now);
        owner.heard(up, chunk.asReadOnlyBuffer(), now, at - now - path.oneWay());
        onward.send(at, chunk);
    }

    private void decrypt(TlsEnd end, ByteBuffer encrypted, long now) throws IOException {
        boolean agreed = end.established();
        ByteBuffer text;
        try {
            text = end.read(encrypted);
        } catch (SSLException e) {
            from.drain(); // the other side should know why
            untrusted(e, now);
            return;
        }
        if (up && !agreed) {
            // The keys seem to come from the server, a round trip away.
            back.sendEncrypted(now + 2 * path.oneWay(), end.take());
        } else {
            back.pump();
        }
        if (!agreed && end.established()) {
            agreed(end, now);
        }
        if (text.hasRemaining()) {
            pass(text, now);
        }
        if (end.over() && !over) {
            ended(now);
        }
    }

    private void agreed(TlsEnd end, long now) throws IOException {
        if (up) {
            owner.secured(now, end.roundTrips());
        }
        owner.deliver(!up); // what waited for the keys
        if (up && end.certified()) {
            String why = "the application shows a TLS certificate, which a relay cannot pass on:"
                    + " let it connect without one, or watch it without --tls";
            owner.note(why);
            owner.refuse(why, now);
        }
    }

    private void untrusted(SSLException e, long now) throws IOException {
        LOG.debug("a connection cannot be encrypted", e);
        if (up) {
            owner.note("an application ended TLS: " + e.getMessage()
                    + ". If it verifies certificates, let it trust the relay's: --tls-certificate FILE");
            owner.end();
        } else {
            String why = "TLS with the database failed: " + e.getMessage();
            owner.note(why);
            owner.refuse(why, now);
        }
    }

    /** Reads nothing more: the receiver is gone, or gets an error instead. */
    void stop() {
        over = true;
        readOn();
    }

    /** Reads on if there is room for more on the line. */
    void readOn() {
        if (owner.hasEnded()) {
            loop.release(retry);
            return;
        }
        boolean room = loop.hasRoom(onward.bytes());
        if (room || over) {
            loop.release(retry);
        } else {
            loop.hold(retry);
        }
        from.awaitBytes(room && !over);
    }

    /** Nothing is read any more. */
    void release() {
        loop.release(retry);
    }
}
