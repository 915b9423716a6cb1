package dev.jdbcbench.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run's request to Slurm: one job whose nodes are its hosts.
 *
 * @param partition the partition of the nodes; empty for the cluster's default
 * @param time time limit of the job; empty for that of the partition
 */
public record Slurm(Optional<String> partition, Optional<Duration> time) {
    /** The name of the database's node. */
    public static final String DATABASE = "database";

    /** The name of a client's node, counted from 1. */
    public static String client(int number) {
        return "client" + number;
    }

    /** The nodes of an existing job, by bench's names for them. */
    public static List<HostSpec> nodes(List<String> names) {
        Slurm unknown = new Slurm(Optional.empty(), Optional.empty());
        return names.stream().map(name -> HostSpec.node(name, unknown)).toList();
    }

    /** A copy of a hosts file's contents with nodes of a job as hosts: {@code clients} clients, and one database. */
    public Hosts nodes(Hosts hosts, int clients) {
        Map<String, HostSpec> nodes = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= clients; number++) {
            names.add(client(number));
            nodes.put(client(number), HostSpec.node(client(number), this));
        }
        nodes.put(DATABASE, HostSpec.node(DATABASE, this));
        return new Hosts(
                nodes,
                Optional.of(client(1)),
                Optional.of(DATABASE),
                hosts.servers(),
                hosts.heap(),
                hosts.jvmArgs(),
                hosts.drivers(),
                hosts.scenarios(),
                clients > 1 ? names : List.of());
    }
}
