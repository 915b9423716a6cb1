package dev.jdbcbench.store;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventCheck;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.result.NoiseLog;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.EventFile.NoEventException;
import dev.jdbcbench.untrusted.RunId;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.untrusted.SafeName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The directory of one run, a published format. All files except the events are written to a temporary name and renamed. The
 * directory may come from elsewhere, so links in it are not followed, and every problem is a {@link Failure.Input} that names
 * file and line.
 */
public final class RunDirectory {
    private static final String PLAN = "plan.json";
    private static final String EVENTS = "events.ndjson";
    private static final String TORN = "the last event was incomplete (its writer was killed) and was ignored";
    private static final String DELIVERED = "delivered.ndjson";
    private static final String RESULTS = "results.json";
    private static final String PING = "ping.json";
    private static final String HOSTS = "hosts.json";
    private static final String JMH = "jmh.json";
    private static final String REPORT = "report.html";
    private static final String COMMAND = "command.json";
    private static final String LOGS = "logs";

    /** In bytes. A plan with a thousand cells has about 500 kB. */
    private static final int LARGEST_PLAN = 16 << 20;

    private static final int LARGEST_HOSTS = 4 << 20;

    /** The limit for a noise log, in bytes: the noise of two weeks. */
    public static final int LARGEST_LOG = 64 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);

    private final Path path;

    /** An existing directory. */
    RunDirectory(Path path) {
        this.path = path;
    }

    /** Creates the directory of a new run with its plan. */
    public static RunDirectory create(Path results, Plan plan) {
        return create(results, plan, List.of());
    }

    /**
     * Creates the directory of a new run with its plan and events. It gets its name when it is complete, so a killed bench leaves
     * no run without a plan.
     */
    public static RunDirectory create(Path results, Plan plan, List<Event> events) {
        RunDirectory directory = new RunDirectory(results.resolve(new RunId(plan.run()).text()));
        RunDirectory part = new RunDirectory(results.resolve(Unfinished.name(plan.run())));
        try {
            Files.createDirectories(results);
            if (SafeFile.exists(directory.path)) {
                throw new FileAlreadyExistsException(directory.path.toString());
            }
            SafeFile.makeDirectory(part.path);
            try {
                SafeFile.makeDirectory(part.logs());
                part.store(PLAN, Json.pretty(plan).getBytes(StandardCharsets.UTF_8));
                if (!events.isEmpty()) {
                    part.store(EVENTS, lines(events).getBytes(StandardCharsets.UTF_8));
                }
                SafeFile.move(part.path, directory.path);
            } finally {
                Unfinished.remove(part.path);
            }
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot create the run directory " + directory.path,
                    FileTrouble.why(e),
                    FileTrouble.remedy(e, "Name another directory with --results."),
                    e);
        }
        return directory;
    }

    /** Whether a directory has a plan that can be read. Other programs have files of this name, too. */
    boolean isRun() {
        try {
            return SafeFile.exists(planFile()) && plan().run().equals(run());
        } catch (Failure.Input e) {
            return false;
        }
    }

    /** The path of the directory. */
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

    /** Writes all events of a finished run. */
    public void writeEvents(List<Event> events) {
        write(EVENTS, lines(events));
    }

    private static String lines(List<Event> events) {
        return events.stream().map(event -> Json.line(event) + "\n").collect(Collectors.joining());
    }

    /** Writes the events of all sources except the agent, for a run that was started elsewhere. */
    public void beginEvents(String lines) {
        write(EVENTS, lines);
    }

    /** The unparsed event lines from one source, without an incomplete last one. */
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

    /** Replaces the plan by one with more groups. */
    public void extend(Plan plan) {
        write(PLAN, Json.pretty(plan));
    }

    /** The stored text of the plan. */
    public String planText() {
        return text(PLAN, LARGEST_PLAN).orElseThrow(() -> unreadable("there is no " + path.resolve(PLAN)));
    }

    /** The stored text of the host facts; empty when there is none. */
    public Optional<String> hostsText() {
        return text(HOSTS, LARGEST_HOSTS);
    }

    /** The stored command line of the run, for people; empty when there is none. */
    public Optional<String> invocationText() {
        return text(COMMAND, LARGEST_HOSTS);
    }

    /**
     * The command that started the run; empty if it was not recorded.
     *
     * @throws Failure.Input if it cannot be read
     */
    public Optional<Invocation> invocation() {
        return invocationText().map(text -> stored(COMMAND, text, Invocation.class));
    }

    /** Stores the command line that started the run. */
    public void writeInvocation(String json) {
        write(COMMAND, json);
    }

    /** The origin of this run for this account, with which later commands can continue it. */
    public RunOrigin origin(Invocation invocation, Optional<Path> hostsFile) {
        return new RunOrigin(
                run(),
                planDigest(),
                invocation.words(),
                invocation.directory(),
                hostsFile.map(file -> file.toAbsolutePath().toString()).orElse(null));
    }

    /** A copy of an origin for the current stored plan, which may have been extended. */
    public RunOrigin origin(RunOrigin before) {
        return new RunOrigin(run(), planDigest(), before.words(), before.directory(), before.hostsFile());
    }

    /** SHA-256 of the stored plan, in hexadecimal. */
    String planDigest() {
        return Sha256.of(planText());
    }

    /**
     * Runs a task as the only process that writes to this directory.
     *
     * @param holder this process, in words
     * @throws Failure.Command when another process is writing
     */
    public <T> T exclusively(String holder, Supplier<T> work) {
        RunLock lock = RunLock.take(this, holder);
        try {
            return work.get();
        } finally {
            lock.close();
        }
    }

    /** File to which a local agent's supervisor writes the agent's events when bench was killed. */
    public Path delivered() {
        return path.resolve(DELIVERED);
    }

    /**
     * Adds delivered events that are missing. Only the process that holds the lock may call this.
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

    /** The text of a stored file; empty when the file does not exist. */
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

    /** The log of the interference on a server's host; it may not exist. */
    public Path noiseLog(Topology topology, String server) {
        return log(topology + "-" + server + ".noise.log");
    }

    /**
     * The path for writing a log of this name, which may come from elsewhere.
     *
     * @throws Failure.Input if the name is not allowed, or the log or the log directory is a link
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

    /** The stored plan, for the agent. */
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

    /** Writes the page of the run, and returns its path. */
    public Path writeReport(String html) {
        write(REPORT, html);
        return path.resolve(REPORT);
    }

    /**
     * A recording that was fetched with the logs. The name may come from elsewhere.
     *
     * @throws Failure.Input if there is none, or it is a link
     */
    public Path recording(String name) {
        Path file = log(name);
        try {
            SafeFile.requireRegular(file);
            return file;
        } catch (NoSuchFileException e) {
            throw unreadable(file + ": it was not fetched");
        } catch (IOException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    /** Writes a file of a profile beside the report, and returns its path. */
    public Path writeProfile(SafeName name, byte[] content) {
        write(name.text(), content);
        return path.resolve(name.text());
    }

    private void write(String name, String text) {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String name, byte[] content) {
        try {
            store(name, content);
        } catch (IOException e) {
            throw FileTrouble.failure(
                    "cannot write " + path.resolve(name),
                    e,
                    "Make it writable for you. What was measured is in " + EVENTS + ".");
        }
    }

    private void store(String name, byte[] content) throws IOException {
        SafeFile.requireDirectory(path);
        SafeFile.write(path.resolve(name), content);
    }

    /**
     * Reads the plan.
     *
     * @throws Failure.Input when it cannot be read or belongs to another run
     */
    public Plan plan() {
        Plan plan = stored(PLAN, planText(), Plan.class);
        if (!plan.run().equals(run())) {
            throw unreadable(path.resolve(PLAN) + ": it is the plan of another run, " + plan.run());
        }
        return plan;
    }

    /**
     * Reads plan, events and noise logs, and derives the results.
     *
     * @throws Failure.Input when they cannot be read
     */
    public Fold read() {
        Plan plan = plan();
        List<Event> events = new ArrayList<>();
        boolean torn = read(plan, events, EventFile::read);
        Map<Plan.Server, NoiseLog> noise = new LinkedHashMap<>();
        for (Plan.Server server : plan.servers()) {
            noise(noiseLog(server.topology(), server.server())).ifPresent(log -> noise.put(server, log));
        }
        return new Fold(plan, events, noise, facts(), torn ? List.of(TORN) : List.of());
    }

    /**
     * Reads times of cells and what decides whether they count. Secondary values, and the noise on hosts of databases, are left out.
     *
     * @param plan the plan of this directory
     * @throws Failure.Input when they cannot be read
     */
    public Fold readTimes(Plan plan) {
        List<Event> events = new ArrayList<>();
        read(plan, events, EventFile::readTimes);
        return new Fold(plan, events, Map.of(), facts(), List.of());
    }

    /** The files that {@link #readTimes} reads, whether they exist or not, and the plan. */
    Stream<Path> filesOfTimes() {
        return Stream.of(planFile(), events(), delivered(), path.resolve(HOSTS));
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
    public RunSummary summary() {
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
    public boolean closed() {
        if (!plan().profile().interleaved()) {
            return true; // imported
        }
        try {
            Optional<Boolean> told =
                    SafeFile.exists(events()) ? new EventFile(events()).closedAtEnd() : Optional.empty();
            return told.isPresent() ? told.get() : summary().closed();
        } catch (IOException e) {
            throw unreadable(events() + ": " + e.getMessage());
        }
    }

    /** One way of reading the events. */
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

    private Optional<NoiseLog> noise(Path file) {
        if (!SafeFile.exists(file)) {
            return Optional.empty();
        }
        try {
            // Latin-1 accepts every byte: a damaged log must not prevent reading the run
            String log = new String(SafeFile.read(file, LARGEST_LOG), StandardCharsets.ISO_8859_1);
            return NoiseLog.of(log.lines().toList());
        } catch (IOException e) {
            throw unreadable(file + ": " + e.getMessage());
        }
    }

    /** Host facts by host and name. */
    private Map<String, Map<String, String>> facts() {
        return hostsText()
                .map(text -> stored(HOSTS, text, HostsFile.class).hosts())
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

    private Failure.Input unreadable(String why) {
        return new Failure.Input(
                "cannot read the run " + run(),
                List.of(why),
                "Was it made by this version of bench? ./bench list runs shows the others.");
    }
}
