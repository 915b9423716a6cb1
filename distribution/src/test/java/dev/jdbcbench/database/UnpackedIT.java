package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that programs in a host's cache are trusted only if their content is intact, not because they exist. */
@OnThisMachine
class UnpackedIT {
    private static final String NAME = "unpackedtest-" + ProcessHandle.current().pid();

    @TempDir
    private Path home = Path.of("");

    private final HostScript script = HostScript.install(new LocalHost("localhost"));
    private int unpacked;

    @AfterEach
    void removed() {
        script.host().require("remove", Command.of("rm", "-rf", "--", script.cache() + "/" + NAME));
        assertThat(Path.of(script.cache())).isDirectoryNotContaining("glob:**" + NAME + "*");
    }

    private Path archive() {
        unpacked++;
        Path archive = home.resolve("archive.tar.gz");
        try {
            Packing.into(archive, packing -> {
                for (String name : new String[] {"bin/mariadbd", "share/errmsg.sys"}) {
                    byte[] bytes = ("the bytes of " + name).getBytes(StandardCharsets.UTF_8);
                    packing.file(name, bytes.length, true, new ByteArrayInputStream(bytes));
                }
                packing.link("bin/mysqld", "mariadbd");
            });
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return archive;
    }

    private Path provide() {
        return Path.of(Unpacked.on(script, NAME, "a test", this::archive));
    }

    @Test
    void damagedProgramsAreReplacedAndIntactOnesKept() throws IOException {
        Path directory = provide();
        assertThat(provide()).isEqualTo(directory);
        assertThat(unpacked).isEqualTo(1);
        Files.writeString(directory.resolve("bin/mariadbd"), "");
        assertThat(provide().resolve("bin/mariadbd")).hasContent("the bytes of bin/mariadbd");
        Files.writeString(directory.resolve("bin/mariadbd"), "the bytes of bin/mariadbX");
        assertThat(provide().resolve("bin/mariadbd")).hasContent("the bytes of bin/mariadbd");
        Files.delete(directory.resolve("share/errmsg.sys"));
        assertThat(provide().resolve("share/errmsg.sys")).hasContent("the bytes of share/errmsg.sys");
        assertThat(unpacked).isEqualTo(4);
    }

    @Test
    void truncatedArchiveIsNotUsed() throws IOException {
        Path archive = archive();
        assertThat(Packing.whole(archive)).isTrue();
        byte[] bytes = Files.readAllBytes(archive);
        Files.write(archive, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(Packing.whole(archive)).isFalse();
        Files.delete(archive);
        assertThat(Packing.whole(archive)).isFalse();
    }
}
