package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Archive;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VendorArchiveTest {
    @TempDir
    private Path directory = Path.of("");

    private ServerSpec server(String sha256) {
        return new ServerSpec(
                "tar",
                ServerKind.MYSQL,
                Optional.empty(),
                Install.named("archive"),
                Optional.empty(),
                Map.of(),
                Optional.of(new Archive(directory.resolve("mysql.tar.xz"), sha256)),
                Optional.empty(),
                Optional.empty());
    }

    private void pack(String... names) throws IOException {
        try (OutputStream out = Files.newOutputStream(directory.resolve("mysql.tar.xz"));
                TarArchiveOutputStream tar = new TarArchiveOutputStream(new XZCompressorOutputStream(out))) {
            for (String name : names) {
                byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry("mysql-9.7.0-linux/" + name);
                entry.setSize(bytes.length);
                entry.setMode(name.startsWith("bin/") ? 0755 : 0640);
                tar.putArchiveEntry(entry);
                tar.write(bytes);
                tar.closeArchiveEntry();
            }
            TarArchiveEntry link = new TarArchiveEntry("mysql-9.7.0-linux/lib/libprotobuf.so", TarConstants.LF_SYMLINK);
            link.setLinkName("private/libprotobuf.so.24");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
            TarArchiveEntry hard = new TarArchiveEntry("mysql-9.7.0-linux/lib/same.so", TarConstants.LF_LINK);
            hard.setLinkName("mysql-9.7.0-linux/lib/private/libprotobuf.so.24");
            tar.putArchiveEntry(hard);
            tar.closeArchiveEntry();
        }
    }

    private Map<String, String> packed(Path archive) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(GzipCompressorInputStream.builder()
                .setInputStream(new BufferedInputStream(Files.newInputStream(archive)))
                .get())) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                entries.put(
                        entry.getName(),
                        entry.isSymbolicLink()
                                ? "-> " + entry.getLinkName()
                                : Integer.toOctalString(entry.getMode() & 0777));
            }
        }
        return entries;
    }

    @Test
    void onlyFilesOfTheServerArePackedForHosts() throws IOException {
        pack(
                "bin/mysqld",
                "bin/mysqld-debug",
                "bin/mysql",
                "bin/mysqldump",
                "lib/private/libprotobuf.so.24",
                "lib/plugin/component_log.so",
                "lib/plugin/debug/component_log.so",
                "lib/libmysqlclient.a",
                "include/mysql.h",
                "man/man1/mysql.1",
                "docs/ChangeLog",
                "share/english/errmsg.sys",
                "share/charsets/Index.xml",
                "support-files/mysql.server");
        Path archive = directory.resolve("packed.tar.gz");
        Packing.into(archive, packing -> new VendorArchive(server("0"), directory).pack(packing));
        assertThat(packed(archive))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "bin/mysqld", "755",
                        "lib/private/libprotobuf.so.24", "644",
                        "lib/plugin/component_log.so", "644",
                        "lib/libprotobuf.so", "-> private/libprotobuf.so.24",
                        "lib/same.so", "-> private/libprotobuf.so.24",
                        "share/english/errmsg.sys", "644",
                        "share/charsets/Index.xml", "644"));
    }

    @Test
    void archiveWithAnotherChecksumIsRefusedFirst() throws IOException {
        pack("bin/mysqld");
        String sum = Sha256.of(directory.resolve("mysql.tar.xz"));
        new VendorArchive(server(sum), directory).verify();
        assertThatThrownBy(() -> new VendorArchive(server("0".repeat(64)), directory).verify())
                .isInstanceOfSatisfying(Failure.Input.class, failure -> {
                    assertThat(failure.getMessage()).contains("servers.tar");
                    assertThat(failure.why()).contains(sum, "expected " + "0".repeat(64));
                });
    }
}
