package dev.jdbcbench.database;

import com.google.auto.service.AutoService;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * A vendor's generic Linux build, in a file on this machine. bench repacks it without the parts that a server does not
 * need (tests, headers, clients: nine tenths of it). The upload is then smaller, and hosts do not need xz.
 */
public final class VendorArchive implements BinarySource {
    /** The parts of the vendors' trees that no server needs. */
    private static final Pattern SUPERFLUOUS = Pattern.compile(
            "(bin/(?!(mariadbd|mysqld|my_print_defaults|resolveip)$)|scripts/(?!(mariadb-install-db|mysql_install_db)$)"
                    + "|(docs|include|man|mysql-test|sql-bench|support-files|run|var|share/(aclocal|doc|man))(/|$)"
                    + "|lib/(plugin/debug|pkgconfig)/|lib/mysql/plugin/debug/|.*\\.a$|.*-debug$|lib/mysqlrouter/).*");

    private static final int NAME_DIGITS = 12;

    /** {@code install: archive}. */
    @AutoService(Install.class)
    public static final class Source extends ProgramSource {
        @Override
        public String id() {
            return "archive";
        }

        @Override
        public String meaning() {
            return "a vendor's generic Linux tar file on this machine; `archive:` of the server in the hosts file names it";
        }

        @Override
        protected int place() {
            return 1;
        }

        @Override
        public boolean archived() {
            return true;
        }

        @Override
        public BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache) {
            return new VendorArchive(server, localCache);
        }
    }

    private final ServerSpec server;
    private final ServerSpec.Archive file;
    private final Path localCache;

    /** Uses a cache directory of this machine for the archives that it packs for hosts. */
    public VendorArchive(ServerSpec server, Path localCache) {
        this.server = server;
        this.file = server.archive().orElseThrow();
        this.localCache = localCache;
    }

    /**
     * Verifies that the file has the checksum of the hosts file.
     *
     * @throws Failure.Input when it differs
     */
    public void verify() {
        try {
            String found = Sha256.of(file.path());
            if (!found.equals(file.sha256())) {
                throw new Failure.Input(
                        "the archive of servers." + server.label() + " does not match the hosts file",
                        List.of(file.path() + " has SHA-256 " + found, "expected " + file.sha256()),
                        "Fetch the file again, and compare with the checksum that its vendor publishes; only then correct `sha256:`.");
            }
        } catch (IOException e) {
            throw new Failure.Input(
                    "cannot read the archive of servers." + server.label(),
                    List.of(String.valueOf(e)),
                    "Correct `archive:` in the hosts file.");
        }
    }

    @Override
    public Binaries provide(HostScript script) {
        String name = "archive-" + server.kind().id() + "-" + file.sha256().substring(0, NAME_DIGITS);
        String directory = Unpacked.on(script, name, server.kind().title(), () -> packed(name));
        return Programs.in(script.host(), directory, server.kind(), Install.named("archive"), false);
    }

    /** The repacked archive; kept for the next host. */
    private Path packed(String name) {
        Path archive = localCache.resolve(name + ".tar.gz");
        if (Packing.whole(archive)) {
            return archive;
        }
        try {
            Packing.into(archive, this::pack);
            return archive;
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot pack " + file.path() + " for the hosts",
                    String.valueOf(e),
                    "Is it a complete .tar.gz or .tar.xz, and is there room on the disk (df -h " + localCache + ")?",
                    e);
        }
    }

    /** Copies only what a server needs. */
    void pack(Packing packing) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file.path()));
                InputStream plain = file.path().toString().endsWith("xz")
                        ? XZCompressorInputStream.builder()
                                .setInputStream(in)
                                .setDecompressConcatenated(true)
                                .get()
                        : GzipCompressorInputStream.builder()
                                .setInputStream(in)
                                .setDecompressConcatenated(true)
                                .get();
                TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = belowTop(entry.getName());
                if (name.isEmpty()
                        || SUPERFLUOUS.matcher(name).matches()
                        || List.of(name.split("/", -1)).contains("..")) {
                    continue;
                }
                if (entry.isSymbolicLink()) {
                    packing.link(name, entry.getLinkName());
                } else if (entry.isLink()) {
                    Path place = Path.of("/", name).getParent();
                    Path linked = (place == null ? Path.of("/") : place)
                            .relativize(Path.of("/", belowTop(entry.getLinkName())));
                    packing.link(
                            name,
                            linked.toString().replace(linked.getFileSystem().getSeparator(), "/"));
                } else if (entry.isFile()) {
                    packing.file(name, entry.getSize(), (entry.getMode() & 0111) != 0, tar);
                }
            }
        }
    }

    /** Removes the top directory, which is the name of the build. */
    private static String belowTop(String name) {
        return name.replaceFirst("^(\\./)?[^/]+/?", "");
    }
}
