package dev.jdbcbench.preparation;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * A CPU quota of a host's cgroups, as in containers, that allows less than the CPUs on which processes may run there.
 *
 * @param cpus the quota, in CPUs
 * @param allowed the number of CPUs on which processes may run
 */
record CpuQuota(double cpus, int allowed) {
    /** The format in the facts of a host. */
    private static final Pattern LIMIT = Pattern.compile("([0-9]{1,15}) µs of every ([1-9][0-9]{0,14}) µs");

    /** The smallest quota in the facts of a host; empty if no quota limits the CPUs. */
    static Optional<CpuQuota> of(Map<String, String> facts) {
        int allowed = Placement.list(facts.getOrDefault("cpusAllowed", "")).cardinality();
        OptionalDouble smallest = LIMIT.matcher(facts.getOrDefault("cgroupCpu", ""))
                .results()
                .mapToDouble(limit -> Double.parseDouble(limit.group(1)) / Double.parseDouble(limit.group(2)))
                .min();
        return smallest.isPresent() && smallest.getAsDouble() < allowed
                ? Optional.of(new CpuQuota(smallest.getAsDouble(), allowed))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "a quota allows %.2f of %d CPUs", cpus, allowed);
    }
}
