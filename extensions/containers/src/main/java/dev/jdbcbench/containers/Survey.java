package dev.jdbcbench.containers;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The container engines of a host, and what they have of an image.
 *
 * @param limits soft and hard limits of the processes that bench starts there: {@code files}, {@code processes}
 * @param namespace the network of the host, and its boot
 */
record Survey(String host, String reference, List<Engine> engines, Map<String, String> limits, String namespace) {
    private static final String SCRIPT = "survey.sh";

    Survey {
        engines = List.copyOf(engines);
        limits = Map.copyOf(limits);
    }

    /**
     * Asks the engines of a host.
     *
     * @param reference full name of the image
     * @param changes whether an engine may make its directories there
     */
    static Survey of(Host host, String reference, boolean changes) {
        String script = Resource.text(Survey.class, SCRIPT);
        String out = host.run(Command.query("sh", "-s", "--", reference, changes ? "yes" : "no")
                        .reading(script))
                .out();
        Map<String, String> facts = new HashMap<>();
        out.lines()
                .map(line -> line.split("\t", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> facts.put(parts[0], parts[1]));
        return new Survey(
                host.name(),
                reference,
                out.lines().flatMap(line -> Engine.of(line, reference).stream()).toList(),
                facts,
                facts.getOrDefault("namespace", ""));
    }

    /** The engine to use: one that has the image, else the first that works. */
    Optional<Engine> usable() {
        return engines.stream()
                .filter(engine -> engine.image().isPresent())
                .findFirst()
                .or(() -> engines.stream()
                        .filter(engine -> engine.state() != Engine.State.UNUSABLE)
                        .findFirst());
    }

    /** Why no engine can be used, one line for each. */
    String reasons() {
        return engines.isEmpty()
                ? "neither podman nor docker is on the PATH there"
                : engines.stream()
                        .map(engine -> engine.name() + ": " + engine.version())
                        .collect(Collectors.joining("\n"));
    }

    /** What helps where no engine can be used. */
    String remedy(ServerSpec server) {
        List<Install> others = Install.offering(server.kind()).stream()
                .filter(install -> !install.imaged() && install.choosable())
                .toList();
        String engine = engines.isEmpty()
                ? "Install podman there (Debian, Ubuntu: apt install podman), which needs no root to run"
                : reasons().contains("ermission denied")
                        ? "Let the user call it (for docker: the group docker), or install podman, which needs no root to run"
                        : "Start it, or install podman, which needs no root to run";
        return engine + ". Or take the server from elsewhere: --install " + Install.either(others) + ".";
    }

    /**
     * The engine to use.
     *
     * @throws Failure.Command if there is none
     */
    Engine require(ServerSpec server) {
        return usable().orElseThrow(() -> new Failure.Command(
                (engines.isEmpty() ? "there is no container engine on " : "no container engine can be used on ") + host
                        + " for " + server.label() + " (" + reference + ")",
                reasons(),
                remedy(server),
                null));
    }
}
