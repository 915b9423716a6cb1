package dev.jdbcbench.cli.console;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.ForkCount;
import dev.jdbcbench.result.ForkTimeEstimate;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.sample.Estimate;
import dev.jdbcbench.statistics.sample.Summary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The progress of a run: what is done and what is left, how long that takes, and the current cell. It must receive all
 * events from the run's first one on, including those of earlier sessions. Depends on nothing but these events. Not
 * thread safe.
 */
public final class RunProgress {
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int HUNDRED = 100;
    private static final int SOONER_PERCENT = 85;
    private static final int LATER_PERCENT = 125;

    private final Plan plan;
    private final ForkCount count;
    private final ForkTimeEstimate pace;
    private Optional<Cell> current = Optional.empty();
    private OptionalDouble rttMicros = OptionalDouble.empty();
    private Optional<Noise> noise = Optional.empty();

    /** Progress of a run, starting from these events. */
    public RunProgress(Plan plan, List<Event> before) {
        this.plan = plan;
        this.count = new ForkCount(plan);
        this.pace = new ForkTimeEstimate(plan);
        before.forEach(this::onEvent);
    }

    void onEvent(Event event) {
        count.onEvent(event);
        pace.onEvent(event);
        event.as(Fact.GroupStarted.class)
                .ifPresent(group -> current = plan.rows().getOrDefault(group.row(), List.of()).stream()
                        .findFirst());
        event.as(Fact.ForkStarted.class).ifPresent(fork -> current = plan.cell(fork.cell()));
        event.as(Fact.ForkFinished.class).ifPresent(fork -> {
            current = fork.inTurns() ? current : plan.cell(fork.cell());
            noise = Optional.ofNullable(fork.noise());
            Optional.ofNullable(fork.rtt()).ifPresent(around -> rtt(around.afterMicros()));
        });
        event.as(Fact.ServiceTimeMeasured.class).ifPresent(times -> current = plan.cell(times.cell()));
        event.as(Fact.RttMeasured.class)
                .filter(rtt -> rtt.method() == RttMethod.PROTOCOL && rtt.topology() == Topology.DISTANT)
                .ifPresent(rtt -> rtt(rtt.micros()));
    }

    private void rtt(List<Double> micros) {
        if (!micros.isEmpty()) {
            rttMicros = OptionalDouble.of(Summary.median(micros));
        }
    }

    /**
     * Estimates the time until everything is measured, from the forks so far and the budget, if any; zero at the end.
     */
    public Duration left() {
        return left(pace.left(count));
    }

    private Duration left(Duration needed) {
        return affordable().filter(budget -> budget.compareTo(needed) < 0).orElse(needed);
    }

    /** The number of forks that have ended, successful or not. */
    public int forksEnded() {
        return count.ended();
    }

    /** The number of ended forks plus those still to come within the budget. */
    public int forksPlanned() {
        return forksPlanned(pace.left(count));
    }

    private int forksPlanned(Duration needed) {
        return count.ended() + affordable(count.planned() - count.ended(), needed);
    }

    /** The number of remaining forks that fit into the budget, if all of them together need {@code needed}. */
    private int affordable(int left, Duration needed) {
        double share = affordable()
                .map(budget -> budget.toMillis() / (double) needed.toMillis())
                .orElse(1.0);
        return share < 1 ? (int) Math.ceil(left * share) : left;
    }

    /** The rest of the budget; empty without one. */
    private Optional<Duration> affordable() {
        return Optional.ofNullable(plan.goal().budget())
                .map(budget -> budget.minus(count.spent()))
                .map(rest -> rest.isNegative() ? Duration.ZERO : rest);
    }

    /** Fits the progress into one line of {@code width} characters, abbreviating or dropping the least important parts first. */
    public String line(int width) {
        Duration needed = pace.left(count);
        String forks = "fork " + count.ended() + "/" + forksPlanned(needed);
        String cells = ", cells " + count.cellsDone() + "/" + plan.cells().size();
        String left = timeLeft(", ", needed);
        String name = current.map(cell -> " · " + name(cell)).orElse("");
        String score = current.map(cell -> score(cell, " after %s")).orElse("");
        String briefScore = current.map(cell -> score(cell, " (%s)")).orElse("");
        String rtt = rttMicros.isPresent() ? " · RTT " + Numbers.micros(rttMicros.getAsDouble()) + " µs" : "";
        String full = noise("%.1f");
        String brief = noise("%.0f");
        return Stream.of(
                        forks + cells + left + name + score + rtt + full,
                        forks + cells + left + name + briefScore + rtt + brief,
                        forks + left + name + briefScore + rtt + brief,
                        forks + left + name + briefScore + rtt,
                        forks + left + name + briefScore)
                .filter(line -> line.length() <= width)
                .findFirst()
                .orElseGet(() -> cut(forks + left + name + briefScore, width));
    }

