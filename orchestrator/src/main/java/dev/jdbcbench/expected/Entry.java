package dev.jdbcbench.expected;

import dev.jdbcbench.driver.Version;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * A change that is accepted.
 *
 * @param driver its label; empty for any
 * @param server empty for any
 * @param since the first version that has the change
 * @param limits the most that is accepted; empty for a row that is lost
 */
public record Entry(
        String row,
        Optional<String> driver,
        Optional<String> server,
        String since,
        Map<Amount, Double> limits,
        String reason) {
    public Entry {
        Map<Amount, Double> sorted = new EnumMap<>(Amount.class);
        sorted.putAll(limits);
        limits = Collections.unmodifiableMap(sorted);
    }

    /** The entry that accepts a deviation, and whatever {@code before} accepted. */
    static Entry of(Deviation found, Optional<Entry> before, String reason) {
        Map<Amount, Double> limits = new EnumMap<>(Amount.class);
        if (!found.amounts().isEmpty()) {
            before.ifPresent(entry -> limits.putAll(entry.limits));
        }
        found.amounts()
                .forEach((amount, value) -> limits.put(
                        amount,
                        BigDecimal.valueOf(value.estimate())
                                .setScale(2, RoundingMode.UP)
                                .doubleValue()));
        return new Entry(
                found.row().row(),
                Optional.of(found.row().driver()),
                Optional.of(found.row().server()),
                before.map(Entry::since).orElse(found.version()),
                limits,
                reason);
    }

    boolean concerns(RowId id) {
        return row.equals(id.row())
                && driver.orElse(id.driver()).equals(id.driver())
                && server.orElse(id.server()).equals(id.server());
    }

    boolean accepts(Deviation found) {
        return concerns(found.row()) && applies(found.version()) && covers(found.amounts());
    }

    /** Whether a version is not older. A version without numbers is not known to be. */
    private boolean applies(String version) {
        Optional<Version> first = Version.of(since);
        Optional<Version> is = Version.of(version);
        return first.isEmpty() || is.isEmpty() || is.get().compareTo(first.get()) >= 0;
    }

    private boolean covers(Map<Amount, Deviation.Value> amounts) {
        return limits.isEmpty() == amounts.isEmpty()
                && amounts.entrySet().stream().allMatch(found -> {
                    Double limit = limits.get(found.getKey());
                    return limit != null
                            && found.getValue().least() <= found.getKey().tolerated(limit);
                });
    }
}
