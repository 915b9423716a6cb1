package dev.jdbcbench.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.result.NoiseLog;
import dev.jdbcbench.result.Results.DatabaseNoise;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.EventLog;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.SafeName;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** The directory of one run, a published format. All but the events is written to a temporary name and renamed. */
public final class RunDirectory {
    private static final String PLAN = "plan.json";
    private static final String EVENTS = "events.ndjson";
    private static final String TORN =
            "the last event is torn, because who wrote it was ended meanwhile: it was left out";
    private static final String RESULTS = "results.json";
    private static final String PING = "ping.json";
    private static final String HOSTS = "hosts.json";
    private static final String JMH = "jmh.json";
    private static final String REPORT = "report.html";
    private static final String COMMAND = "command.json";
    private static final String LOGS = "logs";

    private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);

    private final Path path;

    /** A directory that is there. */
    RunDirectory(Path path) {
        this.path = path;
    }

    /** Makes the directory of a new run and writes its plan. */
    public static RunDirectory create(Path results, Plan plan) {
        RunDirectory directory = new RunDirectory(results.resolve(plan.run()));
        try {
            Files.createDirectories(results);
            Files.createDirectory(directory.path);
            Files.createDirectory(directory.logs());
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot make the directory of the run, " + directory.path,
                    String.valueOf(e),
                    "Is there room, and may you write there? Name another with --results.",
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
        try {
            for (String line : Files.exists(events()) ? Files.readAllLines(events()) : List.<String>of()) {
                try {
                    if (Json.readStored(line, Event.class).source() == source) {
                        found.add(line);
                    }
                } catch (JacksonException e) {
                    LOG.warn("{} has a line that is no event: {}", events(), line, e);
                }
            }
        } catch (IOException e) {
            throw unreadable(events() + ": " + e);
        }
        return found;
    }

    /** The plan as it lies on disk. */
    public String planText() {
        try {
            return Files.readString(path.resolve(PLAN));
        } catch (IOException e) {
            throw unreadable(path.resolve(PLAN) + ": " + e);
        }
    }

    /** The facts of the hosts as they lie on disk; empty when nobody wrote them down. */
    public Optional<String> hostsText() {
        return optional(HOSTS);
    }

    /** How the run was called; empty when that was not written down. */
    public Optional<Invocation> invocation() {
        try {
            return optional(COMMAND).map(text -> Json.readStored(text, Invocation.class));
        } catch (JacksonException e) {
            throw unreadable(path.resolve(COMMAND) + ": " + e.getOriginalMessage());
        }
    }

    /** Writes down how the run was called. */
    public void writeInvocation(Invocation invocation) {
        write(COMMAND, Json.pretty(invocation));
    }

    private Optional<String> optional(String name) {
        Path file = path.resolve(name);
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw unreadable(file + ": " + e);
        }
    }

    /** The directory of logs. */
    public Path logs() {
        return path.resolve(LOGS);
    }

    /** The log of what else happened on the host of a server; there need not be one. */
    public Path noiseLog(Topology topology, String server) {
        return logs().resolve(topology + "-" + server + ".noise.log");
    }

    /**
     * Where a log of that name goes.
     *
     * @throws IllegalArgumentException when the name is not admitted
     */
    public Path logFile(String name) {
        return logs().resolve(new SafeName(name).text());
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
        Path part = path.resolve(name + ".part");
        try {
            Files.writeString(part, text, StandardCharsets.UTF_8);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Failure failure = new Failure.Command(
                    "cannot write " + file,
                    String.valueOf(e),
                    "Is there room on the disk (df -h " + path + ")? What was measured is in " + EVENTS + ".",
                    e);
            try {
                Files.deleteIfExists(part);
            } catch (IOException left) {
                failure.addSuppressed(left);
            }
            throw failure;
        }
    }

    /**
     * Reads plan, events and the logs of noise; the results follow from them.
     *
     * @throws Failure.Input when they cannot be read
     */
    public Fold read() {
        Path file = path.resolve(PLAN);
        try {
            Plan plan = Json.readStored(Files.readString(file), Plan.class);
            file = events();
            boolean there = Files.exists(file);
            List<String> lines = there ? EventLog.wholeLines(file) : List.of();
            List<Event> events = new ArrayList<>();
            List<String> remarks = new ArrayList<>();
            if (there && EventLog.torn(file)) {
                remarks.add(TORN);
            }
            for (int i = 0; i < lines.size(); i++) {
                try {
                    events.add(Json.readStored(lines.get(i), Event.class));
                } catch (JacksonException e) {
                    if (i == lines.size() - 1) {
                        remarks.add(TORN);
                        break;
                    }
                    throw unreadable(path.resolve(EVENTS) + ":" + (i + 1) + ": " + e.getOriginalMessage());
                }
            }
            Map<Plan.Server, DatabaseNoise> noise = new LinkedHashMap<>();
            for (Plan.Server server : plan.servers()) {
                file = noiseLog(server.topology(), server.server());
                if (Files.exists(file)) {
                    // Latin-1 knows every byte: a log that was damaged is no reason not to read the run
                    NoiseLog.summary(Files.readAllLines(file, StandardCharsets.ISO_8859_1))
                            .ifPresent(summary -> noise.put(server, summary));
                }
            }
            file = path.resolve(HOSTS);
            return new Fold(
                    plan, events, noise, Files.exists(file) ? facts(Files.readString(file)) : Map.of(), remarks);
        } catch (NoSuchFileException e) {
            throw unreadable("there is no " + file);
        } catch (IOException e) {
            throw unreadable(file + ": " + e);
        } catch (JacksonException e) {
            throw unreadable(file + ": " + e.getOriginalMessage());
        }
    }

    /** By host and name. */
    private static Map<String, Map<String, String>> facts(String json) {
        return Json.read(json, HostsFile.class).hosts();
    }

    /** What is read of the facts of the hosts. */
    @JsonIgnoreProperties("schema")
    private record HostsFile(String run, Map<String, Map<String, String>> hosts) {}

    private Failure.Input unreadable(String why) {
        return new Failure.Input(
                "cannot read the run " + run(),
                List.of(why),
                "Was it made by this version of bench? ./bench list runs shows the others.");
    }
}
