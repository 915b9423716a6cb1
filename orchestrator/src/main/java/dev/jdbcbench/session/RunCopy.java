package dev.jdbcbench.session;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * A copy of a run's directory, stored beside its agent: enough to resume the run from a machine that has never seen it.
 * The agent itself needs only the plan and its own events.
 *
 * @param plan as stored on disk
 * @param facts facts of the hosts; empty if they were not recorded
 * @param invocation the run's command line, for the user
 * @param agentEvents the agent's events, which it continues
 * @param otherEvents the orchestrator's events
 * @param delivery the file into which the agent's supervisor copies the agent's events if bench was killed; empty in a
 *     dry run
 */
public record RunCopy(
        String plan,
        Optional<String> facts,
        Optional<String> invocation,
        List<String> agentEvents,
        List<String> otherEvents,
        Optional<Path> delivery) {
    private static final String PLAN = "plan.json";
    private static final String FACTS = "hosts.json";
    private static final String INVOCATION = "command.json";
    private static final String EVENTS = "events.ndjson";
    private static final String OTHERS = "orchestrator.ndjson";

    public RunCopy {
        agentEvents = List.copyOf(agentEvents);
        otherEvents = List.copyOf(otherEvents);
    }

    /** Copies a directory on this machine. */
    public static RunCopy of(RunDirectory directory) {
        return new RunCopy(
                directory.planText(),
                directory.hostsText(),
                directory.invocationText(),
                directory.eventLines(Event.Source.AGENT),
                directory.eventLines(Event.Source.ORCHESTRATOR),
                Optional.of(directory.delivered().toAbsolutePath()));
    }

    /** The copy with another plan for the agent. */
    public RunCopy with(Plan other) {
        return new RunCopy(Json.pretty(other), facts, invocation, agentEvents, otherEvents, delivery);
    }

    /** Writes the copy into the agent's directory. */
    void writeTo(Host host, String directory) {
        host.write(directory + "/" + PLAN, plan);
        facts.ifPresent(text -> host.write(directory + "/" + FACTS, text));
        invocation.ifPresent(words -> host.write(directory + "/" + INVOCATION, words));
        host.write(directory + "/" + OTHERS, lines(otherEvents));
        // Events that a killed bench can no longer copy can only be delivered on bench's own machine.
        delivery.filter(file -> host.local()).ifPresent(file -> host.write(directory + "/deliver", file + "\n"));
        if (!agentEvents.isEmpty()) {
            host.write(directory + "/" + EVENTS, lines(agentEvents));
        }
    }

    private static String lines(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /**
     * Creates a run's directory from the copy beside its agent; the agent's events are not copied yet.
     *
     * @throws Failure.Host when the copy does not hold a plan of that run
     */
    public static RunDirectory adopt(String run, Host host, String directory, Path results) {
        Plan plan;
        try {
            plan = Json.readStored(
                    host.require("read the plan", printing(host, directory + "/" + PLAN))
                            .out(),
                    Plan.class);
        } catch (JacksonException e) {
            throw contradiction(run, host, "its plan cannot be read: " + e.getOriginalMessage());
        }
        if (!plan.run().equals(run)) {
            throw contradiction(run, host, "its plan is that of another run");
        }
        RunDirectory made = RunDirectory.create(results, plan);
        text(host, directory + "/" + FACTS).ifPresent(made::writeHosts);
        text(host, directory + "/" + INVOCATION).ifPresent(made::writeInvocation);
        text(host, directory + "/" + OTHERS).ifPresent(made::beginEvents);
        return made;
    }

    private static Failure.Host contradiction(String run, Host host, String why) {
        return new Failure.Host(
                "cannot take over run " + run + " from " + host.name(),
                why,
                "Was it started by this version of bench? Nothing was changed there or here.",
                null);
    }

    private static Command printing(Host host, String file) {
        return host.ask(Command.query("cat", "--", file), "print", file);
    }

    private static Optional<String> text(Host host, String file) {
        Outcome outcome = host.run(printing(host, file));
        return outcome.ok() ? Optional.of(outcome.out()) : Optional.empty();
    }
}
