package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.SimulatedHost;
import dev.jdbcbench.host.SimulatedTime;
import dev.jdbcbench.plan.Extension;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.site.Said;
import dev.jdbcbench.site.Surroundings;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A client and a database host in memory, and the commands that work on them as the command line does. */
final class SimulatedSite {
    static final HostSpec CLIENT = HostSpec.at("c1", "198.51.100.10", Optional.empty(), Optional.empty());
    static final HostSpec DATABASE = HostSpec.at("db1", "198.51.100.20", Optional.empty(), Optional.empty());
    private static final List<HostSpec> HOSTS = List.of(CLIENT, DATABASE);
    private static final Extension NO_MORE = new Extension(Optional.empty(), Optional.empty(), Optional.empty());

    static {
        // The orchestrator uploads the agent that was built with it; here it only needs files with its names.
        try {
            Path built = Path.of("target", "simulated-agent").toAbsolutePath();
            Files.createDirectories(built.resolve("lib"));
            Files.writeString(built.resolve("agent.jar"), "the agent");
            System.setProperty("bench.agent", built.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final SimulatedTime time = new SimulatedTime();
    final SimulatedHost client = new SimulatedHost("c1", false, time);
    final SimulatedHost database = new SimulatedHost("db1", false, time);
    final ScriptedAgent agent = new ScriptedAgent(client, time);
    final Said said = new Said();
    private final Path directory;
    private String options = "";
    private final Surroundings surroundings = new Surroundings() {
        @Override
        public Host open(HostSpec spec) {
            return (spec.name().equals(CLIENT.name()) ? client : database).connect();
        }

        @Override
        public long nanoTime() {
            return time.passed().toNanos();
        }

        @Override
        public void pause() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            time.pass(Duration.ofSeconds(1));
        }
    };

    /**
     * Hosts without anything of bench.
     *
     * @param directory receives the runs of this machine
     */
    SimulatedSite(Path directory) {
        this.directory = directory;
        client.runs(agent);
    }

    private Selection selection(Request.Effort effort) {
        Map<String, LocalJar> jars = new HashMap<>();
        for (String driver : List.of("mariadb", "mysql")) {
            Path jar = directory.resolve(driver + ".jar");
            try {
                Files.writeString(jar, driver);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            jars.put(driver + "@" + jar, new LocalJar(jar, "1.0.0", "ab".repeat(32)));
        }
        Hosts none = Hosts.none();
        Hosts hosts = new Hosts(
                Map.of("c1", CLIENT, "db1", DATABASE),
                Optional.of("c1"),
                Optional.of("db1"),
                none.servers(),
                none.heap(),
                options.isEmpty() ? none.jvmArgs() : List.of(options),
                none.drivers(),
                none.scenarios(),
                List.of());
        List<String> drivers = jars.keySet().stream().sorted().toList();
        Request request = Request.of(Request.Where.DEFAULT.with(copy ->
                        copy.topologies(List.of("distant")).drivers(drivers).install(Optional.of("host"))))
                .with(copy -> copy.what(
                                Request.What.CORE.withScenarios(List.of("Do1")).withModes(List.of("text")))
                        .effort(effort)
                        .seed(7));
        return Planner.select(Inputs.of(request, hosts).withLocalJars(jars));
    }

    /** From now on, the hosts file has another argument for measured JVMs. */
    void jvm(String argument) {
        options = argument;
    }

    private Path results() {
        return directory.resolve("results");
    }

    private RunExecution execution() {
        return new RunExecution(results(), time, said, Optional.empty(), surroundings);
    }

    private static RunExecution.Caller caller(boolean detached) {
        return new RunExecution.Caller(new Invocation(List.of("run"), "/"), detached, begun -> {});
    }

    /** {@code bench run}: two groups of two drivers. */
    RunOutcome run() {
        return run(Request.Effort.of("smoke"));
    }

    /** {@code bench run} with another effort. */
    RunOutcome run(Request.Effort effort) {
        return execution().run(selection(effort), caller(false));
    }

    /** {@code bench run --detach}; the agent measures until the given group, and then works on. */
    RunOutcome detach(int groups) {
        agent.after(groups, agent::isBusy);
        return execution().run(selection(Request.Effort.of("smoke")), caller(true));
    }

    /** {@code bench resume}. */
    RunOutcome resume() {
        Optional<RunOutcome> rejoined = rejoin(Rejoin.Purpose.FOLLOW);
        if (rejoined.filter(RunOutcome::behind).isPresent()) {
            return rejoined.get();
        }
        return stored().read().results().complete()
                ? RunOutcome.before(stored(), stored().read())
                : execution().resume(selection(Request.Effort.of("smoke")), stored(), NO_MORE, caller(false));
    }

    /** {@code bench attach}, {@code stop} or {@code collect}. */
    Optional<RunOutcome> rejoin(Rejoin.Purpose purpose) {
        return new Rejoin(results(), time, said, surroundings)
                .carryOut(stored().run(), Optional.of(stored()), HOSTS, purpose);
    }

    /** {@code bench attach}, from another terminal. */
    void attachOther() {
        Optional<RunOutcome> unused = rejoin(Rejoin.Purpose.FOLLOW);
    }

    /** {@code bench attach} on another machine. */
    Optional<RunOutcome> attachElsewhere(String run, Path elsewhere) {
        return new Rejoin(elsewhere, time, said, surroundings)
                .carryOut(run, Optional.empty(), HOSTS, Rejoin.Purpose.FOLLOW);
    }

    /** {@code bench status}: the only run on the hosts. */
    Overview.Found status() {
        List<Overview.Found> found = new Overview(said, surroundings).look(HOSTS);
        if (found.size() != 1) {
            throw new IllegalStateException(found.size() + " runs");
        }
        return found.get(0);
    }

    /** {@code bench clean}. */
    List<String> clean() {
        return new Clean(time, said, Optional.empty(), false, surroundings)
                .carryOut(HOSTS, Optional.empty(), List.of());
    }

    /** The process of bench is killed. */
    void kill() {
        client.benchDies();
        database.benchDies();
    }

    /** Whether there is a run to continue. */
    boolean hasRun() {
        return !new RunStore(results()).newestFirst().isEmpty();
    }

    /** The only run in the results on this machine. */
    RunDirectory stored() {
        return new RunStore(results()).newestFirst().get(0);
    }

    /** The exit code of a command. */
    static ExitCode code(RunOutcome ended) {
        return ended.failure()
                .map(Failure::exitCode)
                .orElse(
                        ended.alone().isPresent() || ended.fold().results().usable()
                                ? ExitCode.OK
                                : ExitCode.INCOMPLETE);
    }

    /** The three parts of a failure, without what differs from run to run. */
    static String text(Failure failure) {
        return failure.text()
                .replaceAll("[0-9]{8}-[0-9]{6}-distant-[0-9a-f]{4}", "RUN")
                .replaceAll("bench-[0-9a-f]{8}", "CLAIM")
                .replaceAll("host-[0-9a-f]{12}", "host");
    }

    /** What is on the hosts, each with its host; with a star if a process runs there. */
    List<String> onHosts() {
        return Stream.concat(on("c1", client), on("db1", database)).toList();
    }

    private static Stream<String> on(String name, SimulatedHost host) {
        return host.journal().stream()
                .map(role -> name + " " + role + (host.processes().contains(role) ? "*" : ""));
    }

    /** What the run's directory has: its groups, and how each bench that worked on it recorded the end. */
    String kept() {
        List<Event> events = stored().read().events();
        return Event.facts(events, Fact.GroupFinished.class).size() + " groups "
                + events.stream()
                        .filter(event -> event.source() == Event.Source.ORCHESTRATOR)
                        .flatMap(event ->
                                event.fact() instanceof Fact.RunFinished end ? Stream.of(end.outcome()) : Stream.of())
                        .toList();
    }
}
