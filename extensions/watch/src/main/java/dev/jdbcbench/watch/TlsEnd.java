package dev.jdbcbench.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** One end of a TLS connection: decrypts what arrives and encrypts what leaves. Never blocks; not thread safe. */
final class TlsEnd {
    private final SSLEngine engine;
    /** Encrypted bytes that arrived but are not yet a complete record. */
    private ByteBuffer arrived;
    /** Encrypted bytes that are not sent yet. */
    private ByteBuffer leaving;

    private ByteBuffer plain;
    private boolean established;
    private boolean over;

    /** Starts the handshake; the end that talks first has something to send immediately. */
    TlsEnd(SSLEngine engine) throws SSLException {
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        this.arrived = ByteBuffer.allocate(2 * packet);
        this.leaving = ByteBuffer.allocate(2 * packet);
        this.plain = ByteBuffer.allocate(2 * engine.getSession().getApplicationBufferSize());
        engine.beginHandshake();
        handshake();
    }

    /** Whether both sides have agreed on keys. */
    boolean established() {
        return established;
    }

    /** Whether the other side has stopped sending. */
    boolean over() {
        return over;
    }

    /** Whether encrypted bytes are waiting to be sent. */
    boolean leaves() {
        return leaving.position() > 0;
    }

    /** The round trips of the handshake: TLS 1.3 needs one. */
    int roundTrips() {
        return engine.getSession().getProtocol().equals("TLSv1.3") ? 1 : 2;
    }

    /** Whether the other side has presented a certificate. */
    boolean certified() {
        try {
            return engine.getSession().getPeerCertificates()[0] instanceof X509Certificate;
        } catch (SSLPeerUnverifiedException e) {
            return false; // thrown if there is no certificate
        }
    }

    /** Decrypts bytes. The returned buffer is valid until the next call. */
    ByteBuffer read(ByteBuffer encrypted) throws SSLException {
        if (arrived.remaining() < encrypted.remaining()) {
            arrived = larger(arrived, encrypted.remaining());
        }
        arrived.put(encrypted).flip();
        plain.clear();
        try {
            boolean moves = true;
            while (moves && !over) {
                handshake();
                SSLEngineResult result = engine.unwrap(arrived, plain);
                noticeEnd(result);
                switch (result.getStatus()) {
                    case BUFFER_OVERFLOW ->
                        plain = larger(plain, engine.getSession().getApplicationBufferSize());
                    case BUFFER_UNDERFLOW -> moves = false;
                    case CLOSED -> over = true;
                    case OK ->
                        moves = result.bytesConsumed() > 0
                                || result.bytesProduced() > 0
                                || result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK
                                || result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP;
                }
            }
            handshake();
        } finally {
            arrived.compact();
        }
        return plain.flip();
    }

    /** Performs this side's steps of the handshake. */
    private void handshake() throws SSLException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                        task.run();
                    }
                }
                case NEED_WRAP -> {
                    if (wrap(ByteBuffer.allocate(0)).getStatus() == SSLEngineResult.Status.CLOSED) {
                        return;
                    }
                }
                default -> {
                    return;
                }
            }
        }
    }

    private SSLEngineResult wrap(ByteBuffer text) throws SSLException {
        SSLEngineResult result = engine.wrap(text, leaving);
        while (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            leaving = larger(leaving, engine.getSession().getPacketBufferSize());
            result = engine.wrap(text, leaving);
        }
        noticeEnd(result);
        return result;
    }

    private void noticeEnd(SSLEngineResult result) {
        established |= result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.FINISHED;
    }

    private static ByteBuffer larger(ByteBuffer buffer, int more) {
        return ByteBuffer.allocate(buffer.capacity() + more).put(buffer.flip());
    }

    /** Encrypts and sends as much as the channel accepts; returns how many bytes of {@code text} that were. */
    int write(ByteBuffer text, WritableByteChannel channel) throws IOException {
        int before = text.remaining();
        boolean room = drain(channel);
        while (established && room && text.hasRemaining()) {
            wrap(text);
            room = drain(channel);
        }
        return before - text.remaining();
    }

    /** Sends waiting encrypted bytes; returns whether none is left. */
    boolean drain(WritableByteChannel channel) throws IOException {
        if (leaving.position() > 0) {
            leaving.flip();
            try {
                channel.write(leaving);
            } finally {
                leaving.compact();
            }
        }
        return leaving.position() == 0;
    }

    /** Removes and returns the waiting encrypted bytes, to be sent later. */
    ByteBuffer take() {
        ByteBuffer taken =
                ByteBuffer.allocate(leaving.position()).put(leaving.flip()).flip();
        leaving.clear();
        return taken;
    }

    /** Tells the other side that nothing more will come. */
    void close() throws SSLException {
        engine.closeOutbound();
        handshake();
    }
}
