package dev.jdbcbench.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How several clients shared a cell, over all its forks.
 *
 * @param latestStartMillis how much later than the common start a client began a turn, at most
 * @param times of the operations of all clients together; response times under open load
 * @param parts of the clients
 */
public record CellClients(double latestStartMillis, Percentiles times, List<Part> parts) {
    private static final double HUNDRED = 100;

    public CellClients {
        parts = List.copyOf(parts);
    }

    /**
     * The part of one client.
     *
     * @param client name of its host
     * @param operationsPerSecond mean of the forks
     * @param sharePercent of the operations of all clients
     */
    public record Part(String client, int threads, long operations, double operationsPerSecond, double sharePercent) {}

    /** Combines the shares from all forks of a cell; empty when there was one client. */
    public static Optional<CellClients> of(List<ClientShare> shares) {
        if (shares.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<ClientShare>> byClient = new LinkedHashMap<>();
        shares.forEach(share -> byClient.computeIfAbsent(share.client(), client -> new ArrayList<>())
                .add(share));
        // A stored run may have counts whose sum is larger than a long.
        double all =
                Math.max(1, shares.stream().mapToDouble(ClientShare::operations).sum());
        List<Part> parts = new ArrayList<>();
        byClient.forEach((client, own) -> {
            double operations =
                    own.stream().mapToDouble(ClientShare::operations).sum();
            parts.add(new Part(
                    client,
                    own.get(0).threads(),
                    (long) operations,
                    own.stream()
                            .mapToDouble(ClientShare::operationsPerSecond)
                            .average()
                            .orElse(0),
                    HUNDRED * operations / all));
        });
        return Optional.of(new CellClients(
                shares.stream()
                        .mapToDouble(ClientShare::latestStartMillis)
                        .max()
                        .orElse(0),
                Percentiles.of(shares.stream().map(ClientShare::times).toList()),
                parts));
    }
}
