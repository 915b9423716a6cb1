package dev.jdbcbench.store;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.OwnerOnly;
import dev.jdbcbench.untrusted.RunId;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/**
 * The origins of this user's runs, in {@code $XDG_STATE_HOME/bench/runs} (by default {@code ~/.local/state/bench/runs}): one
 * file with mode 0600 per run.
 */
public final class RunOrigins {
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    /** Far more than a command line needs. */
    private static final long LARGEST_BYTES = 1 << 20;

    private static final String JSON = ".json";

    /** Origins are deleted after this time, when another run starts. */
    private static final Duration KEPT = Duration.ofDays(365);

    private final Path directory;
    private final Clock clock;
    private final Function<RunOrigin.OfWords, RunOrigin> words;

    /**
     * The origins in this directory, which need not exist.
     *
     * @param words reads the command lines that earlier versions of bench stored
     */
    RunOrigins(Path directory, Clock clock, Function<RunOrigin.OfWords, RunOrigin> words) {
        this.directory = directory;
        this.clock = clock;
        this.words = words;
    }

    /**
     * The origins of the user running this process.
     *
     * @param words reads the command lines that earlier versions of bench stored
     */
    public static RunOrigins ofUser(Function<RunOrigin.OfWords, RunOrigin> words) {
        return of(place().resolve("runs"), words);
    }

    /** The origins in another directory. */
    public static RunOrigins of(Path directory, Function<RunOrigin.OfWords, RunOrigin> words) {
        return new RunOrigins(directory, Clock.systemUTC(), words);
    }

    /** The directory of bench's private state. */
    public static Path place() {
        String state = System.getenv("XDG_STATE_HOME");
        Path base = state == null || !state.startsWith("/")
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(state);
        return base.resolve("bench");
    }

    /**
     * Stores the origin of a run for this user's later commands.
     *
     * @throws Failure.Command when it cannot be written
     */
    public void keep(RunOrigin origin) {
        Path file = file(origin.run());
        try {
            Files.createDirectories(directory, OwnerOnly.directory(directory));
            OldFiles.delete(directory, clock.instant().minus(KEPT));
            SafeFile.write(file, Json.pretty(origin).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot save the start options of the run in " + file,
                    String.valueOf(e),
                    "Is there room, and may you write there? XDG_STATE_HOME names another directory.",
                    e);
        }
    }

    /**
     * The origin of a run; empty if this user did not start it on this machine, or the directory contains another run
     * of that name.
     *
     * @throws Failure.Input if the file cannot be read, or other users could have written it
     */
    public Optional<RunOrigin> of(RunDirectory run) {
        return kept(run.run()).filter(origin -> origin.plan().equals(run.planDigest()));
    }

    /** The IDs of the runs that this user started. Ignores unreadable origins. */
    public List<String> runs() {
        return origins().map(RunOrigin::run).toList();
    }

    private Stream<RunOrigin> origins() {
        try (Stream<Path> files = Files.list(directory)) {
            return files
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(JSON))
                    .map(name -> name.substring(0, name.length() - JSON.length()))
                    .filter(RunId::admits)
                    .toList()
                    .stream()
                    .flatMap(run -> readable(run).stream());
        } catch (NoSuchFileException e) {
            return Stream.of(); // no run has been started yet
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<RunOrigin> readable(String run) {
        try {
            return kept(run);
        } catch (Failure.Input e) {
            return Optional.empty();
        }
    }

    private Optional<RunOrigin> kept(String run) {
        if (!RunId.admits(run)) {
            return Optional.empty();
        }
        Path file = file(run);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || othersMayUse(file)) {
                throw unreadable(file, "it is not a file of mode 0600");
            }
            UserPrincipal owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS))) {
                throw unreadable(file, "it belongs to " + owner);
            }
            if (Files.size(file) > LARGEST_BYTES) {
                throw unreadable(file, "it has " + Files.size(file) + " bytes");
            }
            RunOrigin origin = origin(Files.readString(file));
            if (!origin.run().equals(run)) {
                throw unreadable(file, "it belongs to run " + origin.run());
            }
            return Optional.of(origin);
        } catch (JacksonException e) {
            throw unreadable(file, e.getOriginalMessage());
        } catch (IOException e) {
            throw unreadable(file, String.valueOf(e));
        }
    }

    private static boolean othersMayUse(Path file) throws IOException {
        return OwnerOnly.isKnown(file)
                && Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS).stream()
                        .anyMatch(OTHERS::contains);
    }

    private RunOrigin origin(String text) {
        if (!Json.readStored(text, Format.class).schema().equals(RunOrigin.SCHEMA)) {
            return words.apply(Json.readStored(text, RunOrigin.OfWords.class));
        }
        try {
            return Json.read(text, RunOrigin.class);
        } catch (JacksonException e) {
            // A later version wrote it: what this one knows suffices for everything but resuming.
            RunOrigin known = Json.readStored(text, RunOrigin.class);
            return new RunOrigin(known.run(), known.plan(), known.command(), known.request(), Json.problem(e));
        }
    }

    private record Format(String schema) {}

    private Path file(String run) {
        return directory.resolve(new RunId(run) + JSON);
    }

    private static Failure.Input unreadable(Path file, String why) {
        return new Failure.Input(
                "cannot read the start options of the run",
                List.of(file + ": " + why),
                "Remove the file, and name the hosts with --hosts FILE.");
    }
}
