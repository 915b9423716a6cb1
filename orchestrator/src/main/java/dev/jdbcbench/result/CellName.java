package dev.jdbcbench.result;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Subject;
import java.util.Collection;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of cells that people read, among others: a server or a topology that all of them share is left out. Every sentence
 * and table takes them from here; for its parts in columns, see {@code report.layout.NameColumns}.
 */
public record CellName(boolean servers, boolean topologies) {
    /** Names among the cells of a run. */
    public static CellName among(Results results) {
        return among(results.cells());
    }

    /** Names among these cells. */
    public static CellName among(Collection<CellResult> cells) {
        return new CellName(
                several(cells.stream().map(cell -> cell.cell().server())),
                several(cells.stream().map(cell -> cell.cell().topology())));
    }

    /** Names among cells of these servers, whatever their topology. */
    public static CellName amongServers(Stream<String> servers) {
        return new CellName(several(servers), false);
    }

    private static boolean several(Stream<?> parts) {
        return parts.distinct().count() > 1;
    }

    /** Scenario, mode and all that is unusual: {@code mysql Rows(count=1000) text socket ×4 at 2000/s}. */
    public String of(Subject cell) {
        return on(cell.server(), cell.scenarioWithParams() + " " + cell.mode() + transport(cell) + load(cell));
    }

    /** As above, after the topology if there are several. */
    public String of(CellResult cell) {
        return topology(cell) + of(cell.cell().subject());
    }

    /** The topology and a blank if there are several topologies; else empty. */
    public String topology(CellResult cell) {
        return topologies ? cell.cell().topology() + " " : "";
    }

    /** What the modes of a table have in common: {@code mysql Rows(count=1000) ×4}. */
    public String scenario(Subject cell) {
        return on(cell.server(), cell.scenarioWithParams() + transport(cell) + load(cell));
    }

    /** What the points of a load curve have in common: as above, without the number of threads. */
    public String series(Subject cell) {
        return on(cell.server(), cell.scenarioWithParams() + transport(cell) + at(cell.rate()));
    }

    /** What the drivers of a table have in common: {@code mysql Rows(count=1000) ×4 text}. */
    public String row(Subject cell) {
        return scenario(cell) + " " + cell.mode();
    }

    /** What the two sides of a comparison have in common. */
    public static String without(Axis axis, Cell cell) {
        return cell.scenarioWithParams()
                + (axis == Axis.MODE || axis == Axis.SCENARIO ? "" : " " + cell.mode())
                + (axis == Axis.DRIVER || axis == Axis.SCENARIO || axis == Axis.VERSION
                        ? ""
                        : " " + Axis.DRIVER.value(cell))
                + (axis == Axis.TRANSPORT ? "" : unusual(cell.transport()))
                + (axis == Axis.THREADS ? "" : times(cell.threads()))
                + (axis == Axis.RATE ? "" : at(cell.rate()));
    }

    /** A suffix such as {@code  socket}; empty for TCP. */
    public static String unusual(Transport transport) {
        return transport == Transport.TCP ? "" : " " + transport;
    }

    /** A name that others composed, after its server if there are several. */
    public String on(String server, String name) {
        return servers && !server.isEmpty() ? server + " " + name : name;
    }

    /** The mode tls needs its transport, so it names it, too. */
    private static String transport(Subject cell) {
        return cell.mode() == Mode.TLS ? "" : unusual(cell.transport());
    }

    private static String load(Subject cell) {
        return times(cell.threads()) + at(cell.rate());
    }

    private static String times(int threads) {
        return threads == 1 ? "" : " ×" + threads;
    }

    private static String at(@Nullable Rate rate) {
        return rate == null ? "" : " at " + rate;
    }
}
