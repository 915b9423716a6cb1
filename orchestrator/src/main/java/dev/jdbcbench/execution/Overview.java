package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.RunOnHosts;
import dev.jdbcbench.site.Surroundings;
import dev.jdbcbench.site.Undo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** Lists the runs that are on hosts now. Changes nothing there. */
public final class Overview {
    /** The largest plan or events file to read, bytes. For a longer run, progress is known only after fetching it. */
    private static final int MOST = 64 << 20;

    private final Progress progress;
    private final Surroundings surroundings;

    /** Reports to {@code progress} the hosts that it cannot inspect. */
    public Overview(Progress progress) {
        this(progress, Surroundings.REAL);
    }

    /** Looks at other surroundings. */
    Overview(Progress progress, Surroundings surroundings) {
        this.surroundings = surroundings;
        this.progress = progress;
    }

    /** The state of a run on its hosts. */
    public enum State {
        /** Its agent is running, and a bench is attached. */
        ATTENDED("working"),
        /** Its agent is running, and no bench is attached. */
        ALONE("working alone"),
        /** It waits for the hosts that it requested. */
        QUEUED("waiting for nodes"),
        /** A bench is preparing it, or cleaning up after it. */
        PREPARING("preparing"),
        /** Its agent has ended, and its measurements were not fetched. */
        ENDED("ended, not fetched"),
        /** It has neither an agent nor a bench; its files were left behind. */
        ABANDONED("left behind");

        private final String meaning;

        State(String meaning) {
            this.meaning = meaning;
        }

        /** The state in words. */
        public String meaning() {
            return meaning;
        }
    }

    /**
     * A run on its hosts.
     *
     * @param who the user who is attached to it or detached from it, and since when
     * @param hosts the hosts that hold files of it
     * @param lease how long it may continue unattended; empty while a bench is attached
     * @param plan empty if it cannot be read
     * @param events the agent's events so far
     */
    public record Found(
            String run,
            State state,
            String who,
            List<String> hosts,
            Optional<Duration> lease,
            Optional<Plan> plan,
            List<Event> events) {}

    /** Inspects hosts; warns about each one that cannot be reached, and skips it. */
    public List<Found> look(Collection<HostSpec> specs) {
        try (Undo undo = new Undo(progress, surroundings)) {
            ConnectedHosts site = new ConnectedHosts(progress, Optional.empty(), surroundings);
            for (Failure why : site.reach(specs, undo).values()) {
                if (!(why instanceof Failure.Host)) {
                    throw why;
                }
                warnUnseen(why, progress);
            }
            List<RunOnHosts.Place> all = RunOnHosts.all(site);
            return RunOnHosts.runs(all).stream()
                    .map(run -> found(RunOnHosts.of(run, all)))
                    .toList();
        }
    }

    /** Warns about something that could not be inspected. */
    public static void warnUnseen(Failure why, Progress progress) {
        progress.warn("not seen: " + why.getMessage() + ": " + why.why());
    }

    /** The state of a run, from what it has on its hosts. */
    public static Found found(RunOnHosts onHosts) {
        Optional<RunOnHosts.Place> attendant = onHosts.attendant();
        Optional<RunOnHosts.Place> agent = onHosts.agent();
        State state;
        if (onHosts.works()) {
            state = attendant.isPresent() ? State.ATTENDED : State.ALONE;
        } else if (attendant.isPresent()) {
            state = State.PREPARING;
        } else {
            state = agent.isPresent() ? State.ENDED : State.ABANDONED;
        }
        return new Found(
                onHosts.run(),
                state,
                attendant
                        .or(() -> agent)
                        .or(() -> onHosts.places().stream().findFirst())
                        .flatMap(place -> place.entry().owner())
                        .map(Overview::who)
                        .orElse(""),
                onHosts.places().stream()
                        .map(place -> place.spec().name())
                        .distinct()
                        .toList(),
                attendant.isPresent()
                        ? Optional.empty()
                        : agent.flatMap(place -> place.entry().leaseLeft()).filter(left -> onHosts.works()),
                agent.flatMap(Overview::plan),
                agent.map(Overview::events).orElse(List.of()));
    }

    /** The user, and since when. */
    public static String who(Owner owner) {
        return owner.person() + " since " + owner.since();
    }

    private static Optional<Plan> plan(RunOnHosts.Place agent) {
        return text(agent, "plan.json").flatMap(text -> {
            try {
                return Optional.of(Json.readStored(text, Plan.class));
            } catch (JacksonException e) {
                return Optional.empty(); // from another version, so its content is unknown here
            }
        });
    }

    private static List<Event> events(RunOnHosts.Place agent) {
        List<Event> events = new ArrayList<>();
        for (String line : text(agent, "events.ndjson").orElse("").split("\n", -1)) {
            if (!line.isEmpty()) {
                try {
                    Event event = Json.readStored(line, Event.class);
                    if (event.source() != Event.Source.AGENT || event.seq() != events.size() + 1L) {
                        break; // not written by an agent
                    }
                    events.add(event);
                } catch (JacksonException e) {
                    break; // being written at the moment
                }
            }
        }
        return events;
    }

    private static Optional<String> text(RunOnHosts.Place place, String file) {
        Host host = place.script().host();
        String path = place.entry().directory() + "/" + file;
        Command head = Command.query("head", "-c", String.valueOf(MOST), "--", path);
        Outcome outcome = host.run(host.ask(head.printing(MOST), "print", path));
        return outcome.ok() ? Optional.of(outcome.out()) : Optional.empty();
    }
}
