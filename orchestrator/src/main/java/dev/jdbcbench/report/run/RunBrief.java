package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.CpuText;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.ClientNoise;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Disturbance;
import dev.jdbcbench.result.Results.HostNoise;
import dev.jdbcbench.result.Results.ServerResult;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.ComparisonFamily;
import dev.jdbcbench.statistics.Verdict;
import dev.jdbcbench.untrusted.TypedDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The short form of {@code run}: the setting, changes against the base, a sentence per driver, and the next steps. */
public final class RunBrief {

    private static final String INDENT = "  ";
    private static final String WARNING = "! ";

    /** A larger share of dropped rounds makes the host noisy enough to warn about first. */
    private static final double MANY_DROPPED = 0.1;

    private final Results results;
    private final Map<String, CellResult> cells;
    private final List<Contrast> planned;
    private final List<String> lines = new ArrayList<>();
    private final int width;

    private RunBrief(Results results, int width) {
        this.results = results;
        this.width = width;
        this.cells = results.cells().stream()
                .collect(Collectors.toMap(CellResult::key, cell -> cell, (first, second) -> first, LinkedHashMap::new));
        this.planned = results.contrasts().stream()
                .filter(contrast -> contrast.axis() == results.effort().contrast())
                .toList();
    }

    /** The short form; empty if the results do not compare drivers, or if a table does not fit. */
    static Optional<String> of(Results results, int columns) {
        if (results.effort().contrast() != Axis.DRIVER || results.imported()) {
            return Optional.empty();
        }
        RunBrief brief = new RunBrief(results, Page.NARROW);
        Map<String, List<CellResult>> places = brief.places();
        Map<String, String> tables = new LinkedHashMap<>();
        places.forEach((place, of) -> table(results, of, columns).ifPresent(table -> tables.put(place, table)));
        if (tables.size() < places.size()) {
            return Optional.empty();
        }
        brief.header(places);
        incomplete(results).ifPresent(what -> brief.add(WARNING + "INCOMPLETE: " + what));
        brief.warnings();
        brief.tables(places, tables);
        brief.signs();
        brief.pinned();
        brief.verdicts(places);
        brief.missing();
        brief.noise();
        brief.next();
        return Optional.of(String.join("\n", brief.lines) + "\n");
    }

