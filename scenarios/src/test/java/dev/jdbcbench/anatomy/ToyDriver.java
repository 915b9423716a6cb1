package dev.jdbcbench.anatomy;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** A connection of a driver that blocks, like those of JDBC. */
final class ToyDriver implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    ToyDriver(Taps taps, InetSocketAddress to) throws IOException {
        socket = new Socket(new TappedSocket(taps)) {};
        socket.setTcpNoDelay(true);
        socket.connect(to, 5000);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        answer();
    }

    /** What a driver may do. */
    interface Work<T> {
        T get() throws IOException;
    }

    /** As drivers do, wraps what the socket throws. */
    static <T> T sql(Work<T> work) throws SQLException {
        try {
            return work.get();
        } catch (IOException e) {
            throw new SQLException("communications link failure", e);
        }
    }

    void send(int command, String text) throws IOException {
        out.write(ToyServer.packet(command, text));
    }

    void sendRaw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    String answer() throws IOException {
        byte[] header = in.readNBytes(4);
        if (header.length < 4) {
            throw new EOFException("the connection ended");
        }
        byte[] body = in.readNBytes(header[0] & 0xff | (header[1] & 0xff) << 8);
        return new String(body, 1, body.length - 1, StandardCharsets.ISO_8859_1);
    }

    /** Reads only the beginning of an answer. */
    void answer(int bytes) throws IOException {
        socket.getInputStream().readNBytes(bytes);
    }

    String query(String text) throws IOException {
        send(ToyServer.QUERY, text);
        return answer();
    }

    /** Prepares, executes and closes a statement. */
    String prepared(String text) throws IOException {
        send(ToyServer.PREPARE, text);
        String number = answer().substring(0, 4);
        send(ToyServer.EXECUTE, number + " parameters");
        String result = answer();
        send(ToyServer.CLOSE, number);
        return result;
    }

    @Override
    public void close() throws IOException {
        send(ToyServer.QUIT, "");
        socket.close();
    }
}
