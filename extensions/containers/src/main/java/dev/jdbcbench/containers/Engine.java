package dev.jdbcbench.containers;

import dev.jdbcbench.host.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A container engine of a host.
 *
 * @param name {@code podman} or {@code docker}
 * @param path of its program
 * @param state whether it can be used
 * @param version as it reports it; of one that cannot be used, why
 * @param rootless whether it works without root
 * @param pins whether it can pin containers to CPUs
 * @param freeKilobytes room for images
 * @param image what it has of the wanted image
 */
record Engine(
        String name,
        String path,
        State state,
        String version,
        boolean rootless,
        boolean pins,
        long freeKilobytes,
        Optional<Image> image) {
    static final String PODMAN = "podman";
    static final String DOCKER = "docker";

    /** Whether it can be used. */
    enum State {
        USABLE,
        /** Of a user who has never called it: asking more of it would make its directories. */
        NEW,
        UNUSABLE
    }

    /** Parses a line of the survey; empty if it is about something else. */
    static Optional<Engine> of(String line, String reference) {
        List<String> parts = List.of(line.split("\t", -1));
        if (parts.size() < 4 || !List.of(PODMAN, DOCKER).contains(parts.get(0))) {
            return Optional.empty();
        }
        String name = parts.get(0);
        String path = parts.get(1);
        return Optional.of(
                switch (parts.get(2)) {
                    case "ok" -> usable(name, path, parts.get(3).split("\\|", -1), parts.get(4), reference);
                    case "new" -> new Engine(name, path, State.NEW, "", true, false, Long.MAX_VALUE, Optional.empty());
                    default -> unusable(name, path, parts.get(3));
                });
    }

    private static Engine usable(String name, String path, String[] facts, String inspected, String reference) {
        if (facts.length < 5) {
            return unusable(name, path, "it describes itself as " + String.join(" ", facts));
        }
        boolean rootless = facts[1].equals("true") || facts[1].contains("name=rootless");
        if (rootless && name.equals(DOCKER)) {
            return unusable(
                    name,
                    path,
                    "it is rootless, and its host network is not that of the host: a proxy would be in the measured path");
        }
        return new Engine(
                name,
                path,
                State.USABLE,
                facts[0],
                rootless,
                facts[2].equals("all") || facts[2].contains("cpuset"),
                facts[4].matches("[0-9]{1,18}") ? Long.parseLong(facts[4]) : 0,
                Image.of(reference, inspected));
    }

    private static Engine unusable(String name, String path, String why) {
        return new Engine(name, path, State.UNUSABLE, why, false, false, 0, Optional.empty());
    }

    /** A call of it. */
    Command call(List<String> words) {
        List<String> all = new ArrayList<>(List.of(path));
        all.addAll(words);
        return Command.of(all);
    }

    /** Its name and version for people. */
    String described() {
        return name + (version.isEmpty() ? "" : " " + version) + (rootless ? ", rootless" : "");
    }
}
