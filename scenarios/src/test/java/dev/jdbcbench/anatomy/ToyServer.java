package dev.jdbcbench.anatomy;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A server with packets like MariaDB's: three bytes of length, a number, a command. It greets each connection, and answers
 * each command but the one that ends a connection and the one that closes a statement.
 */
final class ToyServer implements AutoCloseable {
    static final int QUIT = 1;
    static final int QUERY = 3;
    static final int PING = 14;
    static final int PREPARE = 0x16;
    static final int EXECUTE = 0x17;
    static final int CLOSE = 0x19;

    private final ServerSocketChannel listening;
    private final AtomicInteger commands = new AtomicInteger();
    private final AtomicInteger statements = new AtomicInteger();
    private final AtomicInteger unknownStatements = new AtomicInteger();
    private final Set<Integer> openStatements = ConcurrentHashMap.newKeySet();
    private volatile UnaryOperator<String> answer = text -> "you said " + text;

    ToyServer() throws IOException {
        listening = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread thread = new Thread(this::accept, "toy-server");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listening.getLocalAddress();
    }

    int commands() {
        return commands.get();
    }

    int unknownStatements() {
        return unknownStatements.get();
    }

    int openStatements() {
        return openStatements.size();
    }

    void answers(UnaryOperator<String> other) {
        answer = other;
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel connection = listening.accept();
                Thread thread = new Thread(() -> serve(connection), "toy-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // closed: the test is over
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(connection));
            OutputStream out = Channels.newOutputStream(connection);
            out.write(packet(10, "hello " + (char) ('a' + commands.get() % 26)));
            while (true) {
                int length = in.read() | in.read() << 8 | in.read() << 16;
                if (length < 0) {
                    return;
                }
                in.readByte();
                byte[] command = in.readNBytes(length);
                String text = new String(command, 1, length - 1, StandardCharsets.ISO_8859_1);
                if (command[0] == QUIT) {
                    return; // not counted: no driver waits until the server has seen it
                }
                commands.incrementAndGet();
                if (command[0] == CLOSE) {
                    openStatements.remove((int) text.charAt(0));
                } else if (command[0] == PREPARE) {
                    int open = 1 + statements.incrementAndGet() % 100;
                    openStatements.add(open);
                    out.write(packet(0, (char) open + "\0\0\0 prepared"));
                } else if (command[0] == EXECUTE) {
                    unknownStatements.addAndGet(openStatements.contains((int) text.charAt(0)) ? 0 : 1);
                    out.write(packet(0, "executed"));
                } else {
                    out.write(packet(0, answer.apply(text)));
                }
            }
        } catch (EOFException e) {
            // the driver is gone
        } catch (IOException e) {
            // closed by the test
        }
    }

    static byte[] packet(int command, String text) {
        byte[] body = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] packet = new byte[5 + body.length];
        int length = body.length + 1;
        packet[0] = (byte) length;
        packet[1] = (byte) (length >> 8);
        packet[2] = (byte) (length >> 16);
        packet[4] = (byte) command;
        System.arraycopy(body, 0, packet, 5, body.length);
        return packet;
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
