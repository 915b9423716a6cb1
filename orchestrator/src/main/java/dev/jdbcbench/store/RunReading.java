package dev.jdbcbench.store;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventCheck;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.result.fold.NoiseLog;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.EventFile.NoEventException;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a run has stored: its plan, its events, and what they amount to. Every problem names file and line. */
final class RunReading {
    private static final String TORN = "the last event was incomplete (its writer was killed) and was ignored";

    private static final Logger LOG = LoggerFactory.getLogger(RunReading.class);

    private final RunFiles files;

    RunReading(RunFiles files) {
        this.files = files;
    }

    /**
     * Reads the plan.
     *
     * @throws Failure.Input when it cannot be read or belongs to another run
     */
    Plan plan() {
        Plan plan = files.stored(RunFiles.PLAN, files.planText(), Plan.class);
        if (!plan.run().equals(files.run())) {
            throw files.unreadable(files.plan() + ": it is the plan of another run, " + plan.run());
        }
        return plan;
    }

    /**
     * Reads plan, events and noise logs, and derives the results.
     *
     * @throws Failure.Input when they cannot be read
     */
    Fold read() {
        Plan plan = plan();
        List<Event> events = new ArrayList<>();
        boolean torn = read(plan, events, EventFile::read);
        Map<Plan.Server, NoiseLog> noise = new LinkedHashMap<>();
        for (Plan.Server server : plan.servers()) {
            noise(files.noiseLog(server.topology(), server.server())).ifPresent(log -> noise.put(server, log));
        }
        return new Fold(plan, events, noise, facts(), torn ? List.of(TORN) : List.of());
    }

    /**
     * Reads times of cells and what decides whether they count. Secondary values, and the noise on hosts of databases, are left out.
     *
     * @param plan the plan of this directory
     * @throws Failure.Input when they cannot be read
     */
    Fold readTimes(Plan plan) {
        List<Event> events = new ArrayList<>();
        read(plan, events, EventFile::readTimes);
        return new Fold(plan, events, Map.of(), facts(), List.of());
    }

    /** A way of reading the events. */
    private interface Way {
        boolean read(EventFile file, Consumer<Event> events) throws IOException, NoEventException;
    }

    /** Reads and checks the events, including those that were delivered; returns whether the last one is incomplete. */
    private boolean read(Plan plan, List<Event> events, Way way) {
        EventCheck check = new EventCheck(plan);
        boolean torn = events(file -> way.read(file, event -> events.add(check.check(event))));
        missing(events).forEach(line -> events.add(check.check(line.event())));
        return torn;
    }

    /**
     * Reads a summary without the forks' measurements, which are nearly all of the file.
     *
     * @throws Failure.Input when it cannot be read
     */
    RunSummary summary() {
        Plan plan = plan();
        facts();
        RunSummary.Count count = new RunSummary.Count(plan);
        boolean blocks = plan.profile().interleaved() && plan.goal().extent() == Goal.Extent.MEASURE;
        if (blocks) {
            EventCheck check = new EventCheck(plan);
            events(file -> file.readOutline(event -> count.onEvent(check.check(event))));
            return count.summary();
        }
        Fold fold = read();
        fold.events().forEach(count::onEvent);
        return new RunSummary(
                plan, fold.closed(), fold.results().complete(), count.summary().forksEnded());
    }

    /**
     * Whether the last bench process of the run closed it. Reads the end of the events, and all of them only if that is not
     * enough.
     *
     * @throws Failure.Input when they cannot be read
     */
    boolean closed() {
        if (!plan().profile().interleaved()) {
            return true; // imported
        }
        try {
            Optional<Boolean> told =
                    SafeFile.exists(files.events()) ? new EventFile(files.events()).closedAtEnd() : Optional.empty();
            return told.isPresent() ? told.get() : summary().closed();
        } catch (IOException e) {
            throw files.unreadable(files.events() + ": " + e.getMessage());
        }
    }

    /** One way of reading the events. */
    interface EventReading {
        boolean of(EventFile file) throws IOException, NoEventException;
    }

    /** Reads the events in one way; false if there are none. */
    boolean events(EventReading reading) {
        try {
            return SafeFile.exists(files.events()) && reading.of(new EventFile(files.events()));
        } catch (NoEventException e) {
            throw files.unreadable(files.events() + ":" + e.getMessage());
        } catch (IOException e) {
            throw files.unreadable(files.events() + ": " + e.getMessage());
        }
    }

    /** What was delivered after these events. */
    List<Delivery.Line> missing(List<Event> events) {
        try {
            return Delivery.after(EventLog.lastSeq(events, Event.Source.AGENT), files.delivered());
        } catch (NoEventException e) {
            throw files.unreadable(files.delivered() + ":" + e.getMessage());
        } catch (IOException e) {
            throw files.unreadable(files.delivered() + ": " + e.getMessage());
        }
    }

    /** The unparsed event lines from one source, without an incomplete last one. */
    List<String> eventLines(Event.Source source) {
        List<String> found = new ArrayList<>();
        if (SafeFile.exists(files.events())) {
            try {
                new EventFile(files.events())
                        .lines(
                                source,
                                found::add,
                                problem -> LOG.warn("{}:{}: this line is not an event", files.events(), problem));
            } catch (NoEventException e) {
                throw files.unreadable(files.events() + ":" + e.getMessage());
            } catch (IOException e) {
                throw files.unreadable(files.events() + ": " + e);
            }
        }
        return found;
    }

    private Optional<NoiseLog> noise(Path file) {
        if (!SafeFile.exists(file)) {
            return Optional.empty();
        }
        try {
            // Latin-1 accepts every byte: a damaged log must not prevent reading the run
            String log = new String(SafeFile.read(file, RunFiles.LARGEST_LOG), StandardCharsets.ISO_8859_1);
            return NoiseLog.of(log.lines().toList());
        } catch (IOException e) {
            throw files.unreadable(file + ": " + e.getMessage());
        }
    }

    /** Host facts by host and name. */
    private Map<String, Map<String, String>> facts() {
        return files.hostsText()
                .map(text -> files.stored(RunFiles.HOSTS, text, HostsFile.class).hosts())
                .orElse(Map.of());
    }

    /** The parts of the host facts that are read. */
    record HostsFile(String run, Map<String, Map<String, String>> hosts) {
        HostsFile {
            PartCheck.name(run, "run");
            hosts = PartCheck.map(hosts, "hosts");
            hosts.forEach((name, facts) -> PartCheck.textMap(facts, "hosts." + name));
        }
    }
}
