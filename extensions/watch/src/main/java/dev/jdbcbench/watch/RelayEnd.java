package dev.jdbcbench.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** One end of a relayed connection: a socket, and TLS on it once it is agreed on. Not thread safe. */
final class RelayEnd {
    private final SocketChannel channel;
    private final Selector selector;
    private final Supplier<SSLEngine> engine;
    private @Nullable TlsEnd tls;

    /**
     * An end without TLS.
     *
     * @param engine makes the TLS of this end, if it is needed
     */
    RelayEnd(SocketChannel channel, Selector selector, Supplier<SSLEngine> engine) {
        this.channel = channel;
        this.selector = selector;
        this.engine = engine;
    }

    /** Uses TLS from here on; what it has to say first is sent by {@link #drain}. */
    void secure() throws IOException {
        tls = new TlsEnd(engine.get());
    }

    /** The TLS of this end; empty before it uses any. */
    Optional<TlsEnd> tls() {
        return Optional.ofNullable(tls);
    }

    int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    /** Writes as much as the socket accepts, encrypted if this end uses TLS. */
    void write(ByteBuffer chunk) throws IOException {
        if (tls == null) {
            channel.write(chunk);
        } else {
            tls.write(chunk, channel);
        }
    }

    /** Writes as much as the socket accepts of bytes that are encrypted already. */
    void writeEncrypted(ByteBuffer chunk) throws IOException {
        channel.write(chunk);
    }

    /** Sends what TLS itself produced; returns whether none of it is left. */
    boolean drain() throws IOException {
        return tls == null || tls.drain(channel);
    }

    /** Ends the output; returns false if something must be sent first. */
    boolean shut() throws IOException {
        if (!drain()) {
            return false;
        }
        if (tls != null) {
            tls.close();
            drain();
        }
        channel.shutdownOutput();
        return true;
    }

    /** Whether to wake up when the socket has bytes. */
    void awaitBytes(boolean wanted) {
        await(SelectionKey.OP_READ, wanted);
    }

    /**
     * Wakes up when the socket accepts bytes, as long as there are some for it.
     *
     * @param stuck whether bytes wait that are due
     */
    void awaitRoom(boolean stuck) {
        boolean takes = tls == null || tls.established();
        await(SelectionKey.OP_WRITE, (tls != null && tls.leaves()) || (stuck && takes));
    }

    private void await(int operation, boolean wanted) {
        SelectionKey key = channel.keyFor(selector);
        if (key != null && key.isValid() && ((key.interestOps() & operation) != 0) != wanted) {
            key.interestOps(key.interestOps() ^ operation);
        }
    }
}
