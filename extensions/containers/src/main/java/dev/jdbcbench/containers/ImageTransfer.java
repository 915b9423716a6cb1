package dev.jdbcbench.containers;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.untrusted.Printable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Brings an image to the engine of a host.
 *
 * @param say receives what takes long
 */
record ImageTransfer(ServerSpec server, Host host, Consumer<String> say) {
    /** A large image on a slow line. */
    static final Duration PULL_LIMIT = Duration.ofMinutes(60);

    private static final Pattern LAYER = Pattern.compile("(?i).*(pull complete|copying blob .*done|copying blob).*");

    /** Loads an image that was saved to a file of this machine; {@code scratch} is a directory of the host. */
    void load(Engine engine, String reference, Path saved, String scratch) {
        say.accept(server.label() + ": " + engine.name() + " on " + host.name() + " loads " + reference
                + " from a bundle");
        String there = host.local()
                ? saved.toAbsolutePath().toString()
                : scratch + "/image-" + ProcessHandle.current().pid() + ".tar";
        Command load = engine.call(List.of("load", "-i", there)).within(PULL_LIMIT);
        if (host.local()) {
            host.require("load " + reference, load);
            return;
        }
        try {
            host.upload(saved, there);
            host.require("load " + reference, load);
        } catch (Failure e) {
            try {
                remove(there);
            } catch (Failure second) {
                e.addSuppressed(second);
            }
            throw e;
        }
        remove(there);
    }

    private void remove(String image) {
        host.require("remove the saved image", Command.of("rm", "-f", image));
    }

    /** Pulls an image from its registry. */
    void pull(Engine engine, String reference) {
        Command command = engine.call(List.of("pull", reference)).within(PULL_LIMIT);
        if (host.isDryRun()) {
            host.require("pull " + reference, command);
            return;
        }
        say.accept(server.label() + ": " + engine.name() + " on " + host.name() + " pulls " + reference);
        long began = System.nanoTime();
        AtomicInteger layers = new AtomicInteger();
        StringBuilder last = new StringBuilder();
        Consumer<String> line = text -> {
            synchronized (last) {
                last.append(Printable.line(text)).append('\n');
                if (LAYER.matcher(text).matches()) {
                    say.accept(
                            server.label() + ": " + layers.incrementAndGet() + " layers of " + reference + " so far");
                }
            }
        };
        int exit;
        try {
            exit = host.start(command, line, line).waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
        if (exit != 0) {
            throw failed(engine, reference, exit, last.toString());
        }
        Survey.of(host, reference, true)
                .usable()
                .flatMap(Engine::image)
                .ifPresent(image -> say.accept(server.label() + ": pulled " + image.exact() + ", " + image.size()
                        + ", in " + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s"));
    }

    private Failure.Command failed(Engine engine, String reference, int exit, String said) {
        String lines = said.lines()
                .skip(Math.max(0, said.lines().count() - 5))
                .reduce("", (all, next) -> all.isEmpty() ? next : all + "\n" + next);
        boolean unknown = said.contains("manifest unknown")
                || said.contains("not found: manifest")
                || said.contains("repository does not exist")
                || said.contains("access to the resource is denied");
        return new Failure.Command(
                engine.name() + " on " + host.name() + " cannot pull " + reference + ": exit status " + exit,
                "$ " + engine.name() + " pull " + reference + "\n" + lines,
                unknown
                        ? "There is no such image or tag, or it needs a login (" + engine.name()
                                + " login). Correct the tag, or name another image with `image:` in the hosts file."
                        : "If the host cannot reach the registry: " + engine.name() + " save -o image.tar " + reference
                                + " where it is, and " + engine.name() + " load -i image.tar on " + host.name()
                                + ". Or take the server from elsewhere: --install "
                                + Install.either(Install.offering(server.kind()).stream()
                                        .filter(install -> !install.imaged() && install.choosable())
                                        .toList())
                                + ".",
                null);
    }
}
