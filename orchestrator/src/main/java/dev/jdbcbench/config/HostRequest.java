package dev.jdbcbench.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request for hosts that exist only for a run: clients, and one host for the database.
 *
 * @param kind the id of their kind, which an extension provides: {@code slurm}
 * @param clients how many clients, at least one
 * @param options what that kind reads
 */
public record HostRequest(String kind, int clients, Map<String, String> options) {
    /** The name of the database's host. */
    private static final String DATABASE = "database";

    public HostRequest {
        options = Map.copyOf(options);
        if (clients < 1) {
            throw new IllegalArgumentException("a run needs a client");
        }
    }

    /** A copy of a hosts file's contents with these hosts. */
    public Hosts in(Hosts file) {
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= clients; number++) {
            names.add("client" + number);
        }
        Map<String, HostSpec> hosts = new LinkedHashMap<>();
        names.forEach(name -> hosts.put(name, HostSpec.obtained(name, this)));
        hosts.put(DATABASE, HostSpec.obtained(DATABASE, this));
        return new Hosts(
                hosts,
                Optional.of(names.get(0)),
                Optional.of(DATABASE),
                file.servers(),
                file.heap(),
                file.jvmArgs(),
                file.drivers(),
                file.scenarios(),
                clients > 1 ? names : List.of());
    }
}
