package dev.jdbcbench.driver;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Cipher;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Speaks enough of the MySQL protocol, on loopback, to ask a client for its password. Records everything that the
 * client reveals.
 */
final class LyingServer implements AutoCloseable {
    private static final int SCRAMBLE = 20;
    private static final int CLIENT_SSL = 0x800;
    /** Protocol 4.1 with authentication plugins and TLS, and most other capabilities that clients expect. */
    private static final int CAPABILITIES = 0x000a_a20f;

    private final ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final KeyPair keys;
    private final Trick trick;
    private final Optional<SSLContext> tls;
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final List<IOException> ended = Collections.synchronizedList(new ArrayList<>());
    private final Future<?> serving;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    /** The authentication plugin that requests the password. */
    enum Trick {
        CACHING_SHA2("caching_sha2_password"),
        SHA256("sha256_password"),
        CLEAR("mysql_clear_password"),
        DIALOG("dialog"),
        OLD("mysql_old_password");

        private final String plugin;

        Trick(String plugin) {
            this.plugin = plugin;
        }
    }

    LyingServer(Trick trick, Optional<SSLContext> tls) throws IOException, GeneralSecurityException {
        this.trick = trick;
        this.tls = tls;
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        this.keys = generator.generateKeyPair();
        this.serving = thread.submit(this::serve);
    }

    int port() {
        return listener.getLocalPort();
    }

    /**
     * What the server learned: {@code key asked}, {@code encrypted: PASSWORD}, {@code clear: PASSWORD}, {@code clear in
     * tls: PASSWORD}.
     */
    List<String> heard() {
        return List.copyOf(heard);
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                socket.setSoTimeout(5000);
                talk(socket);
            } catch (IOException e) {
                ended.add(e); // the client disconnected as expected, or this server was closed
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void talk(Socket plain) throws IOException, GeneralSecurityException {
        byte[] scramble = "abcdefghijklmnopqrst".getBytes(StandardCharsets.US_ASCII);
        Line line = new Line(plain, 0);
        line.send(greeting(scramble));
        byte[] login = line.receive();
        int wanted = (login[0] & 0xff) | (login[1] & 0xff) << 8;
        boolean encrypted = tls.isPresent() && (wanted & CLIENT_SSL) != 0;
        if (encrypted) {
            SSLSocket socket =
                    (SSLSocket) tls.get().getSocketFactory().createSocket(plain, null, plain.getPort(), false);
            socket.setUseClientMode(false);
            socket.startHandshake();
            line = new Line(socket, line.next);
            login = line.receive();
        }
        byte[] change = join(
                new byte[] {(byte) 0xfe},
                text(trick.plugin),
                trick == Trick.DIALOG ? text("\2Password: ") : scramble,
                new byte[1]);
        line.send(change);
        byte[] answer = line.receive();
        if (trick == Trick.CACHING_SHA2) {
            line.send(new byte[] {1, 4});
            answer = line.receive();
        }
        // Each plugin has its own byte for requesting the key; the other plugin's byte means that the client quits.
        boolean asks = answer.length == 1 && answer[0] == (trick == Trick.SHA256 ? 1 : 2);
        if (asks) {
            heard.add("key asked");
            line.send(join(new byte[] {1}, pem().getBytes(StandardCharsets.US_ASCII)));
            byte[] secret = line.receive();
            Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
            cipher.init(Cipher.DECRYPT_MODE, keys.getPrivate());
            byte[] password = cipher.doFinal(secret);
            for (int i = 0; i < password.length; i++) {
                password[i] ^= scramble[i % SCRAMBLE];
            }
            heard.add("encrypted: " + word(password));
        } else {
            heard.add((encrypted ? "clear in tls: " : "clear: ") + word(answer));
        }
    }

    private String pem() {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(keys.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    private byte[] greeting(byte[] scramble) {
        int capabilities = CAPABILITIES | (tls.isPresent() ? CLIENT_SSL : 0);
        return join(
                new byte[] {10},
                text("8.4.3"),
                new byte[] {1, 0, 0, 0},
                Arrays.copyOfRange(scramble, 0, 8),
                new byte[] {0, (byte) capabilities, (byte) (capabilities >> 8), 45, 2, 0},
                new byte[] {(byte) (capabilities >> 16), (byte) (capabilities >> 24), SCRAMBLE + 1},
                new byte[10],
                Arrays.copyOfRange(scramble, 8, SCRAMBLE),
                new byte[1],
                text("mysql_native_password"));
    }

    private static byte[] text(String text) {
        return (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String word(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", "");
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Sends and receives packets: three bytes of length, then one of sequence number. */
    private static final class Line {
        private final DataInputStream in;
        private final OutputStream out;
        private int next;

        Line(Socket socket, int next) throws IOException {
            this.in = new DataInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
            this.next = next;
        }

        void send(byte[] payload) throws IOException {
            out.write(
                    join(new byte[] {(byte) payload.length, (byte) (payload.length >> 8), 0, (byte) next++}, payload));
            out.flush();
        }

        byte[] receive() throws IOException {
            int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
            next = in.readUnsignedByte() + 1;
            return in.readNBytes(length);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        thread.shutdownNow();
        serving.cancel(true);
    }
}
