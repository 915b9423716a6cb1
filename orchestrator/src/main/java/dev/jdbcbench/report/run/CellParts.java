package dev.jdbcbench.report.run;

import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.ForkScore;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Cell;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of the time of a cell over TCP, as far as its run knows them, µs. */
public record CellParts(Results results, CellResult cell) {
    /** What the driver's own code costs: as measured, or else as a look; null if it is not known. */
    public @Nullable Double own() {
        OwnCost look = cell.cost().own();
        return over(Transport.MEMORY)
                .map(measured -> measured.time().score())
                .or(() -> Optional.ofNullable(look).map(OwnCost::micros))
                .orElse(null);
    }

    /** The exchange without the driver; null if it was not measured. */
    public @Nullable Double floor() {
        return over(Transport.FLOOR)
                .flatMap(results::measuredFloor)
                .map(floor -> floor.time().score())
                .orElse(null);
    }

    /** The measured time minus the floor, in the groups that have both; null if there are none. */
    public @Nullable Double inPlace() {
        Map<Integer, Double> floors = over(Transport.FLOOR).flatMap(results::measuredFloor).stream()
                .flatMap(floor -> floor.forks().stream())
                .collect(Collectors.toMap(ForkScore::block, ForkScore::score, (one, other) -> one));
        double[] differences = cell.forks().stream()
                .filter(fork -> floors.containsKey(fork.block()))
                .mapToDouble(fork -> fork.score() - Objects.requireNonNull(floors.get(fork.block())))
                .toArray();
        return differences.length == 0
                ? null
                : (Double) Arrays.stream(differences).average().orElseThrow();
    }

    /** The cell that differs from one over TCP in its transport only. */
    private Optional<CellResult> over(Transport transport) {
        Cell tcp = cell.cell();
        return tcp.transport() != Transport.TCP
                ? Optional.empty()
                : results.cells().stream()
                        .filter(other -> other.cell().equals(tcp.withTransport(transport)))
                        .findFirst();
    }
}
