package dev.jdbcbench.anatomy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The implementation of a client socket that passes everything through, records it, or replays a recording without a
 * connection. Its fields change between operations only.
 */
final class TappedSocket extends SocketImpl {
    private static final int BUFFER = 65_536;

    private final Taps taps;
    private final Map<Integer, Object> options = new HashMap<>();
    private @Nullable SocketChannel channel;
    private @Nullable Socket plain;
    private @Nullable Recorder recorder;
    private @Nullable Replay replay;

    TappedSocket(Taps taps) {
        this.taps = taps;
    }

    void record(@Nullable Recorder other) {
        recorder = other;
    }

    void replay(@Nullable Replay other) {
        replay = other;
    }

    @Nullable
    Recorder recorder() {
        return recorder;
    }

    @Nullable
    Replay replay() {
        return replay;
    }

    /** The connection itself. */
    SocketChannel channel() {
        if (channel == null) {
            throw new IllegalStateException("not connected");
        }
        return channel;
    }

    private Socket plain() throws SocketException {
        if (plain == null) {
            throw new SocketException("not connected");
        }
        return plain;
    }

    @Override
    protected void create(boolean stream) throws IOException {
        if (!stream) {
            throw new SocketException("only TCP is supported");
        }
    }

    @Override
    protected void connect(String host, int to) throws IOException {
        connect(new InetSocketAddress(host, to), 0);
    }

    @Override
    protected void connect(InetAddress host, int to) throws IOException {
        connect(new InetSocketAddress(host, to), 0);
    }

    @Override
    protected void connect(SocketAddress to, int timeout) throws IOException {
        if (!(to instanceof InetSocketAddress named)) {
            throw new SocketException("not an internet address: " + to);
        }
        InetSocketAddress at =
                named.isUnresolved() ? new InetSocketAddress(named.getHostString(), named.getPort()) : named;
        address = at.getAddress();
        port = at.getPort();
        replay = taps.opening();
        if (replay != null) {
            localport = 1;
            return;
        }
        // The platform's sockets come from the factory, too, so only a channel leads outside.
        SocketChannel opened = SocketChannel.open();
        try {
            for (Map.Entry<Integer, Object> option : options.entrySet()) {
                pass(opened.socket(), option.getKey(), option.getValue());
            }
            opened.socket().connect(at, timeout);
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        channel = opened;
        plain = opened.socket();
        localport = plain.getLocalPort();
        taps.opened(this);
    }

    private final InputStream in = new InputStream() {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            Replay from = replay;
            if (from != null) {
                return from.read(into, offset, length);
            }
            int number = plain().getInputStream().read(into, offset, length);
            Recorder to = recorder;
            if (to != null && number > 0) {
                to.read(into, offset, number);
            }
            return number;
        }

        @Override
        public int available() throws IOException {
            return TappedSocket.this.available();
        }
    };

    private final OutputStream out = new OutputStream() {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            Replay to = replay;
            if (to != null) {
                to.write(from, offset, length);
                return;
            }
            Recorder also = recorder;
            if (also != null) {
                also.wrote(from, offset, length);
            }
            plain().getOutputStream().write(from, offset, length);
        }
    };

    @Override
    protected InputStream getInputStream() {
        return in;
    }

    @Override
    protected OutputStream getOutputStream() {
        return out;
    }

    @Override
    protected int available() throws IOException {
        Replay from = replay;
        return from != null ? from.available() : plain().getInputStream().available();
    }

    @Override
    protected void close() throws IOException {
        try {
            Replay ending = replay;
            if (ending != null) {
                taps.closed(ending);
                ending.close();
            }
        } finally {
            if (plain != null) {
                taps.closed(this);
                plain.close();
            }
        }
    }

    @Override
    protected void shutdownInput() throws IOException {
        if (replay == null) {
            plain().shutdownInput();
        }
    }

    @Override
    protected void shutdownOutput() throws IOException {
        if (replay == null) {
            plain().shutdownOutput();
        }
    }

    @Override
    protected void sendUrgentData(int data) throws IOException {
        throw new SocketException("urgent data is not supported");
    }

    @Override
    protected void bind(InetAddress host, int to) throws IOException {
        if (!host.isAnyLocalAddress() || to != 0) {
            throw new SocketException("a local address cannot be chosen");
        }
    }

    @Override
    protected void listen(int backlog) throws IOException {
        throw new SocketException("a client's socket does not listen");
    }

    @Override
    protected void accept(SocketImpl other) throws IOException {
        throw new SocketException("a client's socket does not listen");
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return Set.of(
                StandardSocketOptions.SO_RCVBUF,
                StandardSocketOptions.SO_SNDBUF,
                StandardSocketOptions.SO_REUSEADDR,
                StandardSocketOptions.SO_KEEPALIVE,
                StandardSocketOptions.SO_LINGER,
                StandardSocketOptions.TCP_NODELAY);
    }

    @Override
    public void setOption(int option, Object value) throws SocketException {
        options.put(option, value);
        if (replay == null && plain != null) {
            pass(plain, option, value);
        }
    }

    private static void pass(Socket to, int option, Object value) throws SocketException {
        switch (option) {
            case SocketOptions.SO_TIMEOUT -> to.setSoTimeout((Integer) value);
            case SocketOptions.TCP_NODELAY -> to.setTcpNoDelay((Boolean) value);
            case SocketOptions.SO_KEEPALIVE -> to.setKeepAlive((Boolean) value);
            case SocketOptions.SO_REUSEADDR -> to.setReuseAddress((Boolean) value);
            case SocketOptions.SO_RCVBUF -> to.setReceiveBufferSize((Integer) value);
            case SocketOptions.SO_SNDBUF -> to.setSendBufferSize((Integer) value);
            case SocketOptions.IP_TOS -> to.setTrafficClass((Integer) value);
            case SocketOptions.SO_LINGER ->
                to.setSoLinger(value instanceof Integer, value instanceof Integer seconds ? seconds : 0);
            default -> {} // of no consequence for a connection to a database
        }
    }

    @Override
    public Object getOption(int option) throws SocketException {
        Object set = options.get(option);
        if (set != null) {
            return set;
        }
        return switch (option) {
            case SocketOptions.SO_TIMEOUT, SocketOptions.IP_TOS -> 0;
            case SocketOptions.SO_RCVBUF, SocketOptions.SO_SNDBUF -> BUFFER;
            case SocketOptions.SO_LINGER -> -1;
            case SocketOptions.SO_BINDADDR ->
                plain == null ? InetAddress.getLoopbackAddress() : plain.getLocalAddress();
            default -> false;
        };
    }
}
