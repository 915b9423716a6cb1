package dev.jdbcbench.sharing;

import dev.jdbcbench.disclosure.Whereabouts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What the hosts of a run are like, for others.
 *
 * @param host what stands for a host
 * @param server what stands for a server's label
 * @param text replaces names, addresses and paths
 * @param leaveOut receives what is left out: its kind, and the text
 */
record SharedFacts(
        UnaryOperator<String> host,
        UnaryOperator<String> server,
        UnaryOperator<String> text,
        BiConsumer<String, String> leaveOut) {
    /** The facts of a host that are shared. */
    private static final Set<String> FACTS = Set.of(
            "distribution",
            "kernel",
            "clocksource",
            "virtualisation",
            "container",
            "architecture",
            "cpu",
            "cpus",
            "cpusAllowed",
            "smt",
            "governor",
            "memory",
            "memoryAvailable",
            "swap",
            "transparentHugePages",
            "cgroupCpu",
            "cgroupMemory",
            "mtu",
            "networkSpeed",
            "networkDriver",
            "congestionControl",
            "load",
            "openFiles",
            "jdk");

    /** The beginning of the name of a fact that is the version of a server's program. */
    private static final String SERVER_FACT = "database.";

    Map<String, Map<String, String>> of(Map<String, Map<String, String>> hosts) {
        Map<String, Map<String, String>> shown = new TreeMap<>();
        hosts.forEach((one, facts) -> {
            Map<String, String> kept = new LinkedHashMap<>();
            facts.forEach((name, value) -> {
                if (FACTS.contains(name)) {
                    fact(value).ifPresent(fact -> kept.put(name, fact));
                } else if (name.startsWith(SERVER_FACT)) {
                    fact(value)
                            .ifPresent(fact ->
                                    kept.put(SERVER_FACT + server.apply(name.substring(SERVER_FACT.length())), fact));
                } else {
                    leaveOut.accept("host fact", name);
                }
            });
            shown.put(host.apply(one), kept);
        });
        return shown;
    }

    /** A fact as it is, or without its explanation; empty if it says where something is even then. */
    private Optional<String> fact(String value) {
        return Stream.of(value, value.replaceFirst(" \\(.*", ""), value.replaceFirst(":.*", ""))
                .filter(part -> !Whereabouts.in(part) && text.apply(part).equals(part))
                .findFirst();
    }
}