    /** The lines of the tables of all places; empty if a place has no table that fits. */
    static List<String> live(Results results, int columns) {
        if (results.effort().contrast() != Axis.DRIVER || results.imported()) {
            return List.of();
        }
        RunBrief brief = new RunBrief(results, Page.NARROW);
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, List<CellResult>> place : brief.places().entrySet()) {
            Optional<String> table = table(results, place.getValue(), columns);
            if (table.isEmpty()) {
                return List.of();
            }
            if (brief.places().size() > 1) {
                lines.add(place.getKey());
            }
            table.get().lines().forEach(lines::add);
        }
        return lines;
    }

    /** The conclusions of the run, one sentence each, without line breaks. */
    public static List<String> sentences(Results results) {
        RunBrief brief = new RunBrief(results, Integer.MAX_VALUE);
        if (results.withoutTimes()) {
            long works = results.cells().stream()
                    .filter(cell -> cell.status() == Status.OK)
                    .count();
            return List.of(works + " of " + results.cells().size()
                    + " cells work. This profile claims no times: its JVMs are cold.");
        }
        if (brief.planned.isEmpty()) {
            return List.of("Nothing was compared: "
                    + (results.claims() ? "no two cells are comparable." : "too little was measured."));
        }
        if (results.effort().contrast() == Axis.DRIVER || results.effort().contrast() == Axis.VERSION) {
            brief.verdicts(brief.places());
        } else {
            brief.add(sentence("Compared by " + results.effort().contrast().id(), brief.planned));
        }
        brief.noise();
        return List.copyOf(brief.lines);
    }

    /** The warnings that belong before the first number, without line breaks. */
    public static List<String> warnings(Results results) {
        RunBrief brief = new RunBrief(results, Integer.MAX_VALUE);
        brief.warnings();
        brief.missing();
        return brief.lines.stream()
                .map(line -> line.substring(WARNING.length()))
                .toList();
    }

    /** What is missing from the run; empty if it is complete. */
    public static Optional<String> incomplete(Results results) {
        if (results.complete()) {
            return Optional.empty();
        }
        int cut = results.cutByBudget().size();
        if (cut == 0) {
            return Optional.of("some cells are not finished");
        }
        int others = results.unfinished().size();
        return Optional.of("the budget ended before " + cut + " of "
                + results.cells().size() + " cells had the planned "
                + results.effort().fewestForks()
                + (results.outside().rounds() == null ? " forks" : " groups")
                + (others == 0
                        ? ""
                        : "; " + others + (others == 1 ? " more is" : " more are")
                                + " not finished for other reasons"));
    }

    /** The table of one place, as narrow as possible. */
    private static Optional<String> table(Results results, List<CellResult> cells, int columns) {
        return ChangeTable.of(results, cells, Page.NARROW)
                .or(() -> ChangeTable.of(results, cells, Math.max(Page.NARROW, columns)));
    }

    private Map<String, List<CellResult>> places() {
        return results.cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> cell.cell().topology() + " " + cell.cell().server(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private void add(String line) {
        lines.add(Page.wrapped(line, INDENT, width));
    }

    private void header(Map<String, List<CellResult>> places) {
        List<String> parts = new ArrayList<>();
        parts.add("bench run " + RunNames.brief(results.run()));
        if (places.size() == 1) {
            parts.add(place(places.values().iterator().next()));
        }
        if (results.setting().jdk() != null) {
            parts.add("JDK " + results.setting().jdk());
        }
        parts.add(results.profile());
        if (results.setting().elapsed() != null) {
            parts.add(Numbers.duration(results.setting().elapsed()));
        }
        add(String.join(" · ", parts));
    }

    /** Where the cells of a table were measured. */
    private String place(List<CellResult> of) {
        CellResult first = of.get(0);
        boolean local = first.cell().topology() == Topology.LOCAL;
        List<String> parts = new ArrayList<>();
        parts.add(
                local
                        ? "local"
                        : "distant (" + first.cell().client() + " to "
                                + first.cell().database() + rtt(first) + ")");
        Optional<ServerResult> server = results.servers().stream()
                .filter(found -> found.topology() == first.cell().topology()
                        && found.server().equals(first.cell().server()))
                .findFirst();
        parts.add(
                server.map(found -> found.kind().title() + " " + found.version().replaceFirst("-.*", ""))
                        .orElse(first.cell().server()));
        server.flatMap(found -> CpuText.of(found.clientCpus(), found.databaseCpus()))
                .ifPresent(parts::add);
        return String.join(" · ", parts);
    }

    private String rtt(CellResult cell) {
        return Optional.ofNullable(results.topologies().get(cell.cell().topology()))
                .map(topology -> topology.rttByServer().getOrDefault(cell.cell().server(), topology.rtt()))
                .map(methods -> methods.get("protocol"))
                .map(Results.RttResult::medianMicros)
                .map(micros -> ", RTT " + Numbers.time(micros))
                .orElse("");
    }

    private void warnings() {
        results.outside()
                .unfit()
                .forEach(host ->
                        host.reasons().forEach(reason -> add(WARNING + "unfit: " + host.host() + ", " + reason)));
        for (TwinResult twin : results.twins()) {
            if (twin.verdict() == Verdict.SLOWER || twin.verdict() == Verdict.FASTER) {
                CellResult cell = cells.get(twin.cell());
                add(WARNING + (cell == null ? twin.cell() : cell.driverName() + " in " + name(cell))
                        + " differs from itself by " + Numbers.fixed(100 * twin.floor(), 1)
                        + " %: differences of that size mean nothing here");
            }
        }
        Results.Rounds rounds = results.outside().rounds();
        List<Results.DroppedRound> disturbed = rounds == null
                ? List.of()
                : rounds.dropped().stream().filter(round -> !round.compiled()).toList();
        if (rounds != null && disturbed.size() > MANY_DROPPED * rounds.number()) {
            add(WARNING + "noisy host: " + dropped(disturbed, rounds.number()));
        }
        if (results.outside().disturbedForks() > 0) {
            add(WARNING + "noisy host: " + results.outside().disturbedForks() + " of "
                    + results.outside().forks() + " forks were disturbed and count (" + causes() + ")");
        }
    }

    private String causes() {
        return DisturbanceText.causes(results.outside().disturbances().stream()
                .filter(disturbance -> !disturbance.repeated())
                .toList());
    }

    private static String dropped(List<Results.DroppedRound> dropped, int of) {
        List<Disturbance> causes = dropped.stream()
                .map(round -> new Disturbance(round.block(), round.row(), round.cause(), true))
                .toList();
        return causes.size() + " of " + of + " rounds were measured again (" + DisturbanceText.causes(causes) + ")";
    }

    private void tables(Map<String, List<CellResult>> places, Map<String, String> tables) {
        String base = planned.stream()
                .map(contrast -> cells.get(contrast.base()))
                .filter(Objects::nonNull)
                .map(CellResult::driverName)
                .distinct()
                .collect(Collectors.joining(", "));
        lines.add("");
        add((underLoad() ? "mean response time at the rate" : "time per operation of one connection")
                + ", lower is better; change against " + base + " with its 95 % interval");
        tables.forEach((place, table) -> {
            if (tables.size() > 1) {
                lines.add("");
                add(place(Objects.requireNonNull(places.get(place))));
            }
            lines.add(table.stripTrailing());
        });
        lines.add("");
    }

    private boolean underLoad() {
        return results.cells().stream().anyMatch(cell -> cell.cell().rate() != null);
    }

    private void signs() {
        Set<String> marks = new HashSet<>();
        planned.forEach(contrast -> marks.add(ChangeText.of(contrast).mark()));
        results.means()
                .forEach(mean -> marks.add(
                        ChangeText.of(mean.ratio(), mean.low(), mean.high()).mark()));
        List<String> legend = new ArrayList<>();
        for (VerdictSign sign : VerdictSign.values()) {
            if (marks.contains(sign.sign())) {
                legend.add(sign.sign() + "\u00a0" + sign.meaning()
                        + (sign == VerdictSign.UNDECIDED ? undecided(results) : ""));
            }
        }
        if (results.cells().stream().anyMatch(cell -> !cell.steadiness().settled())) {
            legend.add(RatioTable.UNSETTLED + "\u00a0this driver still became faster while it was measured");
        }
        if (results.cells().stream().anyMatch(cell -> cell.status() == Status.UNSUPPORTED)) {
            legend.add(ScoreText.NOTHING + "\u00a0unsupported");
        }
        lines.add(Page.wrapped(String.join(" · ", legend), INDENT, Page.NARROW).replace('\u00a0', ' '));
    }

    /** Why changes have no interval, as the end of a phrase; empty if all have one. */
    static String undecided(Results results) {
        if (results.contrasts().stream()
                .anyMatch(contrast -> contrast.axis() == results.effort().contrast() && contrast.low() == null)) {
            return " (where there is no interval: it takes " + ComparisonFamily.FEWEST_TO_DIFFER + " groups)";
        }
        return results.means().stream().anyMatch(mean -> mean.rows() > 1 && mean.low() == null)
                ? " (nor is a mean if none of its rows is)"
                : "";
    }

    /** Reports drivers that block the carrier threads of virtual threads. */
    private void pinned() {
        for (CellResult cell : results.cells()) {
            Double pinned = cell.cost().pinnedPerOp();
            if (pinned != null && pinned > 0) {
                add(cell.driverName() + ", " + name(cell) + ": " + ScoreText.pinned(pinned));
            }
        }
    }

    /** One sentence per driver and place. */
    private void verdicts(Map<String, List<CellResult>> places) {
        places.forEach((place, of) -> {
            Set<String> here = of.stream().map(CellResult::key).collect(Collectors.toSet());
            Map<String, List<Contrast>> byDriver = new LinkedHashMap<>();
            for (Contrast contrast : planned) {
                CellResult cell = cells.get(contrast.cell());
                if (cell != null && here.contains(contrast.cell())) {
                    byDriver.computeIfAbsent(cell.driverName(), key -> new ArrayList<>())
                            .add(contrast);
                }
            }
            byDriver.forEach((driver, contrasts) ->
                    add((places.size() > 1 ? of.get(0).cell().topology() + ": " : "") + sentence(driver, contrasts)));
        });
    }

    private static String sentence(String driver, List<Contrast> contrasts) {
        Map<Verdict, Long> counts =
                contrasts.stream().collect(Collectors.groupingBy(Contrast::verdict, Collectors.counting()));
        long slower = counts.getOrDefault(Verdict.SLOWER, 0L);
        long faster = counts.getOrDefault(Verdict.FASTER, 0L);
        long equal = counts.getOrDefault(Verdict.EQUAL, 0L);
        long open = counts.getOrDefault(Verdict.UNDECIDED, 0L);
        String of = " of " + contrasts.size() + (contrasts.size() == 1 ? " row" : " rows");
        List<String> parts = new ArrayList<>();
        counted(parts, "slower in ", slower, of);
        counted(parts, "faster in ", faster, of);
        if (open == 0 && (slower > 0) != (faster > 0)) {
            parts.add(slower > 0 ? "never faster" : "never slower");
        }
        counted(parts, "the same in ", equal, of);
        counted(parts, "not decided in ", open, of);
        return driver + ": " + String.join(", ", parts) + ".";
    }

    /** Adds a count unless it is zero. Only the first one says of how many. */
    private static void counted(List<String> parts, String what, long number, String of) {
        if (number > 0) {
            parts.add(what + number + (parts.isEmpty() ? of : ""));
        }
    }

    /** Lists cells without a number, with the reason, and rows that the budget cut short. */
    private void missing() {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (CellResult cell : results.cells()) {
            if (cell.status() == Status.FAILED || cell.status() == Status.MISSING) {
                reasons.computeIfAbsent(cell.status() + ": " + cell.reason(), key -> new ArrayList<>())
                        .add(name(cell) + " " + cell.driverName());
            }
        }
        reasons.forEach((reason, of) -> add(WARNING + String.join(", ", of) + " " + reason));
        results.notes().forEach(note -> add(WARNING + note));
    }

    /** One line on noise: other load on the client host and how many rounds it cost. The A/A control follows. */
    private void noise() {
        List<String> parts = new ArrayList<>();
        List<ClientNoise> clients = results.topologies().values().stream()
                .map(topology -> topology.noise().get(topology.client()))
                .filter(Objects::nonNull)
                .map(HostNoise::client)
                .filter(Objects::nonNull)
                .toList();
        most(clients, ClientNoise::stealMaxPercent).ifPresent(steal -> parts.add("steal up to " + percent(steal)));
        most(clients, ClientNoise::foreignMaxPercent).ifPresent(others -> parts.add("others up to " + percent(others)));
        Results.Rounds rounds = results.outside().rounds();
        if (rounds != null) {
            parts.add(rounds.dropped().size() + " of " + rounds.number() + " rounds measured again");
        }
        if (!parts.isEmpty()) {
            add("noise: " + String.join(", ", parts));
        }
        control();
    }

    /** What the A/A control shows: no difference, a difference, or too little to tell. */
    private void control() {
        boolean places = results.twins().size() > 1;
        String twins = results.twins().stream()
                .map(twin -> (places ? twin.topology() + " " : "") + TwinText.of(twin))
                .collect(Collectors.joining("; "));
        if (!twins.isEmpty()) {
            add("A/A control, one driver against itself: " + twins);
        }
    }

    private static OptionalDouble most(List<ClientNoise> clients, Function<ClientNoise, @Nullable Double> part) {
        return clients.stream()
                .map(part)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max();
    }

    private static String percent(double percent) {
        return Numbers.percent(percent) + " %";
    }

    /**
     * The command that measures what is missing, as it was asked for. Without more budget, a run that its budget cut would end
     * as before; and a budget alone would replace a target or a fixed number of groups.
     */
    public static String resume(Results results, String run) {
        String command = "./bench resume " + run;
        Duration budget = results.effort().budget();
        if (budget == null || results.cutByBudget().isEmpty()) {
            return command;
        }
        Results.Effort effort = results.effort();
        if (effort.mostForks() == effort.fewestForks()) {
            command += " --groups " + effort.fewestForks();
        } else if (effort.target() != null) {
            command += " --target " + Numbers.plain(100 * effort.target()) + "%";
        }
        return command + " --budget " + TypedDuration.text(budget);
    }

    private void next() {
        long open = planned.stream()
                .filter(contrast -> contrast.verdict() == Verdict.UNDECIDED)
                .count();
        String run = RunNames.brief(results.run());
        if (!results.complete()) {
            add("next: " + resume(results, run) + " measures what is missing");
        } else if (open > 0 && results.outside().rounds() != null) {
            add("next: ./bench resume " + run + " --budget 10m measures more of the "
                    + (open == 1 ? "row that is" : open + " that are") + " not decided");
        }
        add("more: ./bench attach " + run + " --wide has all times with intervals, the noise, the reasons");
    }

    private String name(CellResult cell) {
        return CellName.among(results).of(cell.cell().subject());
    }
}
