package dev.jdbcbench.slurm;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.ObtainedHosts;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.untrusted.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A job of Slurm with the nodes of one run, exclusively. On each node, the job runs a process until it ends: the {@code
 * gang.sh}. Needs Slurm's programs on this machine.
 */
final class SlurmJob implements ObtainedHosts {
    /** Prefix of the job names; the run's ID follows. */
    private static final String PREFIX = "bench-";

    /** The environment variables that are passed to the nodes; others may contain secrets. */
    static final String EXPORT = "--export=PATH,HOME,USER,LOGNAME,LANG,LC_ALL,TZ";

    /** Shell code that chooses the place of everything on a node: in its own /tmp, because nodes may share a home directory. */
    static final String BASE = "export BENCH_PLACE=/tmp/bench-job-$SLURM_JOB_ID-$SLURMD_NODENAME";

    /** Without a valid lease, the job ends after this time, which equals the duration of a lease. */
    private static final Duration IDLE = Duration.ofMinutes(2);

    private static final Duration POLL = Duration.ofSeconds(1);

    /**
     * Time limit for ending. Slurm kills processes 30 s after asking them to end, unless the cluster's KillWait is
     * longer.
     */
    private static final Duration END = Duration.ofSeconds(60);

    /** Keys of a request. */
    static final String PARTITION = "partition";

    /** A time limit in minutes. */
    static final String MINUTES = "minutes";

    private static final String END_OF_SCRIPT = "BENCH-END-OF-SCRIPT";

