package dev.jdbcbench.anatomy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The floor of an operation: writes the recorded requests over the connection on which they were recorded, and reads as many
 * bytes as the recorded answers have. It looks at no byte of them, with one exception: a server gives each prepared statement
 * another number, which the requests that follow must have.
 */
public final class BareLoop {
    private static final int BUFFER = 1 << 16;
    private static final int HEADER = 4;
    private static final int BYTE = 8;
    private static final int PREPARE = 0x16;

    /** Commands that begin with the number of a prepared statement: execute, send long data, close, reset, fetch. */
    private static final List<Integer> OF_A_STATEMENT = List.of(0x17, 0x18, 0x19, 0x1a, 0x1c);

    /** Where the number is: in such a command, and in the answer to a prepare. */
    private static final int STATEMENT = HEADER + 1;

    private static final int STATEMENT_BYTES = 4;
    /** Longer than any server takes for a turn. */
    private static final Duration HANGS = Duration.ofSeconds(10);

    private final SocketChannel channel;
    private final List<Turn[]> operations;
    private final int[] statements;
    private final String requests;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
    private int next;
    private volatile long done;
    private volatile boolean running;

    private BareLoop(SocketChannel channel, List<Turn[]> operations, int statements, String requests, Duration hangs) {
        this.channel = channel;
        this.operations = operations;
        this.statements = new int[statements];
        this.requests = requests;
        Thread watch = new Thread(() -> watch(hangs.toMillis()), "bench-floor-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /**
     * A turn to carry out.
     *
     * @param patches places in the request for the number of a statement
     * @param prepares the statement that it prepares; -1 for none
     */
    private record Turn(ByteBuffer request, int answer, List<Patch> patches, int prepares) {}

    private record Patch(int offset, int statement) {}

    /** A packet of a request. */
    private record Packet(int offset, int command) {}

    /**
     * The bare loop of a recorded operation.
     *
     * @throws RefusedException when it uses several connections, or opens one
     */
    public static BareLoop of(Recording recording) throws RefusedException {
        return of(recording, HANGS);
    }

    /** @param hangs time after which an operation is ended */
    static BareLoop of(Recording recording, Duration hangs) throws RefusedException {
        if (!recording.logins().isEmpty()) {
            throw new RefusedException("a login differs each time, so its bytes cannot be sent again");
        }
        if (recording.recorders().size() != 1) {
            throw new RefusedException(
                    "the operation uses " + recording.recorders().size() + " connections");
        }
        Map.Entry<TappedSocket, Recorder> only =
                recording.recorders().entrySet().iterator().next();
        List<List<RecordedTurn>> operations = new ArrayList<>();
        int from = 0;
        for (int end : only.getValue().ends()) {
            operations.add(only.getValue().turns().subList(from, end));
            from = end;
        }
        List<Map<Integer, Integer>> numbers = new ArrayList<>();
        for (List<RecordedTurn> turns : operations) {
            numbers.add(statements(turns));
        }
        int statements = numbers.get(0).size();
        List<Turn[]> loop = new ArrayList<>();
        // A statement may be closed by the next operation, so the first one only gives its numbers.
        for (int i = 1; i < operations.size(); i++) {
            Map<Integer, Integer> known = new HashMap<>(numbers.get(i - 1));
            known.putAll(numbers.get(i));
            loop.add(turns(operations.get(i), known));
        }
        return new BareLoop(only.getKey().channel(), loop, statements, digest(operations.get(0)), hangs);
    }

    /** SHA-256 of the requests of an operation, in hexadecimal digits, without the numbers of prepared statements. */
    private static String digest(List<RecordedTurn> turns) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (RecordedTurn turn : turns) {
                byte[] request = turn.request().clone();
                for (Packet packet : packets(request)) {
                    int number = packet.offset() + STATEMENT;
                    if (OF_A_STATEMENT.contains(packet.command()) && number + STATEMENT_BYTES <= request.length) {
                        Arrays.fill(request, number, number + STATEMENT_BYTES, (byte) 0);
                    }
                }
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, request.length));
                digest.update(request);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java platform has it
        }
    }

    /** SHA-256 of what an operation sends, in hexadecimal digits. Equal for drivers that send the same bytes. */
    public String requests() {
        return requests;
    }

    /** Length of what an operation reads, bytes. */
    public long answers() {
        return Arrays.stream(operations.get(0)).mapToLong(Turn::answer).sum();
    }

    /** The numbers of the statements that an operation prepares, each with its place among them. */
    private static Map<Integer, Integer> statements(List<RecordedTurn> turns) throws RefusedException {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (RecordedTurn turn : turns) {
            if (prepares(turn)) {
                numbers.put(number(turn.answer(), STATEMENT), numbers.size());
            }
        }
        return numbers;
    }

    private static boolean prepares(RecordedTurn turn) throws RefusedException {
        long prepares = packets(turn.request()).stream()
                .filter(packet -> packet.command() == PREPARE)
                .count();
        if (prepares > 1) {
            throw new RefusedException("it prepares several statements without waiting for their numbers");
        }
        return prepares == 1 && turn.answer().length > STATEMENT + STATEMENT_BYTES && turn.answer()[HEADER] == 0;
    }

    private static Turn[] turns(List<RecordedTurn> recorded, Map<Integer, Integer> numbers) throws RefusedException {
        List<Turn> turns = new ArrayList<>();
        int prepared = 0;
        for (RecordedTurn turn : recorded) {
            ByteBuffer request = ByteBuffer.allocateDirect(turn.request().length);
            request.put(turn.request());
            List<Patch> patches = new ArrayList<>();
            for (Packet packet : packets(turn.request())) {
                if (OF_A_STATEMENT.contains(packet.command())) {
                    Integer statement = numbers.get(number(turn.request(), packet.offset() + STATEMENT));
                    if (statement != null) {
                        patches.add(new Patch(packet.offset() + STATEMENT, statement));
                    }
                }
            }
            turns.add(new Turn(request, turn.answer().length, List.copyOf(patches), prepares(turn) ? prepared++ : -1));
        }
        return turns.toArray(Turn[]::new);
    }

    /** The packets of a request that begin a command; none if it does not consist of packets. */
    private static List<Packet> packets(byte[] request) {
        List<Packet> packets = new ArrayList<>();
        int offset = 0;
        while (offset + HEADER < request.length) {
            int length = (int) Head.first(0, 0, request, offset, HEADER - 1);
            if (request[offset + HEADER - 1] == 0) {
                packets.add(new Packet(offset, request[offset + HEADER] & 0xff));
            }
            offset += HEADER + length;
        }
        return offset == request.length ? packets : List.of();
    }

    private static int number(byte[] from, int offset) {
        return offset + STATEMENT_BYTES > from.length ? -1 : (int) Head.first(0, 0, from, offset, STATEMENT_BYTES);
    }

    /** One operation; returns the number of bytes read. */
    public long run() throws IOException {
        running = true;
        long bytes = 0;
        for (Turn turn : operations.get(next)) {
            write(turn);
            read(turn);
            bytes += turn.answer();
        }
        next = next + 1 == operations.size() ? 0 : next + 1;
        done++;
        running = false;
        return bytes;
    }

    private void write(Turn turn) throws IOException {
        ByteBuffer request = turn.request();
        for (Patch patch : turn.patches()) {
            int number = statements[patch.statement()];
            for (int i = 0; i < STATEMENT_BYTES; i++) {
                request.put(patch.offset() + i, (byte) (number >>> BYTE * i));
            }
        }
        request.rewind();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    private void read(Turn turn) throws IOException {
        int left = turn.answer();
        boolean begins = true;
        while (left > 0) {
            in.clear();
            int number = receive(left, turn);
            if (number > left) {
                throw new IOException(
                        "the server's answer is longer than the recorded one of " + turn.answer() + " bytes");
            }
            left -= number;
            if (begins && turn.prepares() >= 0) {
                int statement = 0;
                for (int i = STATEMENT_BYTES - 1; i >= 0; i--) {
                    statement = statement << BYTE | in.get(STATEMENT + i) & 0xff;
                }
                statements[turn.prepares()] = statement;
            }
            begins = false;
        }
    }

    private int receive(int left, Turn turn) throws IOException {
        try {
            int number = channel.read(in);
            if (number < 0) {
                throw new EOFException("the server closed the connection");
            }
            return number;
        } catch (ClosedChannelException e) {
            throw new IOException(
                    "the server's answer is shorter than the recorded one: " + left + " of " + turn.answer()
                            + " bytes are missing",
                    e);
        }
    }

    /** Ends an operation that waits for bytes that never come. */
    private void watch(long hangsMillis) {
        try {
            long before = -1;
            while (channel.isOpen()) {
                Thread.sleep(hangsMillis);
                if (running && done == before) {
                    channel.close();
                }
                before = done;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            e.printStackTrace(); // the operation waits on, until the agent ends this JVM
        }
    }
}
