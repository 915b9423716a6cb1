package dev.jdbcbench.plan;

import dev.jdbcbench.config.Cpus;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.EncryptionOptions;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.failure.Synonyms;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.untrusted.SecretWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Validates a request and turns it into a selection. */
public final class Planner {
    private static final int LONGEST_WORD = 2000;

    /**
     * Each thread has its own connection and server thread; with thousands, connecting would exceed the time limit of a check.
     */
    private static final int MOST_THREADS = 1000;

    private static final int SHOWN = 60;

    /** The limit of a look that is meant to take up to this long. It includes the looks at own. */
    private static final Duration A_LOOK = Duration.ofMinutes(10);

    private final Inputs inputs;
    private final Request request;
    private final List<String> problems = new ArrayList<>();

    private Planner(Inputs inputs) {
        this.inputs = inputs;
        this.request = inputs.request();
    }

    /**
     * Validates a request.
     *
     * @throws Failure.Input with all problems
     */
    public static Selection select(Inputs inputs) {
        return new Planner(inputs).select();
    }

    /** Rejects overlong words here, because the plan would reject them later without naming the word. */
    private void refuseLongWords() {
        Stream.of(
                        request.where().drivers(),
                        request.what().scenarios(),
                        request.where().servers(),
                        request.jvmArgs())
                .flatMap(List::stream)
                .filter(word -> word.length() > LONGEST_WORD)
                .forEach(word -> problems.add(word.substring(0, SHOWN) + "… has " + word.length()
                        + " characters; at most " + LONGEST_WORD + " are allowed"));
        request.question().base().flatMap(Goal::baseProblem).ifPresent(problem -> problems.add("--base " + problem));
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See the --help of this command.");
        }
    }

    /** Rejects words given twice: the second one would be dropped. {@link Drivers} and {@link Clients} check their own. */
    private void refuseRepeatedWords() {
        Request.What what = request.what();
        repeated("--topology", request.where().topologies());
        repeated("--server", request.where().servers());
        repeated("--scenario", what.scenarios());
        repeated("--mode", what.modes());
        repeated("--transport", what.transports());
        repeated("--threads", what.threads());
        repeated("--thread-kind", what.threadKinds());
        repeated("--rate", what.load().rates());
    }

    private void repeated(String option, List<String> words) {
        Set<String> seen = new HashSet<>();
        words.stream()
                .filter(word -> !seen.add(word))
                .distinct()
                .forEach(word -> problems.add(option + " names " + word + " twice; name it once"));
    }

    private Selection select() {
        refuseLongWords();
        refuseRepeatedWords();
        List<Topology> topologies = topologies();
        List<ServerSpec> servers = servers();
        for (Topology topology : topologies) {
            if (!servers.isEmpty() && servers.stream().noneMatch(server -> Selection.belongs(server, topology))) {
                problems.add("--topology " + topology + ": no server is " + topology
                        + "; an external server is local if it has a loopback address, and distant otherwise");
            }
        }
        refuseSecrets();
        Clients clients = Clients.of(inputs, problems);
        HostSpec client = clients.first();
        Optional<HostSpec> database = database(topologies, servers, clients.all());
        Rates rates = Rates.of(request, problems);
        boolean timed = rates.any() || clients.several();
        List<Integer> threads = threads();
        Profile profile =
                Efforts.profile(request.effort(), timed, threads.stream().anyMatch(number -> number > 1), problems);
        rates.refuseUnsuitable(profile, problems);
        clients.refuseUnsuitable(topologies, threads, profile, problems);
        Goal goal = Efforts.goal(request, profile, problems).withoutPercentilesIf(timed);
        List<DriverSpec> drivers = Drivers.of(inputs, problems);
        refuseWeakening(servers, drivers);
        refuseUnsuitableReference(profile, clients);
        Scenarios scenarios = Scenarios.of(inputs, problems);
        if (inputs.setUp().isPresent() && scenarios.own().isEmpty() && problems.isEmpty()) {
            problems.add("--setup creates data for --recording and --sql, and there is neither");
        }
        Selection selection = new Selection(
                new Selection.Where(topologies, client, clients.further(), database),
                new Selection.What(
                        scenarios.choices(), transports(), threads, rates.all(), scenarios.own(), inputs.setUp()),
                servers,
                drivers,
                profile,
                goal,
                request.seed(),
                JvmArgs.of(inputs, profile),
                naming());
        if (problems.isEmpty()) {
            List<Plan.Entry> entries = Cells.of(selection, Map.of());
            if (entries.isEmpty()) {
                problems.add("no scenario has any of these modes: "
                        + String.join(", ", request.what().modes()));
            }
            refuseSmallBudget(profile, goal, client.cpus(), entries);
            selection = selection.withGoal(limited(goal, Cells.fewest(profile, goal, client.cpus(), entries)));
            problems.addAll(ThreadLimits.problems(selection));
            goal.baseGlob()
                    .filter(glob -> entries.stream()
                            .noneMatch(entry -> entry.unsupported() == null && Axis.matches(glob, entry.cell())))
                    .ifPresent(glob -> problems.add("--base: no cell that this run can measure is " + glob
                            + Suggestion.of(
                                    glob,
                                    Axis.names(entries.stream()
                                            .map(Plan.Entry::cell)
                                            .toList()))));
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems,
                    "See the --help of this command, and ./bench list scenarios|drivers|servers|profiles.");
        }
        return selection;
    }

    /** A first look ends in time on a noisy host, too: what is not decided then stays open. */
    private Goal limited(Goal goal, Duration needed) {
        Request.Effort typed = request.effort();
        boolean usual = typed.equals(Request.Effort.of(Profile.QUICK.name()));
        if (!usual || goal.extent() != Goal.Extent.MEASURE) {
            return goal;
        }
        return goal.withBudget(
                needed.compareTo(A_LOOK) <= 0 ? A_LOOK : needed.multipliedBy(5).dividedBy(4));
    }

    /** Rejects a budget too small for all rows, because the table would have gaps. Long operations are not known yet. */
    private void refuseSmallBudget(Profile profile, Goal goal, Cpus cpus, List<Plan.Entry> entries) {
        Duration budget = goal.budget();
        if (budget == null || goal.extent() != Goal.Extent.MEASURE) {
            return;
        }
        Duration needed = Cells.fewest(profile, goal, cpus, entries);
        if (budget.compareTo(needed) < 0) {
            long rows = entries.stream()
                    .filter(entry -> entry.unsupported() == null)
                    .map(entry -> entry.cell().rowKey())
                    .distinct()
                    .count();
            long carried = rows * budget.toMillis() / needed.toMillis();
            String groups = profile.fewestForks() + (profile.turns() ? " groups" : " forks");
            problems.add("--budget " + request.effort().budget().orElse("") + ": enough for "
                    + (carried == 0 ? "none" : "about " + carried) + " of the "
                    + rows + (rows == 1 ? " row" : " rows") + " of this plan; " + groups + " of each need about "
                    + rounded(needed) + ". Give it that, or measure less: --scenario, --mode, --driver, --groups");
        }
    }

    private static String rounded(Duration duration) {
        long seconds = duration.toSeconds() + 1;
        return seconds < 120 ? seconds + "s" : (seconds + 59) / 60 + "m";
    }

    /** JVM arguments become part of the plan, the results and command lines on the client host. */
    private void refuseSecrets() {
        request.jvmArgs().stream()
                .flatMap(arg -> SecretWords.inText(arg).stream())
                .forEach(what -> problems.add("--jvm-args: " + what
                        + " must not be given here: people share plans and results, so they must hold no secret; put"
                        + " it into a file on the client host that only its user can read, and name the file"));
    }

    /** Validates the user's name and tags for the run. They are part of the plan, so they must not contain secrets. */
    private Naming naming() {
        List<String> wrong = Naming.problems(request.name(), request.tags());
        problems.addAll(wrong);
        request.name()
                .flatMap(SecretWords::inText)
                .ifPresent(what -> problems.add("--name: " + what + " must not be given here: people share plans"));
        request.tags().stream()
                .flatMap(tag -> SecretWords.inText(tag).stream())
                .forEach(what -> problems.add("--tag: " + what + " must not be given here: people share plans"));
        return wrong.isEmpty() ? new Naming(request.name().orElse(null), request.tags()) : Naming.NONE;
    }

    /**
     * Refuses a reference where it cannot be measured: it takes turns with the JVMs of one client, and has no JVM of
     * its own for the other measurements.
     */
    private void refuseUnsuitableReference(Profile profile, Clients clients) {
        request.where().reference().ifPresent(id -> {
            if (!profile.turns()) {
                problems.add("--reference " + id + " needs turns: leave out --no-turns, or take another profile than "
                        + profile.name());
            }
            if (clients.several()) {
                problems.add("--reference " + id + " is measured on one client: name one with --clients");
            }
        });
    }

    private void refuseWeakening(List<ServerSpec> servers, List<DriverSpec> drivers) {
        servers.stream().filter(server -> server.external().isPresent()).forEach(server -> {
            for (DriverSpec driver : drivers) {
                List<String> options = EncryptionOptions.among(driver.options());
                if (!options.isEmpty()) {
                    problems.add("--driver " + driver.label() + " with --server " + server.label() + ": "
                            + String.join(", ", options) + ": " + EncryptionOptions.WHY);
                }
            }
        });
    }

    /** The database host for distant, empty if there is none. A missing host is a problem if one is needed. */
    private Optional<HostSpec> database(List<Topology> topologies, List<ServerSpec> servers, List<HostSpec> clients) {
        Optional<HostSpec> database = Optional.empty();
        if (topologies.contains(Topology.DISTANT)) {
            database = inputs.databaseHost().or(() -> inputs.hosts().database().map(name -> host(name)));
            boolean needed = servers.isEmpty()
                    || servers.stream().anyMatch(server -> server.external().isEmpty());
            if (database.isEmpty() && needed) {
                problems.add(
                        "distant needs a database host: --db-host [user@]host[:port], or `database:` in a hosts file");
            }
        } else if (inputs.databaseHost().isPresent()) {
            problems.add("--db-host applies to distant only: leave out --topology local, or add distant");
        }
        database.filter(host -> clients.stream().anyMatch(client -> same(host, client)))
                .ifPresent(host -> problems.add("client and database of distant are one host, " + host.address()
                        + ": name another with --db-host"));
        database.filter(host -> host.local()
                        && clients.stream().anyMatch(client -> !client.local())
                        && host.dataAddress().isEmpty())
                .ifPresent(
                        host -> problems.add(
                                "the database host " + host.name()
                                        + " is localhost, which is another machine for the client: set a `dataAddress:` that it can reach"));
        return database;
    }

    static boolean same(HostSpec one, HostSpec other) {
        return one.name().equals(other.name())
                || (one.address().equals(other.address())
                        && one.port()
                                .orElse(HostSpec.SSH_PORT)
                                .equals(other.port().orElse(HostSpec.SSH_PORT)));
    }

    private HostSpec host(String name) {
        return Optional.ofNullable(inputs.hosts().hosts().get(name)).orElseThrow();
    }

    private List<Topology> topologies() {
        if (request.where().topologies().isEmpty()) {
            problems.add("--topology is missing: local, distant, or local,distant");
        }
        Set<Topology> found = new LinkedHashSet<>();
        List<String> known = Arrays.stream(Topology.values()).map(Topology::id).toList();
        for (String id : request.where().topologies()) {
            Topology.of(id)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add("--topology: unknown topology: " + id
                                    + Synonyms.ofTopology(id)
                                            .map(name -> "; write " + name)
                                            .orElseGet(() -> Suggestion.of(id, known))));
        }
        return List.copyOf(found);
    }

    private List<ServerSpec> servers() {
        Map<String, ServerSpec> known = inputs.hosts().knownServers();
        List<ServerSpec> found = new ArrayList<>();
        for (String label : request.where().servers().isEmpty()
                ? inputs.hosts().servers().keySet()
                : request.where().servers()) {
            ServerSpec spec = Optional.ofNullable(known.get(label))
                    .or(() -> tagged(label, known))
                    .orElse(null);
            if (spec == null) {
                problems.add("--server: unknown server: " + label
                        + Synonyms.ofDriver(label)
                                .filter(answer -> answer.contains(" "))
                                .map(answer -> "; " + answer)
                                .orElseGet(() -> Suggestion.of(label, known.keySet())));
            } else if (inputs.install()
                    .filter(install -> !install.offers(spec.kind()))
                    .isPresent()) {
                Install install = inputs.install().orElseThrow();
                problems.add("--install " + install + ": there is no " + install + " "
                        + spec.kind().title() + " (--server " + label + "); take "
                        + Install.either(Install.offering(spec.kind()).stream()
                                .filter(Install::choosable)
                                .toList()));
            } else if (inputs.install().isPresent() && spec.external().isPresent()) {
                problems.add("--install applies to servers that bench starts, and " + label + " is external");
            } else {
                found.add(inputs.install().map(spec::from).orElse(spec));
            }
        }
        return found;
    }

    /** A server that is named with a tag, {@code mysql:8.4}. */
    private static Optional<ServerSpec> tagged(String word, Map<String, ServerSpec> known) {
        String[] parts = word.split(ServerSpec.TAGGED, 2);
        return Optional.ofNullable(known.get(parts[0]))
                .filter(spec -> parts.length == 2 && ServerSpec.isTag(parts[1]))
                .flatMap(spec -> Install.ofImages().map(images -> spec.tagged(parts[1], images)));
    }

    private List<Transport> transports() {
        if (request.what().transports().isEmpty()) {
            return List.of(Transport.TCP);
        }
        Set<Transport> found = new TreeSet<>();
        List<String> known =
                Arrays.stream(Transport.values()).map(Transport::id).toList();
        for (String id : request.what().transports()) {
            Transport.of(id)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add("--transport: unknown transport: " + id + Suggestion.of(id, known)));
        }
        return List.copyOf(found);
    }

    private List<Integer> threads() {
        Set<Integer> found = new TreeSet<>();
        for (String text : request.what().threads()) {
            if (text.matches("[0-9]{1,4}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MOST_THREADS) {
                found.add(Integer.parseInt(text));
            } else {
                problems.add("--threads needs a number from 1 to " + MOST_THREADS + ", not " + text);
            }
        }
        return found.isEmpty() ? List.of(1) : List.copyOf(found);
    }
}
