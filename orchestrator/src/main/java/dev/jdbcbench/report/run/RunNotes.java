package dev.jdbcbench.report.run;

import dev.jdbcbench.event.Fact;
import dev.jdbcbench.report.layout.Groups;
import dev.jdbcbench.report.layout.Note;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.BimodalEvidence;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.sample.Bimodality;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The notes below a run's tables: the legend of the signs, and remarks on single cells. */
public final class RunNotes {
    private final Results results;
    private final CellName names;

    /** Whether only changes are shown, without the times and words of each cell. */
    private final boolean brief;

    private final Set<Note> notes = new LinkedHashSet<>();

    private RunNotes(Results results, boolean brief) {
        this.results = results;
        this.brief = brief;
        this.names = CellName.among(results);
    }

    /** The notes, each once. */
    static List<Note> of(Results results) {
        return of(results, false);
    }

    private static List<Note> of(Results results, boolean brief) {
        RunNotes notes = new RunNotes(results, brief);
        notes.general();
        notes.run();
        notes.signs();
        notes.threads();
        notes.cells();
        return List.copyOf(notes.notes);
    }

    /**
     * The notes, one line each.
     *
     * @param brief for a table that shows only changes
     */
    static List<String> lines(Results results, boolean brief) {
        return of(results, brief).stream().map(Note::line).distinct().toList();
    }

    private void add(String note) {
        notes.add(new Note(note));
    }

    private void general() {
        add(
                results.withoutTimes()
                        ? "ok: the operation works. Its times are of cold JVMs, and only in results.json."
                        : (underLoad()
                                        ? "Response time at the rate, from the scheduled start of each operation"
                                        : results.imported()
                                                ? "Time per operation, as the imported file has it"
                                                : "Service time of a closed loop, one connection per thread")
                                + uncertainty());
        if (results.topologies().containsKey(Topology.LOCAL)) {
            add(
                    results.apart()
                            ? "local: client and database on one host, each on CPUs of its own."
                            : "local: client and database on one host; they share its CPUs unless pinned apart.");
        }
        if (results.cells().stream().anyMatch(cell -> cell.percentiles().serviceTime() != null)) {
            add("p50, p90, p95, p99: "
                    + (results.imported()
                            ? "of JMH's samples of single operations, in all forks together"
                            : "the service time of a closed loop, in a JVM of its own after the blocks")
                    + "; not a response time.");
        }
    }

    private boolean underLoad() {
        return results.cells().stream().anyMatch(cell -> cell.cell().rate() != null);
    }

    private String uncertainty() {
        if (brief) {
            return ".";
        }
        return results.claims()
                ? "; ± is the 95 % interval of the fork means"
                        + (results.cells().stream()
                                        .anyMatch(cell -> cell.time().score() != null
                                                && cell.time().low() == null)
                                ? ", ±? too few forks for one."
                                : ".")
                : "; too little was measured for comparisons.";
    }

    private void run() {
        results.notes().forEach(note -> add(note + "."));
    }

    private void signs() {
        List<Results.Contrast> planned = results.contrasts().stream()
                .filter(contrast -> contrast.axis() == results.effort().contrast())
                .toList();
        if (!planned.isEmpty() && !brief) {
            String base =
                    results.effort().contrast() == Axis.SCENARIO ? "in percent of the base's" : "divided by the base's";
            add(
                    results.imported()
                            ? "ratio: the mean of all forks " + base
                                    + ", with the 95 % interval of Welch's t test: cells were not measured in turns,"
                                    + " so the ratio includes any drift of the hosts between them."
                            : "ratio: the times of the same blocks " + base + ", with its 95 % interval.");
            add("slower, faster: not equal, among all comparisons (Holm); = equal within "
                    + Numbers.fixed(100 * Claims.MARGIN, 0) + " %; ? not decided"
                    + RunWords.undecided(results)
                    + ".");
        }
        if (!planned.isEmpty()) {
            adjustedRatios(planned);
        }
        if (!results.twins().isEmpty()) {
            add(TwinText.MEANING);
        }
        if (!brief && results.means().stream().anyMatch(mean -> mean.rows() > 1)) {
            add("over rows: the geometric mean of their ratios.");
        }
        disturbedMeans();
        disagreements();
    }

