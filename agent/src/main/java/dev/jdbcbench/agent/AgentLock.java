package dev.jdbcbench.agent;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * One agent per host, whoever started it: two would measure one another. The lock is a listening socket on loopback, because the
 * kernel frees it whatever way the agent ends, users share it, and no file is left. Who connects is told who holds it.
 */
final class AgentLock implements Closeable {
    /** Chosen from the ports that nobody registered and Linux does not give to clients. */
    static final int PORT = 28471;

    private static final int ANSWER_MILLIS = 2000;
    private final ServerSocket socket;
    private final Thread answering;

    private AgentLock(ServerSocket socket, Thread answering) {
        this.socket = socket;
        this.answering = answering;
    }

    /**
     * Takes the lock.
     *
     * @param holder one line that says who this is
     * @throws HeldException when another process holds it
     */
    static AgentLock take(String holder) throws HeldException, IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT));
        } catch (IOException e) {
            socket.close();
            throw new HeldException(askHolder(), e);
        }
        Thread thread = new Thread(() -> answer(socket, holder), "bench-lock");
        thread.setDaemon(true);
        thread.start();
        return new AgentLock(socket, thread);
    }

    private static void answer(ServerSocket socket, String holder) {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                client.getOutputStream().write((holder + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    System.err.println("the lock could not answer: " + e);
                }
            }
        }
    }

    private static String askHolder() {
        try (Socket client = new Socket()) {
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT), ANSWER_MILLIS);
            client.setSoTimeout(ANSWER_MILLIS);
            String line = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return line == null ? "a process that does not say what it is" : line;
        } catch (IOException e) {
            return "a process that does not answer (" + e.getMessage() + ")";
        }
    }

    /** Gives the lock back. The port is free only when the thread that waits at it has noticed. */
    @Override
    public void close() throws IOException {
        socket.close();
        try {
            answering.join(ANSWER_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Another process holds the lock; the message says which. */
    static final class HeldException extends Exception {
        private static final long serialVersionUID = 1L;

        HeldException(String holder, Throwable cause) {
            super(
                    "Another agent works on this host: " + holder
                            + ". Two would measure one another. Wait until it ends (it holds port " + PORT
                            + " of loopback).",
                    cause);
        }
    }
}
