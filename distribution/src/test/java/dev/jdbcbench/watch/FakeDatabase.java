package dev.jdbcbench.watch;

import dev.jdbcbench.wire.Command;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Speaks enough of the protocol for tests: greets, accepts every login, and answers a query with as many rows as its
 * text says.
 */
public final class FakeDatabase implements Closeable {
    private final ServerSocket listening;
    private final Set<Socket> open = Collections.synchronizedSet(new HashSet<>());
    private final AtomicInteger ended = new AtomicInteger();

    public FakeDatabase() {
        try {
            this.listening = new ServerSocket(0, 600, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::serve);
    }

    static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-database");
        thread.setDaemon(true);
        thread.start();
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort());
    }

    /** Number of ended connections. */
    int ended() {
        return ended.get();
    }

    private void serve() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                client.setTcpNoDelay(true);
                open.add(client);
                daemon(() -> talk(client));
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }

    private void talk(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            out.write(Bytes.greeting(Bytes.PROTOCOL_41));
            receive(in);
            out.write(Bytes.ok(0, Bytes.AUTOCOMMIT));
            for (byte[] command = receive(in); command[0] != 1; command = receive(in)) {
                out.write(answer(command));
            }
        } catch (IOException e) {
            // the client has disconnected
        } finally {
            open.remove(client);
            ended.incrementAndGet();
        }
    }

    private static byte[] answer(byte[] command) {
        String text = new String(command, 1, command.length - 1, StandardCharsets.UTF_8);
        if (command[0] == 3 && text.startsWith("rows ")) {
            return Bytes.rows(Integer.parseInt(text.substring(5)), false, Bytes.AUTOCOMMIT);
        }
        return Bytes.ok(1, Bytes.AUTOCOMMIT);
    }

    static byte[] receive(DataInputStream in) throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        in.readUnsignedByte();
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < Math.max(1, length)) {
            throw new EOFException();
        }
        return bytes;
    }

    /** Ends all connections. */
    void drop() throws IOException {
        synchronized (open) {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        drop();
    }

    /** A client that is logged in. */
    public static final class Client implements Closeable {
        private final Socket socket;
        final DataInputStream in;
        final OutputStream out;

        public Client(InetSocketAddress address) throws IOException {
            socket = new Socket(address.getAddress(), address.getPort());
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(20_000);
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            receive(in);
            out.write(Bytes.login(0));
            receive(in);
        }

        /** Sends a query and reads the whole answer to a statement without rows. */
        public void query(String sql) throws IOException {
            out.write(Bytes.query(sql));
            receive(in);
        }

        void quit() throws IOException {
            out.write(Bytes.command(Command.QUIT, ""));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
