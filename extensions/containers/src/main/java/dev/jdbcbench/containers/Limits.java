package dev.jdbcbench.containers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The limits of a container's processes. A private server on the host has those of the user who started it. */
final class Limits {
    /** Enough for a thread of the server for each of bench's connections. */
    private static final long PROCESSES = 16_384;

    /** Where not even that many may be set. */
    private static final String FEW = "1000";

    private Limits() {}

    /**
     * Options of the engine to try one after the other: those of the host; and, where the engine may not set its own limit of
     * processes, a lower one.
     *
     * @param limits soft and hard limits of the host, by name
     */
    static List<List<String>> attempts(Map<String, String> limits) {
        List<List<String>> attempts = new ArrayList<>();
        List<String> files = ulimit("nofile", limits.getOrDefault("files", ""));
        attempts.add(files);
        List<String> lower = new ArrayList<>(files);
        lower.addAll(List.of("--ulimit", "nproc=" + PROCESSES + ":" + PROCESSES));
        attempts.add(List.copyOf(lower));
        attempts.add(List.of("--ulimit", "nofile=" + FEW + ":" + FEW, "--ulimit", "nproc=" + FEW + ":" + FEW));
        return List.copyOf(attempts);
    }

    private static List<String> ulimit(String name, String softAndHard) {
        String[] parts = softAndHard.split("\t", 2);
        return parts.length == 2 && parts[0].matches("[0-9]{1,18}") && parts[1].matches("[0-9]{1,18}")
                ? List.of("--ulimit", name + "=" + parts[0] + ":" + parts[1])
                : List.of();
    }
}
