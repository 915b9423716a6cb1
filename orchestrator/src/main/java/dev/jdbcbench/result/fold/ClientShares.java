package dev.jdbcbench.result.fold;

import dev.jdbcbench.load.CellClients;
import dev.jdbcbench.result.CellResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says how several clients shared a run, in one sentence. */
final class ClientShares {
    private static final double HUNDRED = 100;

    private ClientShares() {}

    /** Empty for one client. */
    static Optional<String> of(List<CellResult> cells) {
        List<CellClients> all =
                cells.stream().map(CellResult::clients).filter(Objects::nonNull).toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Double> operations = new LinkedHashMap<>();
        all.forEach(cell ->
                cell.parts().forEach(part -> operations.merge(part.client(), (double) part.operations(), Double::sum)));
        double sum = Math.max(
                1, operations.values().stream().mapToDouble(Double::doubleValue).sum());
        String shares = operations.entrySet().stream()
                .map(part -> String.format(Locale.ROOT, "%s %.1f %%", part.getKey(), HUNDRED * part.getValue() / sum))
                .collect(Collectors.joining(", "));
        return Optional.of(String.format(
                Locale.ROOT,
                "%d clients measured together, with these shares of the operations: %s; the latest turn began %.1f ms after the"
                        + " common start; RTT and noise are those of %s",
                operations.size(),
                shares,
                all.stream().mapToDouble(CellClients::latestStartMillis).max().orElse(0),
                operations.keySet().iterator().next()));
    }
}
