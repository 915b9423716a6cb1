package dev.jdbcbench.store;

import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventCheck;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.result.NoiseLog;
import dev.jdbcbench.result.Results.DatabaseNoise;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.EventFile.NoEventException;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.untrusted.SafeName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The directory of one run, a published format. All but the events is written to a temporary name and renamed. It may come from elsewhere:
 * no link in it is followed, and whatever is wrong with it is a {@link Failure.Input} that names file and line.
 */
public final class RunDirectory {
    private static final String PLAN = "plan.json";
    private static final String EVENTS = "events.ndjson";
    private static final String TORN =
            "the last event is torn, because who wrote it was ended meanwhile: it was left out";
    private static final String DELIVERED = "delivered.ndjson";
    private static final String RESULTS = "results.json";
    private static final String PING = "ping.json";
    private static final String HOSTS = "hosts.json";
    private static final String JMH = "jmh.json";
    private static final String REPORT = "report.html";
    private static final String COMMAND = "command.json";
    private static final String LOGS = "logs";

    /** In bytes. A plan of a thousand cells has some 500 kB. */
    private static final int LARGEST_PLAN = 16 << 20;

    private static final int LARGEST_HOSTS = 4 << 20;

    /** Of noise: two weeks. */
    private static final int LARGEST_LOG = 64 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);

    private final Path path;

    /** A directory that is there. */
    RunDirectory(Path path) {
        this.path = path;
    }

    /** Makes the directory of a new run and writes its plan. */
    public static RunDirectory create(Path results, Plan plan) {
        RunDirectory directory = new RunDirectory(results.resolve(new SafeName(plan.run()).text()));
        try {
            Files.createDirectories(results);
            SafeFile.makeDirectory(directory.path);
            SafeFile.makeDirectory(directory.logs());
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot make the directory of the run, " + directory.path,
                    FileTrouble.why(e),
                    FileTrouble.remedy(e, "Name another directory with --results."),
                    e);
        }
        directory.write(PLAN, Json.pretty(plan));
        return directory;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** The id of the run. */
    public String run() {
        return String.valueOf(path.getFileName());
    }

    /** The file of the events, to append to. */
    public Path events() {
        return path.resolve(EVENTS);
    }

    /** Writes all events of a run that is over. */
    public void writeEvents(List<Event> events) {
        write(EVENTS, events.stream().map(event -> Json.line(event) + "\n").collect(Collectors.joining()));
    }

    /** Writes the events of others than the agent, of a run that was begun elsewhere. */
    public void beginEvents(String lines) {
        write(EVENTS, lines);
    }

    /** The lines of the events of one source, as they are; a last one that is torn is left out. */
    public List<String> eventLines(Event.Source source) {
        List<String> found = new ArrayList<>();
        if (SafeFile.exists(events())) {
            try {
                new EventFile(events())
                        .lines(
                                source,
                                found::add,
                                problem -> LOG.warn("{}:{}: this line is not an event", events(), problem));
            } catch (NoEventException e) {
                throw unreadable(events() + ":" + e.getMessage());
            } catch (IOException e) {
                throw unreadable(events() + ": " + e);
            }
        }
        return found;
    }

    /** Replaces the plan by one of more groups. */
    public void extend(Plan plan) {
        write(PLAN, Json.pretty(plan));
    }

    /** The plan as it lies on disk. */
    public String planText() {
        return text(PLAN, LARGEST_PLAN).orElseThrow(() -> unreadable("there is no " + path.resolve(PLAN)));
    }

    /** The facts of the hosts as they lie on disk; empty when nobody wrote them down. */
    public Optional<String> hostsText() {
        return text(HOSTS, LARGEST_HOSTS);
    }

    /** The words of the command that started the run, as they lie on disk, for people; empty when they were not written down. */
    public Optional<String> invocationText() {
        return text(COMMAND, LARGEST_HOSTS);
    }

    /** Writes down how the run was called, for people: nothing reads it. */
    public void writeInvocation(String json) {
        write(COMMAND, json);
    }

    /** How this run is gone on with from this account, later. */
    public RunOrigin origin(Invocation invocation, Optional<Path> hostsFile) {
        return new RunOrigin(
                run(),
                planDigest(),
                invocation.words(),
                invocation.directory(),
                hostsFile.map(file -> file.toAbsolutePath().toString()).orElse(null));
    }

    /** The same origin with the plan as it lies on disk now: it may have been extended since. */
    public RunOrigin origin(RunOrigin before) {
        return new RunOrigin(run(), planDigest(), before.words(), before.directory(), before.hostsFile());
    }

    /** The SHA-256 of the plan as it lies on disk, in hexadecimal. */
    String planDigest() {
        return Sha256.of(planText());
    }

    /**
     * Does work as the only process that writes into this directory.
     *
     * @param holder this process, in words
     * @throws Failure.Command when another process does
     */
    public <T> T exclusively(String holder, Supplier<T> work) {
        RunLock lock = RunLock.take(this, holder);
        try {
            return work.get();
        } finally {
            lock.close();
        }
    }

    /** Where an agent's supervisor on this machine puts the agent's events when bench was killed. */
    public Path delivered() {
        return path.resolve(DELIVERED);
    }

    /**
     * Adds the events that were delivered and are missing, for the only process that writes here.
     *
     * @throws EventLog.UnwritableException when they cannot be written
     * @throws Failure.Input when they cannot be read
     */
    public void takeDelivery(Clock clock) {
        if (!SafeFile.exists(delivered())) {
            return;
        }
        List<Event> events = new ArrayList<>();
        events(file -> file.read(events::add));
        List<Delivery.Line> missing = missing(events);
        try (EventLog log = new EventLog(
                events(),
                Event.Source.ORCHESTRATOR,
                EventLog.lastSeq(events, Event.Source.ORCHESTRATOR),
                clock,
                event -> {})) {
            missing.forEach(line -> log.copy(line.text()));
            Files.delete(delivered());
        } catch (IOException e) {
            throw unreadable(delivered() + ": " + e);
        }
    }

    private List<Delivery.Line> missing(List<Event> events) {
        try {
            return Delivery.after(EventLog.lastSeq(events, Event.Source.AGENT), delivered());
        } catch (NoEventException e) {
            throw unreadable(delivered() + ":" + e.getMessage());
        } catch (IOException e) {
            throw unreadable(delivered() + ": " + e.getMessage());
        }
    }

    /** A file as it lies on disk; empty when there is none. */
    private Optional<String> text(String name, int limit) {
        Path file = path.resolve(name);
        try {
            return SafeFile.exists(file)
                    ? Optional.of(StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(SafeFile.read(file, limit)))
                            .toString())
                    : Optional.empty();
        } catch (CharacterCodingException e) {
            throw unreadable(file + ": it is not UTF-8");
        } catch (IOException e) {
            throw unreadable(file + ": " + e.getMessage());
        }
    }

    private <T> T stored(String name, String text, Class<T> type) {
        try {
            return Json.readStored(text, type);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw unreadable(path.resolve(name) + (line > 0 ? ":" + line : "") + ": " + Json.problem(e));
        }
    }

    /** The directory of logs. */
    public Path logs() {
        return path.resolve(LOGS);
    }

    /** The log of what else happened on the host of a server; there need not be one. */
    public Path noiseLog(Topology topology, String server) {
        return log(topology + "-" + server + ".noise.log");
    }

    /**
     * Where a log of that name belongs, to be written there. The name may come from elsewhere.
     *
     * @throws Failure.Input when it is not admitted, or a link is in its place or in that of the directory of logs
     */
    public Path logFile(String name) {
        Path file = log(name);
        try {
            if (!SafeFile.exists(logs())) {
                SafeFile.makeDirectory(logs());
            }
            if (SafeFile.exists(file)) {
                SafeFile.requireRegular(file);
            }
            return file;
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    private Path log(String name) {
        if (!SafeName.admits(name)) {
            throw unreadable(LOGS + ": not a name of a log: " + name.substring(0, Math.min(name.length(), 100)));
        }
        try {
            if (SafeFile.exists(logs())) {
                SafeFile.requireDirectory(logs());
            }
            return logs().resolve(name);
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    /** The plan as it lies on disk, for the agent. */
    Path planFile() {
        return path.resolve(PLAN);
    }

    /** Writes the results. */
    public void writeResults(String json) {
        write(RESULTS, json);
    }

    /** Writes the RTT samples. */
    public void writePing(String json) {
        write(PING, json);
    }

    /** Writes the facts of the hosts. */
    public void writeHosts(String json) {
        write(HOSTS, json);
    }

    /** Writes the results in JMH's format. */
    public void writeJmh(String json) {
        write(JMH, json);
    }

    /** Writes the page that shows both topologies. */
    public void writeReport(String html) {
        write(REPORT, html);
    }

    private void write(String name, String text) {
        Path file = path.resolve(name);
        try {
            SafeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot write " + file,
                    FileTrouble.why(e),
                    FileTrouble.remedy(e, "Make it writable for you.") + " What was measured is in " + EVENTS + ".",
                    e);
        }
    }

    /**
     * Reads the plan.
     *
     * @throws Failure.Input when it cannot be read, or is that of another run
     */
    public Plan plan() {
        Plan plan = stored(PLAN, planText(), Plan.class);
        if (!plan.run().equals(run())) {
            throw unreadable(path.resolve(PLAN) + ": it is the plan of another run, " + plan.run());
        }
        return plan;
    }

    /**
     * Reads plan, events and the logs of noise; the results follow from them.
     *
     * @throws Failure.Input when they cannot be read
     */
    public Fold read() {
        Plan plan = plan();
        List<Event> events = new ArrayList<>();
        EventCheck check = new EventCheck(plan);
        boolean torn = events(file -> file.read(event -> events.add(check.check(event))));
        missing(events).forEach(line -> events.add(check.check(line.event())));
        Map<Plan.Server, DatabaseNoise> noise = new LinkedHashMap<>();
        for (Plan.Server server : plan.servers()) {
            noise(noiseLog(server.topology(), server.server())).ifPresent(summary -> noise.put(server, summary));
        }
        return new Fold(plan, events, noise, facts(), torn ? List.of(TORN) : List.of());
    }

    /**
     * Reads what can be said without what forks measured, which is nearly all of the file.
     *
     * @throws Failure.Input when that cannot be read
     */
    public RunSummary summary() {
        Plan plan = plan();
        facts();
        RunSummary.Count count = new RunSummary.Count(plan);
        boolean blocks = plan.profile().interleaved() && plan.goal().extent() == Goal.Extent.MEASURE;
        if (blocks) {
            EventCheck check = new EventCheck(plan);
            events(file -> file.readOutline(event -> count.happened(check.check(event))));
            return count.summary();
        }
        Fold fold = read();
        fold.events().forEach(count::happened);
        return new RunSummary(
                plan, fold.closed(), fold.results().complete(), count.summary().forksEnded());
    }

    /**
     * Whether the bench that worked on the run last also ended it. Reads the end of the events, and all of them only where that does not
     * tell.
     *
     * @throws Failure.Input when that cannot be read
     */
    public boolean closed() {
        try {
            Optional<Boolean> told =
                    SafeFile.exists(events()) ? new EventFile(events()).closedAtEnd() : Optional.empty();
            return told.isPresent() ? told.get() : summary().closed();
        } catch (IOException e) {
            throw unreadable(events() + ": " + e.getMessage());
        }
    }

    /** Reads the events in one way or another. */
    private interface EventReading {
        boolean of(EventFile file) throws IOException, NoEventException;
    }

    private boolean events(EventReading reading) {
        try {
            return SafeFile.exists(events()) && reading.of(new EventFile(events()));
        } catch (NoEventException e) {
            throw unreadable(events() + ":" + e.getMessage());
        } catch (IOException e) {
            throw unreadable(events() + ": " + e.getMessage());
        }
    }

    private Optional<DatabaseNoise> noise(Path file) {
        if (!SafeFile.exists(file)) {
            return Optional.empty();
        }
        try {
            // Latin-1 knows every byte: a log that was damaged is no reason not to read the run
            String log = new String(SafeFile.read(file, LARGEST_LOG), StandardCharsets.ISO_8859_1);
            return NoiseLog.summary(log.lines().toList());
        } catch (IOException e) {
            throw unreadable(file + ": " + e.getMessage());
        }
    }

    /** By host and name. */
    private Map<String, Map<String, String>> facts() {
        return hostsText()
                .map(text -> stored(HOSTS, text, HostsFile.class).hosts())
                .orElse(Map.of());
    }

    /** What is read of the facts of the hosts. */
    record HostsFile(String run, Map<String, Map<String, String>> hosts) {
        HostsFile {
            Parts.name(run, "run");
            hosts = Parts.map(hosts, "hosts");
            hosts.forEach((name, facts) -> Parts.textMap(facts, "hosts." + name));
        }
    }

    private Failure.Input unreadable(String why) {
        return new Failure.Input(
                "cannot read the run " + run(),
                List.of(why),
                "Was it made by this version of bench? ./bench list runs shows the others.");
    }
}
