package dev.jdbcbench.report.run;

import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.TopologyResult;
import dev.jdbcbench.result.TopologyResult.ClientNoise;
import dev.jdbcbench.result.TopologyResult.DatabaseNoise;
import dev.jdbcbench.result.TopologyResult.HostNoise;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Other activity on the hosts of a topology. */
final class NoiseText {
    private static final String TITLE = "noise: ";
    private static final String CLIENT_HOST = "client host: ";
    private static final char UNBROKEN = '\u00a0';

    private static final double MEGAHERTZ_PER_GIGAHERTZ = 1000;

    private NoiseText() {}

    /** One or two lines, each going on below its first word; nothing if nothing is known. */
    static List<Block> of(@Nullable TopologyResult topology, String server) {
        if (topology == null) {
            return List.of();
        }
        boolean oneHost = topology.client().equals(topology.database());
        HostNoise onClient = topology.noise().get(topology.client());
        HostNoise databaseHost = topology.noise().get(topology.database());
        ClientNoise client = onClient == null ? null : onClient.client();
        DatabaseNoise database =
                databaseHost == null ? null : databaseHost.database().get(server);
        List<List<String>> hosts = new ArrayList<>();
        if (client != null) {
            hosts.add(client(client, oneHost));
        }
        // On one host the client's numbers cover both, and they are closer to what was measured.
        if (database != null && !(oneHost && client != null)) {
            hosts.add(database(database));
        }
        hosts.removeIf(List::isEmpty);
        List<String> clientHost = client == null ? List.of() : clientHost(client);
        return List.of(line(TITLE, hosts), line(CLIENT_HOST, clientHost.isEmpty() ? List.of() : List.of(clientHost)));
    }

    private static Block line(String title, List<List<String>> hosts) {
        String text = hosts.stream()
                .map(parts ->
                        parts.stream().map(part -> part.replace(' ', UNBROKEN)).collect(Collectors.joining(", ")))
                .collect(Collectors.joining(" · "));
        return Block.lines(title.length(), text.isEmpty() ? List.of() : List.of(title + text));
    }

    private static List<String> client(ClientNoise noise, boolean withDatabase) {
        List<String> parts = new ArrayList<>();
        steal(parts, noise.stealMeanPercent(), noise.stealMaxPercent());
        if (noise.databaseMaxPercent() != null) {
            parts.add("database up to " + two(noise.databaseMaxPercent()));
        }
        if (noise.foreignMaxPercent() != null) {
            boolean among = withDatabase && noise.databaseMaxPercent() == null;
            parts.add((among ? "database and others up to " : "others up to ") + two(noise.foreignMaxPercent()));
        }
        return named("client", parts);
    }

    /** What the client's host did besides, and what could not be seen of it. */
    private static List<String> clientHost(ClientNoise noise) {
        List<String> parts = new ArrayList<>();
        if (noise.loadMax() != null) {
            parts.add("load up to " + Numbers.fixed(noise.loadMax(), 1));
        }
        if (noise.frequencyMinMHz() != null && noise.frequencyMaxMHz() != null) {
            parts.add(Numbers.fixed(noise.frequencyMinMHz() / MEGAHERTZ_PER_GIGAHERTZ, 1) + "–"
                    + Numbers.fixed(noise.frequencyMaxMHz() / MEGAHERTZ_PER_GIGAHERTZ, 1) + " GHz");
        }
        if (noise.throttledMicros() != null && noise.throttledMicros() > 0) {
            parts.add("throttled for " + Numbers.fixed(noise.throttledMicros() / Unit.MICROS_PER_MILLI, 1) + " ms");
        }
        if (noise.thermalThrottles() != null && noise.thermalThrottles() > 0) {
            parts.add("slowed down by heat " + noise.thermalThrottles() + " times");
        }
        if (noise.retransmits() != null && noise.retransmits() > 0) {
            parts.add(noise.retransmits() + " segments resent");
        }
        if (!noise.notReadable().isEmpty()) {
            parts.add("not readable: "
                    + noise.notReadable().stream()
                            .map(missing -> missing.split(":", 2)[0])
                            .collect(Collectors.joining(" and ")));
        }
        return parts;
    }

    private static List<String> database(DatabaseNoise noise) {
        List<String> parts = new ArrayList<>();
        steal(parts, noise.stealMeanPercent(), noise.stealMaxPercent());
        parts.add("load up to " + Numbers.fixed(noise.loadMax(), 1));
        return named("database", parts);
    }

    private static void steal(List<String> parts, @Nullable Double mean, @Nullable Double max) {
        if (mean != null && max != null) {
            parts.add("steal " + percent(mean) + " (max " + Numbers.fixed(max, 1) + ")");
        }
    }

    private static List<String> named(String name, List<String> parts) {
        if (!parts.isEmpty()) {
            parts.set(0, name + " " + parts.get(0));
        }
        return parts;
    }

    /** With two digits, which suffice for a maximum. */
    private static String two(double percent) {
        return Numbers.percent(percent) + " %";
    }

    private static String percent(double percent) {
        return Numbers.fixed(percent, 1) + " %";
    }
}
