package dev.jdbcbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
    @TempDir
    private Path results = Path.of("");

    private RunDirectory run() {
        return RunDirectory.create(results, RunExample.local().plan());
    }

    @Test
    void lockHasOneHolderAtATime() {
        RunDirectory run = run();
        RunLock first = RunLock.take(run, "process 1 of a@b");
        assertThatThrownBy(() -> RunLock.take(run, "process 2")).isInstanceOf(Failure.Command.class);
        assertThat(run.path().resolve(".lock")).hasContent("process 1 of a@b\n");
        first.close();
        assertThat(run.<String>exclusively("process 2", () -> "done")).isEqualTo("done");
    }

    @Test
    void otherProcessIsRefusedUntilTheHolderEnds() throws Exception {
        RunDirectory run = run();
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        run.path().resolve(".lock").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo("held");
            assertThatThrownBy(() -> RunLock.take(run, "me"))
                    .hasMessage("run " + run.run() + " is already attached to another bench process")
                    .satisfies(failure -> assertThat(((Failure) failure).why()).isEqualTo("process 4711 of x@y"));
        } finally {
            other.destroyForcibly().waitFor();
        }
        RunLock.take(run, "me").close();
    }

    @Test
    void interruptedThreadStillWrites() {
        RunDirectory run = run();
        Thread.currentThread().interrupt();
        assertThat(run.<String>exclusively("me", () -> "done")).isEqualTo("done");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void linkInPlaceOfTheLockIsNotFollowed() throws IOException {
        RunDirectory run = run();
        Path victim = Files.writeString(results.resolve("victim"), "text");
        Files.createSymbolicLink(run.path().resolve(".lock"), victim);
        assertThatThrownBy(() -> RunLock.take(run, "me")).isInstanceOf(Failure.Input.class);
        assertThat(victim).hasContent("text");
    }

    /** Another process that holds a lock until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            FileChannel channel =
                    FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                throw new IOException("not free");
            }
            channel.write(StandardCharsets.UTF_8.encode("process 4711 of x@y\n"));
            System.out.println("held");
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
