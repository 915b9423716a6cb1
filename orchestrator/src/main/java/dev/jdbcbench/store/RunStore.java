package dev.jdbcbench.store;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
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

    /** Likewise; empty when there is none. */
    public Optional<RunDirectory> find(String name) {
        Path asPath;
        try {
            asPath = Path.of(name);
        } catch (InvalidPathException e) {
            return Optional.empty(); // no directory can be called so, here or in this locale
        }
        Path directory = Files.isDirectory(asPath) ? asPath : results.resolve(asPath);
        return Files.isDirectory(directory)
                ? Optional.of(new RunDirectory(directory.toAbsolutePath().normalize()))
                : Optional.empty();
    }
}
