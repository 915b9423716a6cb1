package dev.jdbcbench.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** Stands for the tests of an application: sends the statements of a file, one by one, to a port. */
final class RecordedTests {
    private RecordedTests() {}

    public static void main(String[] args) throws IOException {
        try (FakeDatabase.Client client = new FakeDatabase.Client(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])))) {
            for (String statement : Files.readAllLines(Path.of(args[1]))) {
                client.query(statement);
            }
        }
    }
}
