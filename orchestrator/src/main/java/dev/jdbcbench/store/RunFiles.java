package dev.jdbcbench.store;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.untrusted.SafeName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * The files of one run: their names, and reading and writing them. The directory may come from elsewhere, so links in it are
 * not followed. Except the events, files are written to a temporary name and renamed.
 */
final class RunFiles {
    static final String PLAN = "plan.json";
    static final String EVENTS = "events.ndjson";
    static final String HOSTS = "hosts.json";
    private static final String DELIVERED = "delivered.ndjson";
    private static final String LOGS = "logs";

    /** In bytes. A plan with a thousand cells has about 500 kB. */
    private static final int LARGEST_PLAN = 16 << 20;

    static final int LARGEST_HOSTS = 4 << 20;

    /** The limit for a noise log, in bytes: the noise of two weeks. */
    static final int LARGEST_LOG = 64 << 20;

    private final Path path;

    RunFiles(Path path) {
        this.path = path;
    }

    /** The path of the directory. */
    Path path() {
        return path;
    }

    /** The id of the run. */
    String run() {
        return String.valueOf(path.getFileName());
    }

    /** The stored plan. */
    Path plan() {
        return path.resolve(PLAN);
    }

    /** The file of the events. */
    Path events() {
        return path.resolve(EVENTS);
    }

    /** What a local agent's supervisor delivered. */
    Path delivered() {
        return path.resolve(DELIVERED);
    }

    /** The stored text of the plan. */
    String planText() {
        return text(PLAN, LARGEST_PLAN).orElseThrow(() -> unreadable("there is no " + path.resolve(PLAN)));
    }

    /** The stored text of the host facts; empty when there is none. */
    Optional<String> hostsText() {
        return text(HOSTS, LARGEST_HOSTS);
    }

    /** The text of a stored file; empty when the file does not exist. */
    Optional<String> text(String name, int limit) {
        Path file = path.resolve(name);
        try {
            return SafeFile.exists(file)
                    ? Optional.of(StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(SafeFile.read(file, limit)))
                            .toString())
                    : Optional.empty();
        } catch (CharacterCodingException e) {
            throw unreadable(file + ": it is not UTF-8");
        } catch (IOException e) {
            throw unreadable(file + ": " + e.getMessage());
        }
    }

    /** Reads the text of a stored file. */
    <T> T stored(String name, String text, Class<T> type) {
        try {
            return Json.readStored(text, type);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw unreadable(path.resolve(name) + (line > 0 ? ":" + line : "") + ": " + Json.problem(e));
        }
    }

    /** The directory of logs. */
    Path logs() {
        return path.resolve(LOGS);
    }

    /** The log of the interference on a server's host; it may not exist. */
    Path noiseLog(Topology topology, String server) {
        return log(topology + "-" + server + ".noise.log");
    }

    /**
     * The path for writing a log of this name, which may come from elsewhere.
     *
     * @throws Failure.Input if the name is not allowed, or the log or the log directory is a link
     */
    Path logFile(String name) {
        Path file = log(name);
        try {
            if (!SafeFile.exists(logs())) {
                SafeFile.makeDirectory(logs());
            }
            if (SafeFile.exists(file)) {
                SafeFile.requireRegular(file);
            }
            return file;
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    private Path log(String name) {
        if (!SafeName.admits(name)) {
            throw unreadable(LOGS + ": not a name of a log: " + name.substring(0, Math.min(name.length(), 100)));
        }
        try {
            if (SafeFile.exists(logs())) {
                SafeFile.requireDirectory(logs());
            }
            return logs().resolve(name);
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    /**
     * A recording that was fetched with the logs. The name may come from elsewhere.
     *
     * @throws Failure.Input if there is none, or it is a link
     */
    Path recording(String name) {
        Path file = log(name);
        try {
            SafeFile.requireRegular(file);
            return file;
        } catch (NoSuchFileException e) {
            throw unreadable(file + ": it was not fetched");
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    /** Stores a file, or says why it cannot. */
    void write(String name, String text) {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Stores a file, or says why it cannot. */
    void write(String name, byte[] content) {
        try {
            store(name, content);
        } catch (IOException e) {
            throw FileTrouble.failure(
                    "cannot write " + path.resolve(name),
                    e,
                    "Make it writable for you. What was measured is in " + EVENTS + ".");
        }
    }

    /** Stores a file. */
    void store(String name, byte[] content) throws IOException {
        SafeFile.requireDirectory(path);
        SafeFile.write(path.resolve(name), content);
    }

    /** The failure to read something. */
    Failure.Input unreadable(String why) {
        return new Failure.Input(
                "cannot read the run " + run(),
                List.of(why),
                "Was it made by this version of bench? ./bench list runs shows the others.");
    }
}
