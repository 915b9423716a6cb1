package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A directory that is a small disk for processes started with {@link #prefix}, and only for these. Needs root. */
final class SmallDisk implements AutoCloseable {
    private static final String MOUNT =
            "mount -t tmpfs -o \"size=$1\" bench-test \"$2\" && echo mounted && exec sleep 3600";

    private static final String FILLER = "filler-";

    private final Path directory;
    /** The process that keeps the mount alive. */
    private final Process holder;

    private SmallDisk(Path directory, Process holder) {
        this.directory = directory;
        this.holder = holder;
    }

    /** Mounts a small disk over an existing directory. */
    static SmallDisk over(Path directory, String size) throws IOException {
        boolean root = System.getProperty("user.name").equals("root");
        if (!root) {
            System.err.println(
                    "SKIPPED: not root, so that no small disk can be made: what a full disk does is not tested");
        }
        assumeTrue(root, "not root");
        Process holder = new ProcessBuilder("unshare", "--mount", "sh", "-c", MOUNT, "sh", size, directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(said).isEqualTo("mounted");
        return new SmallDisk(directory, holder);
    }

    /** A prefix that runs a command with the directory as the small disk. */
    List<String> prefix() {
        return List.of("nsenter", "--target", String.valueOf(holder.pid()), "--mount", "--");
    }

    /** A path by which this JVM reaches the small disk. */
    Path inside() {
        return Path.of("/proc/" + holder.pid() + "/root" + directory);
    }

    /** Writes until nothing more fits. */
    void fill() {
        for (int size = 1 << 20; size > 0; size /= 16) {
            try (OutputStream out = Files.newOutputStream(inside().resolve(FILLER + size))) {
                byte[] some = new byte[size];
                while (true) {
                    out.write(some);
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("No space left");
            }
        }
    }

    /** Frees the space that {@link #fill} used. */
    void free() {
        for (String name : Objects.requireNonNull(inside().toFile().list())) {
            if (name.startsWith(FILLER)) {
                assertThat(inside().resolve(name).toFile().delete()).isTrue();
            }
        }
    }

    @Override
    public void close() {
        holder.destroyForcibly();
    }
}
