package dev.jdbcbench.agent.check;

import dev.jdbcbench.agent.jvm.Fork;
import dev.jdbcbench.agent.operation.CellWork;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.server.TimeLimits;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.scenario.OpenLoad;
import dev.jdbcbench.scenario.Rehearsal;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a cell can be measured from a recording, in a JVM like those that measure it: the sockets of this one must
 * not be replaced.
 */
public final class RehearsalJvm {
    private static final int LONG_WARM_UP_MILLIS = 2000;
    private static final int SHORT_WARM_UP_MILLIS = 1200;

    private final Plan plan;
    private final DriverLoader drivers;
    private final Path work;

    public RehearsalJvm(Plan plan, DriverLoader drivers, Path work) {
        this.plan = plan;
        this.drivers = drivers;
        this.work = work;
    }

    /**
     * How a rehearsal ended.
     *
     * @param refused why the cell cannot be measured; null when it can
     * @param own what the driver's own code costs; null without a look at it
     * @param floor what a floor sends; null for another cell
     */
    record Rehearsed(
            @Nullable String refused,
            @Nullable OwnCost own,
            @Nullable FloorBytes floor) {
        static Rehearsed refused(String reason) {
            return new Rehearsed(reason, null, null);
        }
    }

    /** Whether a cell can be measured. */
    Rehearsed rehearse(Cell cell) throws CellWork.FailedException, InterruptedException {
        return carryOut(cell, List.of());
    }

    /** What the driver's own code costs in a cell, or why that is not known. */
    public OwnCost own(Cell cell) throws InterruptedException {
        try {
            Rehearsed looked = carryOut(cell.withTransport(Transport.MEMORY), List.of("look=" + warmUp()));
            return looked.own() == null ? OwnCost.unknown(String.valueOf(looked.refused())) : looked.own();
        } catch (CellWork.FailedException e) {
            return OwnCost.unknown(String.valueOf(e.getMessage()));
        }
    }

    /** The longest warm-up, ms: in a run, the groups measure, and the looks must not delay them. */
    private int warmUp() {
        return plan.goal().extent() == Goal.Extent.EXPLAIN ? LONG_WARM_UP_MILLIS : SHORT_WARM_UP_MILLIS;
    }

    private Rehearsed carryOut(Cell cell, List<String> more) throws CellWork.FailedException, InterruptedException {
        ScenarioCatalogue.Entry scenario = plan.scenario(cell);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(plan.jvmArgs());
        command.addAll(List.of(Fork.jvmArgsAppended()));
        command.addAll(List.of(
                "-cp",
                Fork.classPath(plan, cell, scenario, drivers.classPath(plan.driver(cell), cell.transport())),
                Rehearsal.class.getName(),
                (scenario.own() ? "sql=" : "scenario=") + cell.scenario(),
                "params=" + OpenLoad.joined(cell.params()),
                "topology=" + cell.topology().id(),
                "server=" + cell.server(),
                "driver=" + cell.driver(),
                "mode=" + cell.mode().id(),
                "transport=" + cell.transport().id()));
        command.addAll(more);
        Path log = work.resolve("logs").resolve(Fork.logName("rehearsal", cell) + ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                if (!process.waitFor(TimeLimits.LONG.toMillis(), TimeUnit.MILLISECONDS)) {
                    return Rehearsed.refused(
                            "hung: it could not be replayed within " + TimeLimits.LONG.toSeconds() + " s");
                }
            } finally {
                process.destroyForcibly();
            }
            return verdict(Files.readString(log, StandardCharsets.UTF_8), log);
        } catch (IOException e) {
            throw new CellWork.FailedException("cannot be rehearsed: " + e.getMessage(), e);
        }
    }

    private static Rehearsed verdict(String printed, Path log) throws CellWork.FailedException {
        for (String line : printed.split("\n")) {
            if (line.equals(Rehearsal.REPLAYED)) {
                return new Rehearsed(null, null, null);
            }
            if (line.startsWith(Rehearsal.FLOOR)) {
                String[] words = line.substring(Rehearsal.FLOOR.length()).split(" ");
                return new Rehearsed(null, null, new FloorBytes(words[0], Long.parseLong(words[1])));
            }
            if (line.startsWith(Rehearsal.OWN)) {
                return new Rehearsed(
                        null, own(line.substring(Rehearsal.OWN.length()).split(" ")), null);
            }
            if (line.startsWith(Rehearsal.REFUSED)) {
                return Rehearsed.refused(line.substring(Rehearsal.REFUSED.length()));
            }
            if (line.startsWith(Rehearsal.FAILED)) {
                throw new CellWork.FailedException(line.substring(Rehearsal.FAILED.length()), null);
            }
        }
        throw new CellWork.FailedException("its rehearsal ended without a verdict, see " + log.getFileName(), null);
    }

    private static OwnCost own(String[] words) {
        int word = 0;
        return new OwnCost(
                Double.valueOf(words[word++]),
                Double.valueOf(words[word++]),
                Double.valueOf(words[word++]),
                Long.parseLong(words[word++]),
                Integer.parseInt(words[word++]),
                Boolean.parseBoolean(words[word]),
                null);
    }
}
