package dev.jdbcbench.run;

import dev.jdbcbench.run.Event.ForkFinished;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long agents have worked, and about how long a fork takes. Pure: events in, durations out. */
final class ForkTimes {
    private final Profile profile;
    private final Map<String, Lasted> lasted = new HashMap<>();
    private final Map<String, Duration> operations = new HashMap<>();
    private Duration passed = Duration.ZERO;
    private Duration spent = Duration.ZERO;
    /** The cells of the group that is under way. */
    private final List<String> group = new ArrayList<>();

    private Instant before = Instant.MAX;
    private Instant forkStarted = Instant.MAX;

    /**
     * How long a fork took.
     *
     * @param longer whether it was one of those that are longer because its row did not settle
     */
    private record Lasted(Duration time, boolean longer) {}

    ForkTimes(Profile profile) {
        this.profile = profile;
    }

    /**
     * Hears the next event, of whatever source.
     *
     * @param longer of a fork that ended: whether it is one of the longer ones
     */
    void hear(Event event, boolean longer) {
        if (event instanceof Event.CellChecked check) {
            operations.put(check.cell(), check.operation());
        }
        if (event.source() != Event.Source.AGENT) {
            return;
        }
        // From the end of one agent to the beginning of the next nothing was spent.
        if (!(event instanceof Event.SessionStarted) && event.at().isAfter(before)) {
            passed = passed.plus(Duration.between(before, event.at()));
        }
        before = event.at();
        if (event instanceof Event.GroupStarted) {
            forkStarted = event.at();
            group.clear();
        } else if (event instanceof ForkFinished fork && fork.inTurns()) {
            group.add(fork.cell());
        } else if (event instanceof Event.GroupFinished) {
            spent = passed;
            if (forkStarted.isBefore(event.at()) && !group.isEmpty()) {
                Duration each = Duration.between(forkStarted, event.at()).dividedBy(group.size());
                group.forEach(cell -> lasted.put(cell, new Lasted(each, false)));
            }
        } else if (event instanceof Event.ForkStarted) {
            forkStarted = event.at();
        } else if (event instanceof ForkFinished fork) {
            spent = passed;
            if (forkStarted.isBefore(event.at())) {
                lasted.put(fork.cell(), new Lasted(Duration.between(forkStarted, event.at()), longer));
            }
        } else if (event instanceof Event.ForkFailed
                || event instanceof Event.ServerLost
                || event instanceof Event.ServiceTimeMeasured) {
            spent = passed;
        }
    }

    /** How long agents have worked, to the end of the last fork. */
    Duration spent() {
        return spent;
    }

    /** Whether a longer fork of a cell is one at all: those of long operations have their length already. */
    boolean mayGetLonger(Cell cell) {
        return profile.iterations(operation(cell), true) > profile.iterations(operation(cell), false);
    }

    /** About how long a fork of a cell takes: as its last one did, or, before there is one that long, as the plan lets expect. */
    Duration of(Cell cell, boolean longer) {
        Duration expected = profile.forkTime(operation(cell), longer);
        Lasted last = lasted.get(cell.key());
        return last == null
                ? expected
                : last.time().plus(expected).minus(profile.forkTime(operation(cell), last.longer()));
    }

    private Duration operation(Cell cell) {
        return operations.getOrDefault(cell.key(), Duration.ZERO);
    }
}
