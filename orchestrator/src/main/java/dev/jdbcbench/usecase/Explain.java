package dev.jdbcbench.usecase;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code explain}: counts what operations exchange with the server, for all drivers, or for two that are compared. */
public final class Explain implements Inspect.View {
    /** Shows what was counted, before the verdict. */
    public interface View {
        void counted(Results results);

        void compared(ExchangeDiff diff);
    }

    private final boolean two;
    private final View view;

    private Explain(boolean two, View view) {
        this.two = two;
        this.view = view;
    }

    /**
     * Counts.
     *
     * @param two whether two drivers are compared
     * @throws Failure.Regression if the second of the two exchanges more
     * @throws Failure.Incomplete if something could not be counted
     */
    public static void carryOut(StartRun run, boolean two, View view, Invoker invoker) {
        Inspect.carryOut(run, new Explain(two, view), invoker);
    }

    @Override
    public boolean something(Fold fold) {
        return fold.results().cells().stream().anyMatch(cell -> cell.traffic().exchange() != null);
    }

    @Override
    public void show(Fold fold) {
        if (two) {
            view.compared(ExchangeDiff.of(fold.results()));
        } else {
            view.counted(fold.results());
        }
    }

    @Override
    public void verdict(Results results) {
        Optional<Failure> failure = two ? ExchangeDiff.of(results).failure() : notCounted(results);
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private static Optional<Failure> notCounted(Results results) {
        Map<String, List<String>> missing = new LinkedHashMap<>();
        results.cells().stream()
                .filter(cell -> cell.status() != CellResult.Status.UNSUPPORTED
                        && cell.traffic().exchange() == null)
                .forEach(cell -> missing.computeIfAbsent(
                                cell.reason() == null
                                        ? String.valueOf(cell.traffic().exchangeUnavailable())
                                        : cell.reason(),
                                reason -> new ArrayList<>())
                        .add(cell.key()));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Failure.Incomplete(
                        "the round trips of some cells were not counted",
                        missing.entrySet().stream()
                                .map(cells -> cells.getValue().get(0)
                                        + (cells.getValue().size() == 1
                                                ? ""
                                                : " and " + (cells.getValue().size() - 1) + " more")
                                        + ": " + cells.getKey())
                                .collect(Collectors.joining("\n")),
                        "logs/agent.log of the run has the agent's full output."));
    }
}
