package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.CpuText;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.result.Results.ServerResult;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.result.TopologyResult;
import dev.jdbcbench.result.TopologyResult.ClientNoise;
import dev.jdbcbench.result.TopologyResult.HostNoise;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.Verdict;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sentences about a run, without line breaks: every format takes them from here. Those on single cells are in {@link RunNotes}. */
public final class RunWords {
    /** A larger share of dropped rounds makes the host noisy enough to warn about first. */
    private static final double MANY_DROPPED = 0.1;

    private static final String SEPARATOR = " · ";

    private final Results results;
    private final CellName names;
    private final Map<String, CellResult> cells;
    private final List<Contrast> planned;

    /** The sentences about one run. */
    public RunWords(Results results) {
        this.results = results;
        this.names = CellName.among(results);
        this.cells = results.cells().stream()
                .collect(Collectors.toMap(CellResult::key, cell -> cell, (first, second) -> first, LinkedHashMap::new));
        this.planned = results.contrasts().stream()
                .filter(contrast -> contrast.axis() == results.effort().contrast())
                .toList();
    }

    /** The comparisons that the run was planned for. */
    List<Contrast> planned() {
        return planned;
    }

    /** The cells of each topology and server. */
    static Map<String, List<CellResult>> places(Results results) {
        return results.cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> cell.cell().topology() + " " + cell.cell().server(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    /** Run, place and time, in a line of {@code width} characters: what has no room is only in the table with all columns. */
    String title(int width) {
        List<String> parts = new ArrayList<>(List.of("bench run " + RunNames.brief(results.run())));
        Map<String, List<CellResult>> places = places(results);
        Optional<CellResult> first = Optional.of(places)
                .filter(found -> found.size() == 1)
                .map(found -> found.values().iterator().next().get(0));
        first.ifPresent(cell -> parts.addAll(where(cell)));
        Optional<String> cpus = first.flatMap(this::cpus);
        cpus.ifPresent(parts::add);
        Optional<String> jdk = Optional.ofNullable(results.setting().jdk()).map(version -> "JDK " + version);
        jdk.ifPresent(parts::add);
        parts.add(results.imported() ? "imported" : results.profile());
        Optional<String> elapsed =
                Optional.ofNullable(results.setting().elapsed()).map(Numbers::duration);
        elapsed.ifPresent(parts::add);
        Stream.of(cpus, jdk, elapsed).flatMap(Optional::stream).forEach(part -> {
            if (String.join(SEPARATOR, parts).length() > width) {
                parts.remove(part);
            }
        });
        return String.join(SEPARATOR, parts);
    }

    /** What the numbers of the tables are. */
    List<String> subject() {
        return Stream.concat(
                        quantity().map(words -> words + ", lower is better"),
                        Stream.of("change against "
                                + planned.stream()
                                        .map(contrast -> cells.get(contrast.base()))
                                        .filter(Objects::nonNull)
                                        .map(CellResult::driverName)
                                        .distinct()
                                        .collect(Collectors.joining(", "))
                                + " with its 95 % interval"))
                .toList();
    }

    private Stream<String> quantity() {
        if (results.cells().stream().anyMatch(cell -> cell.cell().rate() != null)) {
            return Stream.of("mean response time at the rate");
        }
        if (results.imported()) {
            return Stream.of("time per operation, as the imported file has it");
        }
        long own =
                results.cells().stream().filter(cell -> cell.cell().inMemory()).count();
        return Stream.concat(
                own == results.cells().size() ? Stream.of() : Stream.of("time per operation of one connection"),
                own == 0 ? Stream.of() : Stream.of("memory: CPU time per operation of the driver's own code"));
    }

    /** The conclusions of the run, one sentence each. */
    public List<String> conclusions() {
        if (results.withoutTimes()) {
            long works = results.cells().stream()
                    .filter(cell -> cell.status() == Status.OK)
                    .count();
            return List.of(works + " of " + results.cells().size()
                    + " cells work. This profile claims no times: its JVMs are cold.");
        }
        if (planned.isEmpty()) {
            return List.of("Nothing was compared: "
                    + (results.claims() ? "no two cells are comparable." : "too little was measured."));
        }
        Axis axis = results.effort().contrast();
        return Stream.concat(
                        axis == Axis.DRIVER || axis == Axis.VERSION
                                ? verdicts().stream()
                                : Stream.of(sentence("Compared by " + axis.id(), planned)),
                        noise().stream())
                .toList();
    }

    /** Where the cells of a table were measured. */
    String place(List<CellResult> of) {
        List<String> parts = new ArrayList<>(where(of.get(0)));
        cpus(of.get(0)).ifPresent(parts::add);
        return String.join(SEPARATOR, parts);
    }

    private List<String> where(CellResult cell) {
        return List.of(
                cell.cell().topology() == Topology.LOCAL
                        ? "local"
                        : "distant (" + cell.cell().client() + " to "
                                + cell.cell().database() + rtt(cell) + ")",
                server(cell).map(ServerResult::product).orElse(cell.cell().server()));
    }

    private Optional<String> cpus(CellResult cell) {
        return server(cell).flatMap(found -> CpuText.of(found.clientCpus(), found.databaseCpus()));
    }

    private Optional<ServerResult> server(CellResult cell) {
        return results.servers().stream()
                .filter(found -> found.topology() == cell.cell().topology()
                        && found.server().equals(cell.cell().server()))
                .findFirst();
    }

    private String rtt(CellResult cell) {
        return Optional.ofNullable(results.topologies().get(cell.cell().topology()))
                .map(topology -> topology.rttByServer().getOrDefault(cell.cell().server(), topology.rtt()))
                .map(methods -> methods.get("protocol"))
                .map(TopologyResult.RttResult::medianMicros)
                .map(micros -> ", RTT " + Numbers.time(micros))
                .orElse("");
    }

    /** The hosts that do not fit, with the reason. */
    List<String> unfit() {
        return results.outside().unfit().stream()
                .flatMap(host -> host.reasons().stream().map(reason -> "unfit: " + host.host() + ", " + reason))
                .toList();
    }

    /** Hosts that do not fit, and A/A controls that differ. */
    List<String> doubts() {
        List<String> lines = new ArrayList<>(unfit());
        for (TwinResult twin : results.twins()) {
            if (twin.verdict() == Verdict.SLOWER || twin.verdict() == Verdict.FASTER) {
                CellResult cell = cells.get(twin.cell());
                lines.add((cell == null
                                ? twin.cell()
                                : cell.driverName() + " in "
                                        + names.of(cell.cell().subject()))
                        + " differs from itself by " + Numbers.fixed(100 * twin.floor(), 1)
                        + " %: differences of that size mean nothing here");
            }
        }
        return lines;
    }

    /** The warnings that belong before the first number. */
    public List<String> warnings() {
        List<String> lines = new ArrayList<>(doubts());
        Results.Rounds rounds = results.outside().rounds();
        if (rounds != null) {
            List<Results.DroppedRound> disturbed =
                    rounds.dropped().stream().filter(round -> !round.compiled()).toList();
            if (disturbed.size() > MANY_DROPPED * rounds.number()) {
                lines.add("noisy host: " + disturbed.size() + " of " + rounds.number() + " rounds were measured again ("
                        + DisturbanceText.causes(DisturbanceText.rounds(disturbed)) + ")");
            }
        }
        if (results.outside().disturbedForks() > 0) {
            lines.add("noisy host: " + results.outside().disturbedForks() + " of "
                    + results.outside().forks() + " forks were disturbed but kept ("
                    + DisturbanceText.causes(DisturbanceText.ofForks(results, false)) + ")");
        }
        return lines;
    }

    /** The signs of the tables, with their meanings; a number and its unit are held together. */
    String signs() {
        Set<String> marks = new HashSet<>();
        planned.forEach(contrast -> marks.add(ChangeText.of(contrast).mark()));
        results.means().stream()
                .filter(mean -> mean.low() == null)
                .forEach(mean -> marks.add(VerdictSign.UNDECIDED.sign()));
        List<String> legend = new ArrayList<>();
        for (VerdictSign sign : VerdictSign.values()) {
            if (marks.contains(sign.sign())) {
                legend.add(sign.sign() + "\u00a0" + sign.meaning()
                        + (sign == VerdictSign.UNDECIDED ? undecided(results) : ""));
            }
        }
        if (results.cells().stream().anyMatch(cell -> !cell.steadiness().settled())) {
            legend.add(RunTables.UNSETTLED + "\u00a0still warming up while measured");
        }
        if (results.cells().stream().anyMatch(cell -> cell.status() == Status.UNSUPPORTED)) {
            legend.add(ScoreText.NOTHING + "\u00a0unsupported");
        }
        return String.join(" · ", legend);
    }

    /** Why changes have no interval, as the end of a phrase; empty if all have one. */
    static String undecided(Results results) {
        if (results.contrasts().stream()
                .anyMatch(contrast -> contrast.axis() == results.effort().contrast() && contrast.low() == null)) {
            return " (where there is no interval: it takes " + Claims.FEWEST_TO_DIFFER + " groups)";
        }
        return results.means().stream().anyMatch(mean -> mean.rows() > 1 && mean.low() == null)
                ? " (nor is a mean if none of its rows is)"
                : "";
    }

    /** The drivers that block the carrier threads of virtual threads. */
    List<String> pinned() {
        List<String> lines = new ArrayList<>();
        for (CellResult cell : results.cells()) {
            Double pinned = cell.cost().pinnedPerOp();
            if (pinned != null && pinned > 0) {
                lines.add(cell.driverName() + ", " + names.of(cell.cell().subject()) + ": " + ScoreText.pinned(pinned));
            }
        }
        return lines;
    }

    /** One sentence per driver and place. */
    List<String> verdicts() {
        List<String> lines = new ArrayList<>();
        Map<String, List<CellResult>> places = places(results);
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
            byDriver.forEach((driver, contrasts) -> lines.add(
                    (places.size() > 1 ? of.get(0).cell().topology() + ": " : "") + sentence(driver, contrasts)));
        });
        return lines;
    }

