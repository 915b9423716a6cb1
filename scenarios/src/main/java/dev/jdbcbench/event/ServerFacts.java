package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Topology;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Facts about a server, as read by the agent. All its variables are without paths, addresses and identities.
 *
 * @param engine storage engine of the tables that scenarios insert into: BLACKHOLE or its replacement
 * @param variables settings that were set explicitly, and the ones on which results depend
 * @param derived values that the server derived from its host (CPUs, memory, file limits) because they were not set
 */
public record ServerFacts(
        Topology topology,
        String server,
        String version,
        String engine,
        @JsonProperty(isRequired = OptBoolean.FALSE) Map<String, String> variables,
        @JsonProperty(isRequired = OptBoolean.FALSE) Map<String, String> derived) {
    /** The value in comparisons when a server reports none. */
    public static final String DEFAULT = "its default";

    /**
     * Variables that MariaDB or MySQL derives from its host or from other variables unless they are set. MySQL does not
     * report which of its values it derived, and older runs did not record it for either.
     */
    public static final Set<String> DERIVABLE = Set.of(
            "back_log",
            "host_cache_size",
            "innodb_buffer_pool_instances",
            "innodb_buffer_pool_size_auto_min",
            "innodb_flush_method",
            "innodb_io_capacity",
            "innodb_io_capacity_max",
            "innodb_log_file_mmap",
            "innodb_log_write_ahead_size",
            "innodb_log_writer_threads",
            "innodb_lru_flush_size",
            "innodb_open_files",
            "innodb_page_cleaners",
            "innodb_parallel_read_threads",
            "innodb_purge_threads",
            "innodb_redo_log_capacity",
            "innodb_use_native_aio",
            "log_tc_size",
            "lower_case_file_system",
            "max_relay_log_size",
            "open_files_limit",
            "table_definition_cache",
            "table_open_cache",
            "table_open_cache_instances",
            "temptable_max_ram",
            "thread_cache_size",
            "thread_pool_size");

    public ServerFacts {
        variables = variables == null ? Map.of() : variables; // older runs did not record them
        if (derived == null) { // older runs did not distinguish them
            Map<String, String> known = new TreeMap<>(variables);
            known.keySet().retainAll(DERIVABLE);
            derived = known;
            Map<String, String> others = new TreeMap<>(variables);
            others.keySet().removeAll(DERIVABLE);
            variables = others;
        }
        variables = PartCheck.textMap(variables, "variables");
        derived = PartCheck.textMap(derived, "derived");
        PartCheck.present(topology, "topology");
        PartCheck.name(server, "server");
        PartCheck.message(version, "version");
        PartCheck.message(engine, "engine");
    }

    /** The value of a setting, chosen or derived; {@value #DEFAULT} if the server reports none. */
    public String setting(String name) {
        String value = variables.getOrDefault(name, derived.get(name));
        return value == null ? DEFAULT : value;
    }

    /** The settings that were chosen on any of these servers. Only these can make results incomparable. */
    public static Set<String> chosen(Collection<ServerFacts> servers) {
        Set<String> names = new TreeSet<>();
        servers.forEach(server -> names.addAll(server.variables().keySet()));
        return names;
    }
}
