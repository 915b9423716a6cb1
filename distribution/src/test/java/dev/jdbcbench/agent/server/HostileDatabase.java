package dev.jdbcbench.agent.server;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** A fake database on loopback that violates the protocol. */
final class HostileDatabase implements Closeable {
    /** How the database treats each client. */
    enum Deed {
        SAYS_NOTHING,
        CLOSES_AT_ONCE,
        CLOSES_IN_A_PACKET,
        ANNOUNCES_A_GIGANTIC_PACKET,
        SENDS_AN_ENDLESS_PACKET,
        SENDS_GARBAGE,
        ANSWERS_THE_LOGIN_WITH_GARBAGE,
        HANGS_AFTER_THE_LOGIN
    }

    private static final byte[] OK = {7, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0};

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    private final Deed deed;

    HostileDatabase(Deed deed) throws IOException {
        this.deed = deed;
        start(this::listen);
    }

    int port() {
        return socket.getLocalPort();
    }

    private interface Work {
        void carryOut() throws IOException;
    }

    /** Ignores I/O errors, because clients disconnect and the server is closed at the end. */
    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.carryOut();
            } catch (IOException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() throws IOException {
        while (true) {
            Socket client = socket.accept();
            clients.add(client);
            start(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        OutputStream out = client.getOutputStream();
        byte[] garbage = new byte[4096];
        new Random(7).nextBytes(garbage);
        switch (deed) {
            case SAYS_NOTHING -> {}
            case CLOSES_AT_ONCE -> client.close();
            case CLOSES_IN_A_PACKET -> {
                out.write(greeting(), 0, 20);
                client.close();
            }
            case ANNOUNCES_A_GIGANTIC_PACKET -> out.write(new byte[] {-1, -1, -1, 0, 10});
            case SENDS_AN_ENDLESS_PACKET -> {
                while (true) {
                    out.write(new byte[] {-1, -1, -1, 0});
                    out.write(new byte[0xffffff]);
                }
            }
            case SENDS_GARBAGE -> {
                out.write(garbage);
                client.close();
            }
            case ANSWERS_THE_LOGIN_WITH_GARBAGE -> {
                out.write(greeting());
                int unused = client.getInputStream().read(new byte[4096]);
                out.write(garbage);
                client.close();
            }
            case HANGS_AFTER_THE_LOGIN -> {
                out.write(greeting());
                int unused = client.getInputStream().read(new byte[4096]);
                out.write(OK);
            }
        }
    }

    private static byte[] greeting() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(10);
        body.write("8.0.36\0".getBytes(StandardCharsets.US_ASCII));
        body.write(new byte[] {1, 0, 0, 0});
        body.write("12345678\0".getBytes(StandardCharsets.US_ASCII));
        // protocol 4.1, secure connection, plug-in authentication; UTF-8; autocommit
        body.write(new byte[] {0x0d, (byte) 0xa2, 45, 2, 0, 8, 0, 21});
        body.write(new byte[10]);
        body.write("123456789012\0mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(new byte[] {(byte) body.size(), 0, 0, 0});
        packet.write(body.toByteArray());
        return packet.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket client : clients) {
            client.close();
        }
    }
}
