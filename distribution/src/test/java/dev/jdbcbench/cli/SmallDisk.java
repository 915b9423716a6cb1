package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A directory that is a small disk for processes started with {@link #prefix}, and only for these. Needs root. */
final class SmallDisk implements AutoCloseable {
    private static final String MOUNT =
            "mount -t tmpfs -o \"size=$1\" bench-test \"$2\" && echo mounted && exec sleep 3600";

    /** A file system that can turn read-only while files are open, as a real one does after an error of its disk. */
    private static final String MOUNT_IMAGE = """
            device=$(losetup -f --show "$1")
            mount -o errors=remount-ro "$device" "$2"
            losetup -d "$device" # as soon as nothing uses it
            """;

    private static final String MOUNT_NEW_IMAGE = "truncate -s \"$3\" \"$1\"\n"
            + "mkfs.ext4 -q -O ^has_journal -m 0 \"$1\"\n"
            + MOUNT_IMAGE
            + "rmdir \"$2/lost+found\"\n"
            + "echo mounted\n"
            + "exec sleep 3600";

    private static final String FILLER = "filler-";

    private final Path directory;
    private final Optional<Path> image;
    /** The process that keeps the mount alive. */
    private final Process holder;

    private SmallDisk(Path directory, Optional<Path> image, Process holder) {
        this.directory = directory;
        this.image = image;
        this.holder = holder;
    }

    /** Mounts a small disk over an existing directory. */
    static SmallDisk over(Path directory, String size) throws IOException {
        return start(directory, Optional.empty(), MOUNT, size, directory.toString());
    }

    /** Mounts a small disk that can turn read-only over an existing directory. */
    static SmallDisk failing(Path directory, String size) throws IOException {
        Path image = Files.createTempFile("bench-disk-", ".img");
        return start(directory, Optional.of(image), MOUNT_NEW_IMAGE, image.toString(), directory.toString(), size);
    }

    private static SmallDisk start(Path directory, Optional<Path> image, String mount, String... words)
            throws IOException {
        boolean root = System.getProperty("user.name").equals("root");
        if (!root) {
            System.err.println(
                    "SKIPPED: not root, so that no small disk can be made: what a full disk does is not tested");
        }
        assumeTrue(root, "not root");
        List<String> all = new ArrayList<>(List.of("unshare", "--mount", "sh", "-euc", mount, "sh"));
        all.addAll(List.of(words));
        Process holder = new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertThat(said).isEqualTo("mounted");
        return new SmallDisk(directory, image, holder);
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

    /** Turns the disk read-only, also for files that are open. */
    void turnReadOnly() {
        inside("sync -f \"$2\"; echo test >/sys/fs/ext4/$(basename $(findmnt -no SOURCE \"$2\"))/trigger_fs_error");
    }

    /** Mounts the disk again, writable. Files that are open stay read-only. */
    void turnWritable() {
        inside("umount -l \"$2\"\n" + MOUNT_IMAGE);
    }

    private void inside(String script) {
        List<String> words = new ArrayList<>(prefix());
        words.addAll(List.of("sh", "-euc", script, "sh", image.orElseThrow().toString(), directory.toString()));
        new LocalHost("localhost").require("change a disk", Command.of(words));
    }

    @Override
    public void close() {
        holder.destroyForcibly();
        image.ifPresent(file -> assertThat(file.toFile().delete()).isTrue());
    }
}
