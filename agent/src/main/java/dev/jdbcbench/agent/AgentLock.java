package dev.jdbcbench.agent;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Allows only one agent per host, for all users together: two agents would disturb each other's measurements. The lock
 * is a listening socket on loopback: the kernel frees it however the agent ends, it works across users, and it leaves
 * no file behind. The socket reports its holder to every client that connects.
 */
final class AgentLock implements Closeable {
    /** An unregistered port outside of Linux's range of client ports. */
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
     * @param holder one line that identifies this process
     * @throws HeldException when another process holds it
     */
    static AgentLock take(String holder) throws HeldException, IOException {
        return take(holder, ANSWER_MILLIS);
    }

    /** As {@link #take(String)}, with the time that another holder has to identify itself. */
    static AgentLock take(String holder, int answerMillis) throws HeldException, IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT));
        } catch (IOException e) {
            socket.close();
            throw new HeldException(holder(answerMillis).orElse("a process that does not answer"), e);
        }
        Thread thread = new Thread(() -> answer(socket, holder), "bench-lock");
        thread.setDaemon(true);
        thread.start();
        return new AgentLock(socket, thread);
    }

    /**
     * Makes sure that the lock is free, without taking it: an agent that starts at this moment is not disturbed.
     *
     * @throws HeldException when a process holds it
     */
    static void requireFree() throws HeldException {
        Optional<String> holder = holder(ANSWER_MILLIS);
        if (holder.isPresent()) {
            throw new HeldException(holder.get(), null);
        }
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

    private static Optional<String> holder(int answerMillis) {
        try (Socket client = new Socket()) {
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT), answerMillis);
            client.setSoTimeout(answerMillis);
            String line = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return Optional.of(line == null ? "an unidentified process" : line);
        } catch (ConnectException e) {
            return Optional.empty(); // nothing listens
        } catch (IOException e) {
            return Optional.of("a process that does not answer (" + e.getMessage() + ")");
        }
    }

    /** Releases the lock. Waits for the accepting thread, because the port stays in use until that thread has ended. */
    @Override
    public void close() throws IOException {
        socket.close();
        try {
            answering.join(ANSWER_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Another process holds the lock; the message names it. */
    static final class HeldException extends Exception {
        private static final long serialVersionUID = 1L;

        HeldException(String holder, @Nullable Throwable cause) {
            super(
                    "Another agent is running on this host: " + holder
                            + ". Two at once would disturb each other. Wait until it ends (it holds port " + PORT
                            + " of loopback).",
                    cause);
        }
    }
}