    private static String sentence(String driver, List<Contrast> contrasts) {
        Map<Verdict, Long> counts =
                contrasts.stream().collect(Collectors.groupingBy(Contrast::verdict, Collectors.counting()));
        long slower = counts.getOrDefault(Verdict.SLOWER, 0L);
        long faster = counts.getOrDefault(Verdict.FASTER, 0L);
        long equal = counts.getOrDefault(Verdict.EQUAL, 0L);
        long open = counts.getOrDefault(Verdict.UNDECIDED, 0L);
        String of = " of " + contrasts.size() + " rows";
        List<String> parts = new ArrayList<>();
        counted(parts, "slower in ", slower, of);
        counted(parts, "faster in ", faster, of);
        if (contrasts.size() > 1 && open == 0 && (slower > 0) != (faster > 0)) {
            parts.add(slower > 0 ? "never faster" : "never slower");
        }
        counted(parts, "the same in ", equal, of);
        counted(parts, "not decided in ", open, of);
        return driver + ": " + String.join(", ", parts).replace("1 of 1 rows", "its only row") + ".";
    }

    /** Adds a count unless it is zero. Only the first one says of how many. */
    private static void counted(List<String> parts, String what, long number, String of) {
        if (number > 0) {
            parts.add(what + number + (parts.isEmpty() ? of : ""));
        }
    }

