package dev.jdbcbench.store;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.untrusted.RunId;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.untrusted.SafeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory of one run, a published format. All files except the events are written to a temporary name and renamed. The
 * directory may come from elsewhere, so links in it are not followed, and every problem is a {@link Failure.Input} that names
 * file and line.
 */
public final class RunDirectory {
    private static final String RESULTS = "results.json";
    private static final String PING = "ping.json";
    private static final String JMH = "jmh.json";
    private static final String REPORT = "report.html";
    private static final String COMMAND = "command.json";

    /** The limit for a noise log, in bytes: the noise of two weeks. */
    public static final int LARGEST_LOG = RunFiles.LARGEST_LOG;

    private final RunFiles files;
    private final RunReading reading;

    /** An existing directory. */
    RunDirectory(Path path) {
        this.files = new RunFiles(path);
        this.reading = new RunReading(files);
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
            if (SafeFile.exists(directory.path())) {
                throw new FileAlreadyExistsException(directory.path().toString());
            }
            SafeFile.makeDirectory(part.path());
            try {
                SafeFile.makeDirectory(part.logs());
                part.files.store(RunFiles.PLAN, Json.pretty(plan).getBytes(StandardCharsets.UTF_8));
                if (!events.isEmpty()) {
                    part.files.store(RunFiles.EVENTS, lines(events).getBytes(StandardCharsets.UTF_8));
                }
                SafeFile.move(part.path(), directory.path());
            } finally {
                Unfinished.remove(part.path());
            }
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot create the run directory " + directory.path(),
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
        return files.path();
    }

    /** The id of the run. */
    public String run() {
        return files.run();
    }

    /** The file of the events, to append to. */
    public Path events() {
        return files.events();
    }

    /** Writes all events of a finished run. */
    public void writeEvents(List<Event> events) {
        files.write(RunFiles.EVENTS, lines(events));
    }

    private static String lines(List<Event> events) {
        return events.stream().map(event -> Json.line(event) + "\n").collect(Collectors.joining());
    }

    /** Writes the events of all sources except the agent, for a run that was started elsewhere. */
    public void beginEvents(String lines) {
        files.write(RunFiles.EVENTS, lines);
    }

    /** Replaces the plan by one with more groups. */
    public void extend(Plan plan) {
        files.write(RunFiles.PLAN, Json.pretty(plan));
    }

    /** The stored command line of the run, for people; empty when there is none. */
    public Optional<String> invocationText() {
        return files.text(COMMAND, RunFiles.LARGEST_HOSTS);
    }

    /**
     * The command that started the run; empty if it was not recorded.
     *
     * @throws Failure.Input if it cannot be read
     */
    public Optional<Invocation> invocation() {
        return invocationText().map(text -> files.stored(COMMAND, text, Invocation.class));
    }

    /** Stores the command line that started the run. */
    public void writeInvocation(String json) {
        files.write(COMMAND, json);
    }

    /** The origin of this run for this account, with which later commands can continue it. */
    public RunOrigin origin(String command, Request request) {
        return new RunOrigin(run(), planDigest(), command, request, null);
    }

    /** A copy of an origin for the current stored plan, which may have been extended. */
    public RunOrigin origin(RunOrigin before) {
        return before.of(planDigest());
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
        return files.delivered();
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
        reading.events(file -> file.read(events::add));
        List<Delivery.Line> missing = reading.missing(events);
        try (EventLog log = new EventLog(
                events(),
                Event.Source.ORCHESTRATOR,
                EventLog.lastSeq(events, Event.Source.ORCHESTRATOR),
                clock,
                event -> {})) {
            missing.forEach(line -> log.copy(line.text()));
            Files.delete(delivered());
        } catch (IOException e) {
            throw files.unreadable(delivered() + ": " + e);
        }
    }

    /** The stored plan, for the agent. */
    Path planFile() {
        return files.plan();
    }

    /** Writes the results. */
    public void writeResults(String json) {
        files.write(RESULTS, json);
    }

    /** Writes the RTT samples. */
    public void writePing(String json) {
        files.write(PING, json);
    }

    /** Writes the facts of the hosts. */
    public void writeHosts(String json) {
        files.write(RunFiles.HOSTS, json);
    }

    /** Writes the results in JMH's format. */
    public void writeJmh(String json) {
        files.write(JMH, json);
    }

    /** Writes the page of the run, and returns its path. */
    public Path writeReport(String html) {
        files.write(REPORT, html);
        return path().resolve(REPORT);
    }

    /** Writes a file of a profile beside the report, and returns its path. */
    public Path writeProfile(SafeName name, byte[] content) {
        files.write(name.text(), content);
        return path().resolve(name.text());
    }

    /** The files that {@link #readTimes} reads, whether they exist or not, and the plan. */
    public Stream<Path> filesOfTimes() {
        return Stream.of(planFile(), events(), delivered(), path().resolve(RunFiles.HOSTS));
    }

    /** The stored text of the plan. */
    public String planText() {
        return files.planText();
    }

    /** The stored text of the host facts; empty when there is none. */
    public Optional<String> hostsText() {
        return files.hostsText();
    }

    /** The directory of logs. */
    public Path logs() {
        return files.logs();
    }

    /** The log of the interference on a server's host; it may not exist. */
    public Path noiseLog(Topology topology, String server) {
        return files.noiseLog(topology, server);
    }

    /**
     * The path for writing a log of this name, which may come from elsewhere.
     *
     * @throws Failure.Input if the name is not allowed, or the log or the log directory is a link
     */
    public Path logFile(String name) {
        return files.logFile(name);
    }

    /**
     * A recording that was fetched with the logs. The name may come from elsewhere.
     *
     * @throws Failure.Input if there is none, or it is a link
     */
    public Path recording(String name) {
        return files.recording(name);
    }

    /** The unparsed event lines from one source, without an incomplete last one. */
    public List<String> eventLines(Event.Source source) {
        return reading.eventLines(source);
    }

    /**
     * Reads the plan.
     *
     * @throws Failure.Input when it cannot be read or belongs to another run
     */
    public Plan plan() {
        return reading.plan();
    }

    /**
     * Reads plan, events and noise logs, and derives the results.
     *
     * @throws Failure.Input when they cannot be read
     */
    public Fold read() {
        return reading.read();
    }

    /**
     * Reads times of cells and what decides whether they count. Secondary values, and the noise on hosts of databases, are left out.
     *
     * @param plan the plan of this directory
     * @throws Failure.Input when they cannot be read
     */
    public Fold readTimes(Plan plan) {
        return reading.readTimes(plan);
    }

    /**
     * Reads a summary without the forks' measurements, which are nearly all of the file.
     *
     * @throws Failure.Input when it cannot be read
     */
    public RunSummary summary() {
        return reading.summary();
    }

    /**
     * Whether the last bench process of the run closed it. Reads the end of the events, and all of them only if that is not
     * enough.
     *
     * @throws Failure.Input when they cannot be read
     */
    public boolean closed() {
        return reading.closed();
    }
}
