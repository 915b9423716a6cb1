package dev.jdbcbench.store;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.run.SafeName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The directory that holds run directories and nothing else. */
public final class RunStore {
    private final Path results;

    /** The store in that directory, which need not be there. */
    public RunStore(Path results) {
        this.results = results;
    }

    /** All runs, the newest first: their names begin with the time of their start. */
    public List<RunDirectory> newestFirst() {
        if (!Files.isDirectory(results)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(results)) {
            return directories
                    .filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .map(RunDirectory::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + results, e);
        }
    }

    /**
     * A run by its id, or by the path of its directory.
     *
     * @throws Failure.Input when there is none
     */
    public RunDirectory named(String name) {
        return find(name).orElseThrow(() -> {
            List<String> known = newestFirst().stream().map(RunDirectory::run).toList();
            return new Failure.Input(
                    "there is no run " + name + " in " + results,
                    List.of("no such directory" + Suggestion.of(name, known)),
                    "./bench list runs shows all.");
        });
    }

    /** A name that this machine's charset cannot express is that of no directory. */
    private static boolean isDirectory(String name) {
        try {
            return Files.isDirectory(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Whether a name is the path of a directory, and not the id of a run in this store. */
    public boolean isPath(String name) {
        return !SafeName.admits(name) || !Files.isDirectory(results.resolve(name)) && isDirectory(name);
    }

    /** Likewise; empty when there is none. */
    public Optional<RunDirectory> find(String name) {
        boolean path = isPath(name);
        if (path ? !isDirectory(name) : !Files.isDirectory(results.resolve(name))) {
            return Optional.empty();
        }
        Path directory = path ? Path.of(name) : results.resolve(name);
        return Optional.of(new RunDirectory(directory.toAbsolutePath().normalize()));
    }
}
