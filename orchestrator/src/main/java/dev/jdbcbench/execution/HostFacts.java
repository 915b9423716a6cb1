package dev.jdbcbench.execution;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What the hosts of a run are: {@code hosts.json}, by the user's names for them. */
@JsonPropertyOrder({"schema", "run"})
record HostFacts(String run, Map<String, Map<String, String>> hosts) {
    private static final String QUESTIONS = """
            echo "kernel=$(uname -sr)"
            echo "cpus=$(nproc)"
            sed -n 's/^model name[^:]*: /cpu=/p' /proc/cpuinfo | head -n 1
            sed -n 's/^MemTotal: *//p' /proc/meminfo | sed 's/^/memory=/'
            sed -n 's/^PRETTY_NAME="\\{0,1\\}\\([^"]*\\).*/distribution=\\1/p' /etc/os-release
            sed 's/^/clocksource=/' /sys/devices/system/clocksource/clocksource0/current_clocksource
            sed 's/^/load=/' /proc/loadavg
            """;

    HostFacts {
        hosts = new TreeMap<>(hosts);
    }

    @JsonProperty("schema")
    String schema() {
        return "hosts/1";
    }

    /** Asks one host. What it does not tell is {@code unknown}. */
    static Map<String, String> ask(Host host) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : new String[] {"distribution", "kernel", "cpu", "cpus", "memory", "clocksource", "load"}) {
            facts.put(name, "unknown");
        }
        host.run(Command.of("sh", "-c", QUESTIONS)).out().lines().forEach(line -> {
            String[] parts = line.split("=", 2);
            if (parts.length == 2 && facts.containsKey(parts[0])) {
                facts.put(parts[0], parts[1]);
            }
        });
        return facts;
    }
}