    /** Ended and expected groups: {@code group 5/24 · }. */
    String groups() {
        int left = Math.max(0, count.groupsPlanned() - count.groupsEnded());
        return "group " + count.groupsEnded() + "/" + (count.groupsEnded() + affordable(left, pace.left(count)))
                + " · ";
    }

    /** {@code  · 4–6 min left}; empty at the end. */
    String rest() {
        return timeLeft(" · ", pace.left(count));
    }

    private String timeLeft(String before, Duration needed) {
        if (count.left().isEmpty()) {
            return "";
        }
        Duration rest = left(needed);
        return before + (rest.isZero() ? "budget used up" : range(rest) + " left");
    }

    private static String cut(String line, int width) {
        return line.length() <= width ? line : line.substring(0, Math.max(0, width - 1)) + "…";
    }

    /** The score so far with its interval, as in the table at the end; empty before the first fork. */
    private String score(Cell cell, String howMany) {
        double[] scores = count.scores(cell);
        boolean hidden = !plan.profile().kind().showsTimes();
        if (hidden
                || scores.length == 0
                || !Arrays.stream(scores).allMatch(score -> score > 0 && Double.isFinite(score))) {
            return "";
        }
        Estimate estimate = Estimate.of(scores);
        String width = scores.length < Claims.FEWEST_TO_DIFFER ? "±?" : Numbers.halfWidth(estimate.relativeHalfWidth());
        return ": " + Numbers.micros(estimate.score()) + " µs/op"
                + (plan.profile().claims() ? " " + width : "")
                + String.format(howMany, scores.length == 1 ? "1 fork" : scores.length + " forks");
    }

    /** Other load on the client host during the last fork, as far as it could be read. */
    private String noise(String format) {
        List<String> parts = new ArrayList<>();
        noise.map(Noise::stealPercent).ifPresent(steal -> parts.add("steal " + percent(format, steal)));
        noise.map(Noise::foreignPercent).ifPresent(others -> parts.add("others " + percent(format, others)));
        return parts.isEmpty() ? "" : " · " + String.join(", ", parts);
    }

    private static String percent(String format, double percent) {
        return String.format(Locale.ROOT, format, percent) + " %";
    }

    /** A cell's name, with only the parts in which the cells of the plan differ. */
    private String name(Cell cell) {
        List<String> parts = new ArrayList<>();
        if (differ(Cell::topology)) {
            parts.add(cell.topology().toString());
        }
        if (differ(Cell::server)) {
            parts.add(cell.server());
        }
        parts.add(cell.scenarioWithParams());
        parts.add(cell.mode().toString());
        if (differ(Cell::transport)) {
            parts.add(cell.transport().toString());
        }
        if (differ(Cell::threads)) {
            parts.add("×" + cell.threads());
        }
        if (cell.rate() != null && differ(Cell::key)) {
            parts.add("at " + cell.rate());
        }
        parts.add(cell.driver());
        boolean versions = plan.measured().stream()
                .anyMatch(other -> other.driver().equals(cell.driver())
                        && !other.driverVersion().equals(cell.driverVersion()));
        if (versions) {
            parts.add(cell.driverVersion());
        }
        return String.join(" ", parts);
    }

    private boolean differ(Function<Cell, Object> part) {
        return plan.measured().stream().map(part).distinct().count() > 1;
    }

    /** A range for the remaining time: hosts vary in speed, and rows may need more groups than expected. */
    static String range(Duration duration) {
        Duration least = duration.multipliedBy(SOONER_PERCENT).dividedBy(HUNDRED);
        Duration most = duration.multipliedBy(LATER_PERCENT).dividedBy(HUNDRED);
        if (most.toSeconds() >= 2 * HOUR) {
            return rough(least) + " to " + rough(most);
        }
        boolean minutes = most.toSeconds() >= 2 * MINUTE;
        long unit = minutes ? MINUTE : 1;
        long from = Math.max(minutes ? 0 : 1, least.toSeconds() / unit);
        long to = Math.max(1, (most.toSeconds() + unit - 1) / unit);
        return (from == to ? String.valueOf(to) : from + "–" + to) + (minutes ? " min" : " s");
    }

    /** An approximate time. */
    static String rough(Duration duration) {
        long seconds = Math.max(1, duration.toSeconds());
        if (seconds < 2 * MINUTE) {
            return seconds + " s";
        }
        long minutes = Math.round((double) seconds / MINUTE);
        return seconds < 2 * HOUR ? minutes + " min" : minutes / MINUTE + " h " + minutes % MINUTE + " min";
    }
}
