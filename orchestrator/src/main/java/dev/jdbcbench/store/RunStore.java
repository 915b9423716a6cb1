package dev.jdbcbench.store;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.failure.Synonyms;
import dev.jdbcbench.untrusted.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A directory that contains only run directories. */
public final class RunStore {
    /** Refers to the newest run. */
    private static final String LATEST = "latest";

    private final Path results;

    /** The store in this directory, which need not exist. */
    public RunStore(Path results) {
        this.results = results;
    }

    /** All runs, newest first: their names begin with their start time. */
    public List<RunDirectory> newestFirst() {
        if (Files.notExists(results)) {
            return List.of();
        }
        if (!Files.isDirectory(results)) {
            throw unlistable("it is not a directory");
        }
        try (Stream<Path> directories = Files.list(results)) {
            return directories
                    .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> !String.valueOf(path.getFileName()).startsWith(".")) // Unfinished, or not bench's
                    .sorted(Comparator.reverseOrder())
                    .map(RunDirectory::new)
                    .toList();
        } catch (IOException e) {
            throw unlistable(FileTrouble.why(e));
        } catch (UncheckedIOException e) {
            throw unlistable(FileTrouble.why(Objects.requireNonNull(e.getCause())));
        }
    }

    /** Removes what a killed bench left of runs that it was creating. */
    public void removeUnfinished() {
        Unfinished.removeOld(results);
    }

    /** Whether the directory exists. */
    public boolean exists() {
        return Files.exists(results);
    }

    private Failure.Input unlistable(String why) {
        return new Failure.Input(
                "cannot list the runs in " + results,
                List.of(why),
                "Name the directory that holds run directories: --results DIRECTORY.");
    }

    /**
     * Finds a run by its ID or the last part of it, by the word {@code latest}, or by the path of its directory.
     *
     * @throws Failure.Input when there is none
     */
    public RunDirectory named(String name) {
        return find(name).orElseThrow(() -> {
            List<String> known = newestFirst().stream().map(RunDirectory::run).toList();
            return new Failure.Input(
                    "there is no run " + name + " in " + results,
                    List.of(Synonyms.ofRun(name).orElseGet(() -> "no such directory" + Suggestion.of(name, known))),
                    "./bench list runs shows all.");
        });
    }

    /** Whether a name is the path of a directory rather than the ID of a run in this store. */
    public boolean isPath(String name) {
        return !RunId.admits(name) || (!Files.isDirectory(results.resolve(name)) && Files.isDirectory(Path.of(name)));
    }

    /**
     * Like {@link #named}, but empty when there is none.
     *
     * @throws Failure.Input when the name is ambiguous
     */
    public Optional<RunDirectory> find(String name) {
        try {
            Path directory = isPath(name) ? Path.of(name) : results.resolve(name);
            if (!Files.isDirectory(directory)) {
                return byShortName(name);
            }
            // A link may have another name than the run.
            Path found = Files.isSymbolicLink(directory) ? directory.toRealPath() : directory;
            RunDirectory run = new RunDirectory(found.toAbsolutePath().normalize());
            new RunId(run.run());
            return Optional.of(run);
        } catch (InvalidPathException e) {
            return Optional.empty(); // not a valid path on this system or in this locale
        } catch (IllegalArgumentException | IOException e) {
            throw new Failure.Input(
                    "not the directory of a run: " + name,
                    List.of(String.valueOf(e.getMessage())),
                    "./bench list runs shows all.");
        }
    }

    private Optional<RunDirectory> byShortName(String name) {
        List<RunDirectory> all = name.isEmpty() || isPath(name)
                ? List.of()
                : newestFirst().stream().filter(run -> RunId.admits(run.run())).toList();
        if (name.equals(LATEST)) {
            return all.stream().findFirst();
        }
        List<RunDirectory> ending =
                all.stream().filter(run -> run.run().endsWith("-" + name)).toList();
        if (ending.size() > 1) {
            throw new Failure.Input(
                    "several runs in " + results + " end with " + name,
                    ending.stream().map(RunDirectory::run).toList(),
                    "Name one of them in full.");
        }
        return ending.stream().findFirst();
    }
}
