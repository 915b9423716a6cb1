package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a run directory from elsewhere whose files say where to connect and what to execute. */
class ForeignRunTest {
    @TempDir
    private Path directory = Path.of("");

    private ServerSocket host = unbound();
    private String run = "";

    private static ServerSocket unbound() {
        try {
            return new ServerSocket();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The stored command names a hosts file in the directory itself, which points to the sender's host. */
    @BeforeEach
    void aDirectoryComesFromElsewhere() throws IOException {
        host = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        RunExample example = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, false)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 1.0, 1.1);
        RunDirectory made = RunDirectory.create(results(), example.plan());
        run = made.run();
        List<String> lines = new ArrayList<>();
        for (Event event : example.events()) {
            lines.add(Json.line(event));
        }
        Files.write(made.events(), lines);
        String plan = Files.readString(made.path().resolve("plan.json"));
        assertThat(plan).contains("\"client\" : \"client\"");
        Path java = Files.writeString(made.path().resolve("java"), "#!/bin/sh\ntouch " + executed() + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Path hosts = Files.writeString(made.path().resolve("hosts.yaml"), """
                hosts:
                  client: { address: 127.0.0.1, port: %d, user: someone, password: { env: PATH } }
                client: client
                """.formatted(host.getLocalPort()));
        Map<String, Object> command = Map.of(
                "schema",
                "command/1",
                "words",
                List.of(
                        "run",
                        "--topology",
                        "local",
                        "--hosts",
                        hosts.toString(),
                        "--driver",
                        "mariadb",
                        "--scenario",
                        "Do1"),
                "directory",
                made.path().toString());
        Files.writeString(made.path().resolve("command.json"), Json.pretty(command));
    }

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    private Path results() {
        return directory.resolve("results");
    }

    private Path executed() {
        return directory.resolve("executed");
    }

    private Ended bench(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--results", results().toString()));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    /** Any connection would be in the socket's queue by the time the command has ended. */
    private void nothingWasContactedOrExecuted() throws IOException {
        host.setSoTimeout(1);
        try (Socket connection = host.accept()) {
            throw new AssertionError("bench connected to the host that the directory named, from " + connection);
        } catch (SocketTimeoutException e) {
            assertThat(e).isNotNull();
        }
        assertThat(executed()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"attach", "stop"})
    void hostsNamedInAForeignRunAreNotContacted(String command) throws IOException {
        bench(command, run)
                .assertEnds(2)
                .contains("was not started from this account on this machine")
                .contains("--hosts FILE");
        nothingWasContactedOrExecuted();
    }

    @Test
    void foreignRunIsNotResumed() throws IOException {
        bench("resume", run)
                .assertEnds(2)
                .contains("bench does not trust its options", "./bench resume " + run + " -- ");
        nothingWasContactedOrExecuted();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void foreignRunIsReadWithoutAConnection(boolean byPath) throws IOException {
        bench("collect", byPath ? results().resolve(run).toString() : run)
                .assertEnds(0)
                .contains("its hosts may still have unfetched results");
        nothingWasContactedOrExecuted();
        assertThat(bench("collect").code()).isZero();
        nothingWasContactedOrExecuted();
    }

    @Test
    void foreignRunIsReadByPathWithoutAConnection() throws IOException {
        Path hosts = results().resolve(run).resolve("hosts.yaml");
        Ended ended = bench("collect", results().resolve(run).toString(), "--hosts", hosts.toString());
        assertThat(ended.code()).as(ended.err()).isZero();
        nothingWasContactedOrExecuted();
    }

    @Test
    void malformedIdIsLookedUpNowhere() throws IOException {
        bench("attach", "../escaped").assertEnds(2).contains("it is neither a directory nor the id of a run");
        nothingWasContactedOrExecuted();
    }
}
