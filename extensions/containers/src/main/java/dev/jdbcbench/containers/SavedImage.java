package dev.jdbcbench.containers;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.host.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The image of a server, for machines that reach no registry.
 *
 * @param host this machine, whose engine pulls and saves it
 * @param say receives what takes long
 */
record SavedImage(ServerSpec server, Host host, Consumer<String> say) {
    /**
     * Pulls it unless it is there.
     *
     * @param directory where to save it, too; empty to leave it with the engine
     */
    Artifacts.Found save(Optional<Path> directory) {
        String reference = Image.wanted(server);
        Engine engine = Survey.of(host, reference, true).require(server);
        boolean pulled = engine.image().isEmpty();
        if (pulled) {
            new ImageTransfer(server, host, say).pull(engine, reference);
            engine = Survey.of(host, reference, true).require(server);
        }
        Path file = Path.of(engine.path());
        long bytes = engine.image().map(Image::bytes).orElse(0L);
        if (directory.isPresent()) {
            file = directory.get().resolve(Image.coordinates(reference).replace(':', '_') + ".tar");
            say.accept(server.label() + ": " + engine.name() + " saves " + reference);
            host.require(
                    "save " + reference,
                    engine.call(List.of("save", "-o", file.toAbsolutePath().toString(), reference))
                            .within(ImageTransfer.PULL_LIMIT));
            bytes = size(file);
        }
        return new Artifacts.Found(Image.coordinates(reference), file, engine.name(), bytes, pulled);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot read the saved image " + file,
                    FileTrouble.why(e),
                    FileTrouble.remedy(e, "Name another place with --out."),
                    e);
        }
    }
}