    /** Cells without a number, with the reason, and rows that the budget cut short. */
    public List<String> missing() {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (CellResult cell : results.cells()) {
            if (cell.status() == Status.FAILED || cell.status() == Status.MISSING) {
                reasons.computeIfAbsent(cell.status() + ": " + cell.reason(), key -> new ArrayList<>())
                        .add(names.of(cell.cell().subject()) + " " + cell.driverName());
            }
        }
        List<String> lines = new ArrayList<>();
        reasons.forEach((reason, of) -> lines.add(String.join(", ", of) + " " + reason));
        lines.addAll(results.notes());
        return lines;
    }

    /** Other load on the client host and how many rounds it cost; then what the A/A control shows. */
    List<String> noise() {
        List<String> parts = new ArrayList<>();
        List<ClientNoise> clients = results.topologies().values().stream()
                .map(topology -> topology.noise().get(topology.client()))
                .filter(Objects::nonNull)
                .map(HostNoise::client)
                .filter(Objects::nonNull)
                .toList();
        most(clients, ClientNoise::stealMaxPercent).ifPresent(steal -> parts.add("steal up to " + percent(steal)));
        most(clients, ClientNoise::foreignMaxPercent).ifPresent(others -> parts.add("others up to " + percent(others)));
        List<String> lines = new ArrayList<>();
        if (results.imported()) {
            lines.add(RunHeader.NOT_IMPORTED);
        }
        if (!parts.isEmpty()) {
            lines.add("noise: " + String.join(", ", parts));
        }
        Optional.ofNullable(results.outside().rounds()).map(RunWords::again).ifPresent(lines::add);
        results.twins()
                .forEach(twin -> lines.add("A/A control, "
                        + (results.twins().size() > 1 ? twin.topology() + ": " : "a driver against itself: ")
                        + TwinText.of(twin)));
        if (results.twins().stream().anyMatch(TwinText::unbiased)) {
            lines.add(TwinText.WIDTH);
        }
        return lines;
    }

    /** The rounds that do not count, and why. */
    static String again(Results.Rounds rounds) {
        long compiled =
                rounds.dropped().stream().filter(Results.DroppedRound::compiled).count();
        return "rounds: " + rounds.dropped().size() + " of " + rounds.number() + " measured again"
                + (compiled == 0
                        ? ""
                        : " (another JVM compiled: " + compiled
                                + others(rounds.dropped().size() - compiled) + ")");
    }

    private static String others(long number) {
        return number == 0 ? "" : ", other: " + number;
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

    /** What to do next. */
    List<String> next() {
        long open = planned.stream()
                .filter(contrast -> contrast.verdict() == Verdict.UNDECIDED)
                .count();
        String run = RunNames.brief(results.run());
        List<String> lines = new ArrayList<>();
        if (!results.complete()) {
            lines.add("next: " + MissingWords.resume(results, run) + " measures what is missing");
        } else if (open > 0 && results.outside().rounds() != null) {
            lines.add("next: ./bench resume " + run + " --budget 10m, for the "
                    + (open == 1 ? "row that is" : open + " that are") + " not decided");
        }
        lines.add("details: ./bench attach " + run + " --wide");
        return lines;
    }

    /** A mean over rows. */
    static String mean(Mean mean) {
        return "over " + mean.rows() + " rows: " + DriverName.of(mean.value()) + " "
                + RatioText.of(mean.ratio(), mean.low(), mean.high())
                + " of " + DriverName.of(mean.base())
                + (mean.low() == null ? " " + VerdictSign.UNDECIDED.word() : "")
                + (mean.disturbed().isEmpty() ? "" : " " + RunTables.DISTURBED);
    }
}
