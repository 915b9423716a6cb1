package dev.jdbcbench.site;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a run has on hosts, according to their journals. */
public final class RunOnHosts {
    public static final String AGENT = "agent";
    /** The agent of a further client. */
    public static final String CLIENT = "client";
    /** Prefix of the directories of claims. */
    static final String ATTENDANT = "bench";

    private final String run;
    private final List<Place> places;

    private RunOnHosts(String run, List<Place> places) {
        this.run = run;
        this.places = List.copyOf(places);
    }

    /** A directory of a run, and its host. */
    public record Place(HostSpec spec, HostScript script, JournalEntry entry) {}

    /** The places of all runs on the hosts of a site. */
    public static List<Place> all(ConnectedHosts site) {
        List<Place> places = new ArrayList<>();
        for (ConnectedHosts.Connected host : site.hosts()) {
            host.script().entries().forEach(entry -> places.add(new Place(host.spec(), host.script(), entry)));
        }
        return places;
    }

    /** The places of one run. */
    public static RunOnHosts of(String run, Collection<Place> all) {
        return new RunOnHosts(
                run,
                all.stream().filter(place -> place.entry().run().equals(run)).toList());
    }

    /** The ids of all runs found there, the newest first. */
    public static Set<String> runs(Collection<Place> all) {
        Set<String> runs = new TreeSet<>(java.util.Comparator.reverseOrder());
        all.forEach(place -> runs.add(place.entry().run()));
        return runs;
    }

    public String run() {
        return run;
    }

    public List<Place> places() {
        return places;
    }

    /** The directory of its agent, whether it is running or has ended. */
    public Optional<Place> agent() {
        return places.stream()
                .filter(place -> place.entry().role().equals(AGENT))
                .findFirst();
    }

    /** Whether its agent is running. */
    public boolean works() {
        return agent().flatMap(place -> place.entry().process()).isPresent();
    }

    /** The valid claim of the bench that is attached to it; empty if there is none. */
    public Optional<Place> attendant() {
        return places.stream()
                .filter(place -> claims(place.entry()) && ConnectedHosts.inUse(place.entry()))
                .findFirst();
    }

    /** Whether an entry of a journal is the claim of a bench. */
    static boolean claims(JournalEntry entry) {
        return entry.role().startsWith(ATTENDANT);
    }

    /** A copy without valid claims: they belong to this bench, or to one that is about to give way. */
    public RunOnHosts withoutLiveClaims() {
        return new RunOnHosts(
                run,
                places.stream()
                        .filter(place -> !(claims(place.entry()) && ConnectedHosts.inUse(place.entry())))
                        .toList());
    }

    /** Whether a bench detached from it. */
    public boolean left() {
        return agent().flatMap(place -> place.entry().owner())
                .filter(dev.jdbcbench.host.Owner::left)
                .isPresent();
    }
}