    /** Marks means that include disturbed cells, which are less trustworthy. */
    private void disturbedMeans() {
        Set<String> disturbed = results.means().stream()
                .filter(mean -> mean.rows() > 1)
                .flatMap(mean -> mean.disturbed().stream())
                .collect(Collectors.toSet());
        if (!disturbed.isEmpty()) {
            add((brief
                            ? "geomean: it includes disturbed cells: "
                            : RunTables.DISTURBED + " disturbed cells are in this mean: ")
                    + results.cells().stream()
                            .filter(cell -> disturbed.contains(cell.key()))
                            .map(cell -> names.of(cell) + " " + cell.driverName() + " (" + disturbance(cell) + ")")
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String disturbance(CellResult cell) {
        String marks = RunTables.marks(cell);
        return marks.isEmpty() ? "disturbed forks" : marks;
    }

    /** Lists comparisons whose outcome depends on a few forks. */
    private void disagreements() {
        Map<String, CellResult> cells =
                results.cells().stream().collect(Collectors.toMap(CellResult::key, Function.identity(), (a, b) -> a));
        for (Results.Contrast contrast : results.contrasts()) {
            CellResult cell = cells.get(contrast.cell());
            CellResult base = cells.get(contrast.base());
            if (contrast.axis() == results.effort().contrast()
                    && !contrast.robust().agrees()
                    && cell != null
                    && base != null) {
                add("? not decided, because a few forks make the difference: " + names.of(cell) + " "
                        + cell.driverName() + " is "
                        + RatioText.of(contrast.ratio(), contrast.low(), contrast.high()) + " of "
                        + base.driverName() + " by the mean of the forks, "
                        + RatioText.of(
                                contrast.robust().ratio(),
                                contrast.robust().low(),
                                contrast.robust().high())
                        + " by the Hodges–Lehmann estimate");
            }
        }
    }

    /** Lists ratios that disturbances of the host would change. */
    private void adjustedRatios(List<Results.Contrast> planned) {
        Map<String, CellResult> cells =
                results.cells().stream().collect(Collectors.toMap(CellResult::key, Function.identity(), (a, b) -> a));
        for (Results.Contrast contrast : planned) {
            CellResult cell = cells.get(contrast.cell());
            if (contrast.asDisturbed() != null && cell != null) {
                add(names.of(cell) + " " + cell.driverName()
                        + ": the ratio holds for a quiet host; with all disturbances it is "
                        + Numbers.fixed(contrast.asDisturbed(), 2) + ".");
            }
        }
    }

    /** Whether no cell of several threads has a throughput. */
    private boolean withoutRates() {
        return results.cells().stream()
                .allMatch(cell -> cell.cell().threads() == 1 || cell.cost().operationsPerSecond() == null);
    }

    private void threads() {
        if (results.cells().stream().anyMatch(cell -> cell.cell().threads() > 1)) {
            add("threads: connections that work at the same time"
                    + (results.withoutTimes() || underLoad() || withoutRates()
                            ? "."
                            : "; in brackets, operations per second of all together."));
        }
        if (results.cells().stream().anyMatch(cell -> cell.cell().threads() > 1 && "MEMORY".equals(cell.engine()))) {
            add("Threads that insert into one table in MEMORY wait for its lock: their times include that.");
        }
    }

    private void cells() {
        Groups engines = new Groups();
        Groups remarks = new Groups();
        Groups marks = new Groups();
        Groups pinned = new Groups();
        Groups decisions = new Groups();
        Groups reasons = new Groups();
        for (CellResult cell : results.cells()) {
            String operation = names.of(cell.cell().subject());
            String driver = cell.driverName();
            if (cell.engine() != null && !cell.engine().equals("BLACKHOLE")) {
                engines.add(
                        cell.cell().server() + ": engine " + cell.engine(),
                        cell.cell().scenario());
            }
            if (cell.remark() != null) {
                remarks.add(driver + ": " + cell.remark(), operation);
            }
            if (cell.cost().pinnedPerOp() != null) {
                pinned.add(driver + ": " + ScoreText.pinned(cell.cost().pinnedPerOp()), operation);
            }
            if (results.claims()) {
                mark(marks, cell, operation);
            }
            if (cell.percentiles().serviceTimeUnavailable() != null) {
                reasons.add(
                        "no service time of " + driver + ": "
                                + cell.percentiles().serviceTimeUnavailable(),
                        names.of(cell));
            }
            if (cell.status() == Status.OK
                    && cell.decision() != null
                    && cell.decisionKind() == Fact.Decided.Kind.BUDGET) {
                decisions.add(cell.decision(), operation);
            }
            if (cell.status() == Status.UNSUPPORTED) {
                reasons.add(ScoreText.NOTHING + " " + driver + ": " + cell.reason(), operation);
            } else if (cell.status() != Status.OK) {
                reasons.add(
                        cell.status() + " " + driver + ": " + cell.reason(),
                        cell.cell().topology() + " " + operation);
            }
        }
        notes.addAll(engines.notes());
        notes.addAll(remarks.notes());
        notes.addAll(pinned.notes());
        noRtt();
        notes.addAll(marks.notes());
        notes.addAll(decisions.notes());
        notes.addAll(reasons.notes());
    }

    private void mark(Groups marks, CellResult cell, String operation) {
        if (!cell.steadiness().settled()) {
            marks.add(
                    RunTables.UNSETTLED
                            + (results.outside().rounds() == null
                                    ? " not settled: in a third of the forks or more the warm-up took half of the"
                                            + " iterations"
                                    : " not settled: it became faster by more than 2 % while it was measured"),
                    names.of(cell) + " " + cell.driverName());
        }
        Bimodality two = cell.steadiness().bimodal();
        if (two != null) {
            long slower = Math.round(100 * two.slowerShare());
            marks.add(
                    RunTables.BIMODAL + " two modes: " + (100 - slower) + " % of the forks "
                            + Numbers.micros(two.fasterScore()) + " µs, " + slower + " % "
                            + Numbers.micros(two.slowerScore()) + " µs; "
                            + (two.contiguous()
                                    ? "the rarer ones follow each other" + chance(cell)
                                    : "spread over the run")
                            + cause(cell.steadiness().bimodalEvidence()),
                    names.of(cell) + " " + cell.driverName());
        }
    }

    private static String chance(CellResult cell) {
        BimodalEvidence evidence = cell.steadiness().bimodalEvidence();
        return evidence == null
                ? ""
                : " (by chance in " + Numbers.times(100 * evidence.chanceOfStretch()) + " % of cases)";
    }

    /** The cause, as far as the measurement supports it. */
    private static String cause(@Nullable BimodalEvidence evidence) {
        return evidence == null
                ? ""
                : switch (evidence.cause()) {
                    case JVM -> "; the JVMs differ in bytes per operation or size of code";
                    case HOST -> "; the host: forks of other cells next to the slow ones are slow, too";
                    case UNKNOWN -> "; cause not known";
                };
    }

    private void noRtt() {
        if (results.imported()) {
            return;
        }
        results.topologies()
                .forEach((topology, result) -> result.rtt().forEach((method, rtt) -> {
                    if (rtt.unavailable() != null) {
                        add(topology + ", RTT by " + method + ": " + rtt.unavailable());
                    }
                }));
    }
}