    /** Reasons for waiting that resolve by themselves; with any other reason, a user must change something. */
    private static final Pattern TRANSIENT_REASONS = Pattern.compile("None|Resources|Priority|BeginTime|Prolog|Cleaning"
            + "|QOS.*|Assoc.*|(?:Job|User|Group).*Limit.*|Licenses|NonZeroExitCode|\\(null\\)|");

    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,252}");
    private static final Pattern ADDRESS = Pattern.compile("\\bNodeAddr=(\\S+)");

    private final LocalHost here;
    private final List<String> cluster;
    private final String run;

    /**
     * The job of a run, on the cluster that these words select.
     *
     * @param cluster prefix of each command of Slurm: {@code env SLURM_CONF=…}; empty for the usual cluster
     */
    SlurmJob(String run, List<String> cluster) {
        this.here = new LocalHost("this machine");
        this.cluster = List.copyOf(cluster);
        this.run = run;
    }

    /** The job of a run, whether or not it exists. */
    static SlurmJob of(String run) {
        return new SlurmJob(run, List.of());
    }

    /**
     * The jobs of this user that have not ended; empty if Slurm is not installed, or was never used.
     *
     * @throws Failure.Host if Slurm does not answer
     */
    static List<SlurmJob> ofUser() {
        return UsedKinds.ofUser().has(SlurmKind.ID) ? ofUser(List.of()) : List.of();
    }

    static List<SlurmJob> ofUser(List<String> cluster) {
        SlurmJob any = new SlurmJob("", cluster);
        if (!any.here
                .run(any.onCluster(Command.query("sh", "-c", "command -v squeue")))
                .ok()) {
            return List.of();
        }
        return any.squeue("--format=%j")
                .lines()
                .filter(name -> name.startsWith(PREFIX))
                .map(name -> name.substring(PREFIX.length()))
                .filter(RunId::admits)
                .distinct()
                .map(run -> new SlurmJob(run, cluster))
                .toList();
    }

    /**
     * The state of a job, as Slurm reports it.
     *
     * @param id its number
     * @param state {@code PENDING}, {@code RUNNING}, or how it ended
     * @param hosts bench's names for its nodes, in the order of the nodes
     * @param nodes in Slurm's abbreviated notation: {@code n[1-4]}
     * @param reason why it waits
     * @param owner the bench that submitted it; empty if the job does not name it
     */
    record State(String id, String state, List<String> hosts, String nodes, String reason, Optional<Owner> owner) {
        /** Parses one line of squeue; empty for a job that is not bench's. */
        static Optional<State> parse(String line) {
            String[] parts = line.split("\\|", 5);
            if (parts.length < 5 || !parts[0].matches("[0-9]{1,18}")) {
                return Optional.empty();
            }
            String[] comment = parts[2].split(" ", 2);
            return Optional.of(new State(
                    parts[0],
                    parts[1],
                    List.of(comment[0].split(",", -1)),
                    parts[3],
                    parts[4],
                    comment.length < 2 ? Optional.empty() : Owner.of(comment[1])));
        }

        /** Whether it has its nodes. */
        boolean runs() {
            return state.equals("RUNNING");
        }

        /** Whether it waits for its nodes. */
        boolean waits() {
            return state.equals("PENDING") || state.equals("CONFIGURING");
        }

        /** Whether it has ended completely, with nothing left on its nodes. */
        boolean over() {
            return !runs() && !waits() && !state.equals("COMPLETING");
        }

        /** Whether it waits for something that needs a user's action. */
        boolean hopeless() {
            return waits() && !TRANSIENT_REASONS.matcher(reason).matches();
        }
    }

    /** Directs a command of Slurm to the job's cluster. */
    Command onCluster(Command command) {
        return command.withPrefix(cluster);
    }

    private String name() {
        return PREFIX + run;
    }

    @Override
    public List<String> names() {
        return state().filter(State::runs).map(State::hosts).orElse(List.of());
    }

    /** The id of its run. */
    String run() {
        return run;
    }

    /**
     * The state of the run's newest job; empty if Slurm knows none.
     *
     * @throws Failure.Host if Slurm does not answer
     */
    Optional<State> state() {
        return squeue("--states=all", "--name=" + name(), "--format=%i|%T|%k|%N|%r")
                .lines()
                .flatMap(line -> State.parse(line).stream())
                .max((one, other) -> Long.compare(Long.parseLong(one.id()), Long.parseLong(other.id())));
    }

    /** The output of squeue for jobs of this user. */
    private String squeue(String... options) {
        List<String> words = new ArrayList<>(List.of("squeue", "--me", "--noheader"));
        words.addAll(List.of(options));
        Command command = Command.of(words).asQuery();
        Outcome outcome = here.run(onCluster(command));
        if (!outcome.ok()) {
            throw new Failure.Host(
                    "Slurm does not answer",
                    "$ " + command + "\n" + outcome.lastLines(),
                    "Is slurmctld running? See: scontrol ping",
                    null);
        }
        return outcome.out();
    }

    @Override
    public void check() {
        Command programs = Command.query("sh", "-c", "command -v sbatch && command -v srun && command -v squeue");
        if (!here.run(onCluster(programs)).ok()) {
            throw new Failure.Command(
                    "there is no Slurm on this machine",
                    "sbatch, srun and squeue are not on the PATH",
                    "Start bench on a login node of the cluster, or leave out --launcher.",
                    null);
        }
        Optional<State> unused = state();
    }

    @Override
    public void obtain(HostRequest request, List<String> names, Consumer<String> said) {
        submit(request, names);
        await(said);
    }

    /**
     * Submits the job.
     *
     * @param hosts bench's names for its nodes
     * @throws Failure.Input when Slurm refuses it
     */
    void submit(HostRequest wanted, List<String> hosts) {
        UsedKinds.ofUser().add(SlurmKind.ID);
        List<String> words = new ArrayList<>(List.of(
                "sbatch",
                "--parsable",
                "--job-name=" + name(),
                "--comment=" + String.join(",", hosts) + " "
                        + Owner.here().text().replace('|', '_'),
                "--nodes=" + hosts.size(),
                "--ntasks-per-node=1",
                "--exclusive",
                "--mem=0",
                "--no-requeue",
                "--output=/dev/null",
                "--chdir=/",
                EXPORT));
        Optional.ofNullable(wanted.options().get(PARTITION))
                .ifPresent(partition -> words.add("--partition=" + partition));
        Optional.ofNullable(wanted.options().get(MINUTES)).ifPresent(minutes -> words.add("--time=" + minutes));
        Command command = Command.of(words).reading(script());
        Outcome outcome = here.run(onCluster(command));
        if (!outcome.ok()) {
            throw refused("Slurm refused the job", "$ " + command + "\n" + outcome.lastLines());
        }
    }

    private static Failure.Input refused(String what, String why) {
        return new Failure.Input(
                what,
                why.lines().toList(),
                "sinfo shows partitions and nodes. Choose others: --partition, --clients, --job-time. No job is left.");
    }

    /** The batch script. It runs on the first node, and starts a process on each. */
    static String script() {
        return "#!/bin/sh\nexec srun --overlap --cpu-bind=none --wait=0 --kill-on-bad-exit=0 --input=all " + EXPORT
                + " sh -s gang " + IDLE.toSeconds() + " <<'" + END_OF_SCRIPT + "'\n"
                + BASE + "\n" + Resource.text(SlurmJob.class, "gang.sh") + HostScript.text() + END_OF_SCRIPT + "\n";
    }

    /**
     * Waits until the job has its nodes.
     *
     * @param said receives the reason for waiting whenever it changes
     * @throws Failure.Input if it cannot start unless the job or the cluster changes
     * @throws Failure.Gone if a user ended it
     */
    void await(Consumer<String> said) {
        String last = "";
        while (true) {
            State state = state().orElseThrow(() -> ended(Optional.empty()));
            if (state.runs()) {
                said.accept("Slurm job " + state.id() + " runs on " + state.nodes());
                return;
            }
            if (!state.waits()) {
                throw ended(Optional.of(state));
            }
            if (state.hopeless()) {
                throw refused(
                        "Slurm job " + state.id() + " cannot start",
                        state.hosts().size() + " nodes are not available: " + state.reason());
            }
            String now = "waiting for " + state.hosts().size() + " nodes: Slurm job " + state.id() + " is queued ("
                    + state.reason() + ")";
            if (!now.equals(last)) {
                said.accept(now);
                last = now;
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
    }

    private Failure.Gone ended(Optional<State> state) {
        return new Failure.Gone(
                state.map(job -> "Slurm job " + job.id() + " has ended").orElse("the Slurm job of the run has ended"),
                state.map(job -> "its state is " + job.state()).orElse("Slurm does not know a job " + name())
                        + "; nothing is left on its nodes",
                "What was measured is kept: ./bench resume " + run + " continues the run in another job."
                        + (state.map(State::state).filter("TIMEOUT"::equals).isPresent()
                                ? " It reached its time limit: --job-time sets a longer one."
                                : ""));
    }

    @Override
    public Host connect(String name) {
        State state = state().orElseThrow(() -> ended(Optional.empty()));
        requireRunning(Optional.of(state));
        List<String> nodes = here.require(
                        "list the nodes of a job",
                        onCluster(Command.query("scontrol", "show", "hostnames", state.nodes())))
                .out()
                .lines()
                .filter(NODE.asMatchPredicate())
                .toList();
        int index = state.hosts().indexOf(name);
        if (index < 0 || nodes.size() != state.hosts().size()) {
            throw new Failure.Input(
                    "Slurm job " + state.id() + " has no node for " + name,
                    List.of("its nodes " + state.nodes() + " are " + String.join(", ", state.hosts())),
                    "End the job: ./bench stop " + run);
        }
        String node = nodes.get(index);
        String shown = here.require(
                        "look up a node", onCluster(Command.query("scontrol", "show", "node", node, "--oneliner")))
                .out();
        var address = ADDRESS.matcher(shown);
        SlurmHost host = new SlurmHost(name, node, address.find() ? address.group(1) : node, state.id(), this);
        host.awaitGang();
        return host;
    }

    /** Makes sure that the job is running. */
    void requireRunning() {
        requireRunning(state());
    }

    private void requireRunning(Optional<State> state) {
        if (state.filter(State::runs).isEmpty()) {
            throw ended(awaitEnd());
        }
    }

    /** The command that ends the job. */
    Command end() {
        return Command.of("scancel", "--me", "--name=" + name());
    }

    @Override
    public String releasing() {
        return "end the Slurm job of run " + run;
    }

    /**
     * Ends the job if there is one, and waits until its nodes are free.
     *
     * @throws Failure.Command when it does not end
     */
    @Override
    public void release() {
        here.require("end a job of Slurm", onCluster(end()));
        Optional<State> job = awaitEnd();
        if (job.filter(state -> !state.over()).isPresent()) {
            throw new Failure.Command(
                    "Slurm job " + job.orElseThrow().id() + " does not end",
                    "its state is " + job.orElseThrow().state() + " on "
                            + job.orElseThrow().nodes(),
                    "See: scontrol show job " + job.orElseThrow().id(),
                    null);
        }
    }

    /** Waits until the job has left its nodes or the time limit is reached; returns the last state. */
    private Optional<State> awaitEnd() {
        long deadline = System.nanoTime() + END.toNanos();
        Optional<State> job = state();
        while (job.filter(state -> !state.over()).isPresent() && System.nanoTime() < deadline) {
            pause();
            job = state();
        }
        return job;
    }

    @Override
    public String left() {
        return "the Slurm job of the run: it ends by itself "
                + IDLE.multipliedBy(2).toMinutes() + " min after bench has gone, or now: "
                + end();
    }
}
