package dev.jdbcbench.agent;

import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A group: one fresh JVM for each cell of a row. All are alive at once, but only one measures at a time. In each round every
 * JVM gets one turn, which is one JMH iteration. A slowdown of the host that lasts longer than a round affects all cells
 * equally and cancels out in their comparison.
 *
 * <p>The first rounds are warm-up, until {@link WarmUp} sees no more JIT activity. If there are CPUs for more than one JVM, the
 * first of these rounds run in all JVMs at once. A pinned client may use more CPUs until the warm-up ends. After the warm-up,
 * rounds with outside disturbance are dropped, at most as many as count. No turn is dropped because of its value.
 *
 * <p>With several clients, each member has a JVM on every client. A turn begins on all clients at a common time, and
 * ends when all have replied. A round comprises the turns on all clients.
 */
final class Group {
    /** Time limit for the reply of a further client, in addition to the time of its work. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** A turn under open load lasts at most three times as long as its schedule. */
    private static final int TURNS_TO_ANSWER = 4;

    private static final int OPERATIONS_TO_ANSWER = 60;

    /** Number of pings before a group, to measure how long a line to a further client takes. */
    private static final int PINGS = 5;

    /** Added to the time of a ping. */
    private static final Duration MARGIN = Duration.ofMillis(30);

    private final Plan plan;
    private final NoiseReader noise;
    private final Clients clients;
    private final String name;
    private final long seed;
    private final List<Member> members;
    private final GroupJvms jvms;
    private long lead;

    /**
     * A JVM of the group.
     *
     * @param operation approximate duration of one operation
     * @param driverJars the class path of the cell's driver
     * @param log receives everything that the JVM prints
     * @param reference the program that is measured instead of a JVM; empty for a driver
     */
    record Member(
            Cell cell,
            ScenarioCatalogue.Entry scenario,
            Duration operation,
            List<Path> driverJars,
            Path log,
            Optional<Reference> reference) {}

    /**
     * The measurements of a group.
     *
     * @param forks one per member, in their order; each round is one iteration
     * @param warmUp number of leading rounds that do not count
     * @param dropped later rounds that do not count
     * @param countedFrom start of the first round after warm-up
     * @param countedTo end of the last round
     */
    record Measured(
            List<Fork.Measurement> forks,
            int rounds,
            int warmUp,
            List<DroppedRound> dropped,
            Instant countedFrom,
            Instant countedTo) {}

    /** A JVM ended or hung; the message is one line. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Member member;

        FailedException(Member member, String reason, @Nullable Throwable cause) {
            super(reason, cause);
            this.member = member;
        }

        Member member() {
            return member;
        }
    }

    /** Inspects a JVM while it waits, after the first round. */
    interface FirstRound {
        void at(Member member, long pid);
    }

    /**
     * A group for these cells of a row.
     *
     * @param clients the clients that measure together with this host
     * @param name name of the group's logs: number of the attempt, and of the block
     */
    Group(Plan plan, NoiseReader noise, Clients clients, Path temporary, String name, long seed, List<Member> members) {
        this.plan = plan;
        this.noise = noise;
        this.clients = clients;
        this.name = name;
        this.seed = seed;
        this.members = List.copyOf(members);
        this.jvms = new GroupJvms(plan, temporary, seed, members, clients.own());
    }

    /**
     * Runs the group.
     *
     * @param afterFirst called once per member
     * @throws FailedException when a JVM ended or hung, on any client
     * @throws RemoteClient.LostException when a further client was lost
     */
    Measured run(FirstRound afterFirst)
            throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        Optional<String> wide = cpus(Plan.Server::warmUpCpus);
        Optional<String> narrow = cpus(Plan.Server::clientCpus);
        boolean ended = false;
        try {
            if (wide.isPresent()) {
                work(wide.get());
            }
            start();
            for (int i = 0; i < members.size(); i++) {
                prepare(i);
            }
            lead = leadNanos();
            Rounds rounds = measure(afterFirst, wide.flatMap(any -> narrow));
            finish();
            ended = true;
            return rounds.measured();
        } finally {
            if (!ended) {
                clients.abandon();
            }
            jvms.close();
            if (wide.isPresent() && narrow.isPresent()) {
                goBackTo(narrow.get());
            }
        }
    }

    /** Starts all JVMs, on all clients at the same time. */
    private void start() throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        String cells = members.stream()
                .map(member -> plan.measured().indexOf(member.cell()) + ":"
                        + member.operation().toNanos())
                .collect(Collectors.joining(" "));
        List<RemoteClient.Request> questions = new ArrayList<>();
        for (RemoteClient client : clients.further()) {
            questions.add(client.ask("GROUP " + seed + " " + name + " " + cells));
        }
        jvms.start();
        for (int i = 0; i < questions.size(); i++) {
            require(clients.further().get(i), questions.get(i), longest(), "STARTED");
        }
    }

    /** Prepares a member on all clients, one after the other. */
    private void prepare(int member)
            throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        jvms.prepare(member);
        for (RemoteClient client : clients.further()) {
            require(client, client.ask("PREPARE " + member), longest(), "READY");
        }
    }

    /** How far in advance a turn must be announced to reach all clients in time. */
    private long leadNanos() throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        long longest = 0;
        for (RemoteClient client : clients.further()) {
            long[] took = new long[PINGS];
            for (int i = 0; i < PINGS; i++) {
                long asked = System.nanoTime();
                require(client, client.ask("PING"), ANSWER, "PONG");
                took[i] = System.nanoTime() - asked;
            }
            Arrays.sort(took);
            longest = Math.max(longest, took[PINGS / 2]);
        }
        return longest + MARGIN.toNanos();
    }

    private void finish() throws IOException, InterruptedException {
        List<RemoteClient.Request> questions = new ArrayList<>();
        for (RemoteClient client : clients.further()) {
            questions.add(client.ask("END"));
        }
        jvms.finish();
        for (int i = 0; i < questions.size(); i++) {
            RemoteClient client = clients.further().get(i);
            try {
                String unused = client.answer(questions.get(i), ANSWER);
            } catch (RemoteClient.LostException e) {
                // the group is complete; the next one waits until the client is back
                System.err.println(
                        "the client " + client.name() + " was lost at the end of a group: " + e.getMessage());
            }
        }
    }

    private Duration longest() {
        return members.stream()
                .map(member -> plan.turnLimit(member.operation()))
                .max(Comparator.naturalOrder())
                .orElse(ANSWER);
    }

    /** Waits for a reply that begins with this word, and returns the rest of it. */
    private String require(RemoteClient client, RemoteClient.Request question, Duration limit, String word)
            throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        String answer = client.answer(question, limit);
        if (answer.startsWith(word)) {
            return answer.substring(word.length()).strip();
        }
        String[] words = answer.split(" ", 3);
        int member = words.length == 3 && words[0].equals("FAILED") && words[1].matches("[0-9]{1,4}")
                ? Math.min(Integer.parseInt(words[1]), members.size() - 1)
                : 0;
        throw new FailedException(
                members.get(member),
                "on " + client.name() + ": " + (words.length == 3 ? words[2] : "it answered something else"),
                null);
    }

    /**
     * Pins this JVM to its CPUs again, because it measures the RTT itself. A failure is only logged, so it cannot hide why the
     * group failed.
     */
    private static void goBackTo(String cpus) throws InterruptedException {
        try {
            Affinity.set(cpus);
        } catch (IOException e) {
            System.err.println("the agent runs on more CPUs than " + cpus + " until its next group: " + e.getMessage());
        }
    }

    /** The client CPUs named in the plan, for any of its servers. */
    private Optional<String> cpus(Function<Plan.Server, @Nullable String> which) {
        return plan.servers().stream()
                .flatMap(server -> Stream.ofNullable(which.apply(server)))
                .findFirst();
    }

    /** Pins this JVM and those of the group to these CPUs. */
    private void work(String cpus) throws FailedException, InterruptedException {
        try {
            Affinity.set(cpus);
        } catch (IOException e) {
            throw new FailedException(members.get(0), String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Runs the rounds.
     *
     * @param pinned CPUs for the measurement, when the JVMs warm up on others
     */
    private Rounds measure(FirstRound afterFirst, Optional<String> pinned)
            throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        Rounds rounds = new Rounds(
                plan.profile(),
                members.size(),
                members.stream().allMatch(member -> member.cell().topology() == Topology.DISTANT),
                members.stream().allMatch(member -> member.scenario().besideOthers())
                        ? Runtime.getRuntime().availableProcessors()
                        : 1,
                // After moving, the caches are cold. The first timed turn is the first of its code.
                timed()
                        ? Rounds.SHOW_CAPACITY + 1
                        : pinned.isPresent() ? plan.profile().settlingRounds() : 0);
        RoundOrder order = new RoundOrder(members.size(), seed);
        List<Long> pids = jvms.pids();
        boolean looked = false;
        boolean moved = false;
        while (!rounds.enough()) {
            if (!moved && rounds.warm() && pinned.isPresent()) {
                work(pinned.get());
                moved = true;
            }
            NoiseReader.Reading before = noise.read(pids);
            long began = System.nanoTime();
            for (int i = rounds.untilReading(); i > 0; i--) {
                round(rounds, order);
            }
            rounds.end(
                    NoiseReader.between(before, noise.read(pids)),
                    Duration.ofNanos(System.nanoTime() - began),
                    Instant.now());
            if (!looked) {
                for (int member = 0; member < members.size(); member++) {
                    afterFirst.at(members.get(member), pids.get(member));
                }
                looked = true;
            }
        }
        return rounds;
    }

    /** Gives each member a turn. */
    private void round(Rounds rounds, RoundOrder order)
            throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        if (!rounds.together()) {
            for (int member : order.next()) {
                long databasesBefore = noise.ticksOfDatabases();
                end(begin(member, rounds), databasesBefore, rounds);
            }
            return;
        }
        List<Begun> all = new ArrayList<>();
        for (int member = 0; member < members.size(); member++) {
            all.add(begin(member, rounds));
        }
        for (Begun one : all) {
            end(one, 0, rounds); // the databases work for all members
        }
    }

    private boolean longTurn(int member, Rounds rounds) {
        return !rounds.warm()
                && !rounds.rests(member)
                && !timed()
                && plan.profile().longWarmUpTurns();
    }

    private boolean timed() {
        return members.stream().anyMatch(member -> Fork.timed(plan, member.cell()));
    }

    /**
     * A turn that has begun on all clients.
     *
     * @param start when it should begin on all of them, by this host's clock; 0 for immediately
     * @param began when it began on this host
     * @param elsewhere the requests to the further clients
     */
    private record Begun(int member, long start, long began, List<RemoteClient.Request> elsewhere) {}

    /** Starts a member's turn: on several clients at a common time, but immediately during the warm-up. */
    private Begun begin(int member, Rounds rounds) throws FailedException, IOException, InterruptedException {
        if (clients.further().isEmpty()) {
            jvms.begin(member, order(member, rounds, Share.ALL));
            return new Begun(member, 0, 0, List.of());
        }
        long start = rounds.opens() ? WallClock.nanos() + lead : 0;
        List<RemoteClient.Request> questions = new ArrayList<>();
        for (RemoteClient client : clients.further()) {
            long there = start == 0 ? 0 : start + client.clockAheadNanos();
            String word = order(member, rounds, client.share()).word();
            questions.add(client.ask("TURN " + member + " " + there + " " + word));
        }
        long began = start == 0 ? 0 : WallClock.await(start);
        jvms.begin(member, order(member, rounds, clients.own()));
        return new Begun(member, start, began, questions);
    }

    /**
     * The order for a turn. During the warm-up it is a closed loop, and at its end a longer one if the rate depends on
     * the capacity. After the warm-up it is the measurement of the cell.
     */
    private TurnOrder order(int member, Rounds rounds, Share share) throws FailedException {
        Rate rate = members.get(member).cell().rate();
        if (!timed()) {
            return longTurn(member, rounds) ? TurnOrder.WARM_UP : TurnOrder.CLOSED;
        }
        if (!rounds.opens()) {
            return TurnOrder.before(rate, rounds.warm());
        }
        return rate == null
                ? TurnOrder.TIMED
                : TurnOrder.atRate(share.rate(perSecond(members.get(member), rate, rounds.capacity())));
    }

    /**
     * Waits for a member's turn to end on all clients.
     *
     * @param databasesBefore CPU time of the run's databases on this host before the turn, ticks
     */
    private void end(Begun begun, long databasesBefore, Rounds rounds)
            throws FailedException, RemoteClient.LostException, IOException, InterruptedException {
        int member = begun.member();
        Turn here = jvms.end(member, () -> noise.ticksOfDatabases() - databasesBefore);
        if (clients.further().isEmpty()) {
            rounds.took(member, longTurn(member, rounds) ? here.after(TurnOrder.UNMEASURED) : here);
            return;
        }
        int threads = members.get(member).cell().threads();
        List<ClientTurn> all = new ArrayList<>();
        all.add(new ClientTurn(
                clients.own().client(), clients.own().threads(threads), here, millis(begun.began() - begun.start())));
        Duration limit = ANSWER.plus(plan.profile().iterationTime().multipliedBy(TURNS_TO_ANSWER))
                .plus(members.get(member).operation().multipliedBy(OPERATIONS_TO_ANSWER));
        for (int i = 0; i < begun.elsewhere().size(); i++) {
            RemoteClient client = clients.further().get(i);
            String[] words =
                    require(client, begun.elsewhere().get(i), limit, "DONE").split(" ", 2);
            try {
                long late =
                        begun.start() == 0 ? 0 : Long.parseLong(words[0]) - begun.start() - client.clockAheadNanos();
                all.add(new ClientTurn(
                        client.name(), client.share().threads(threads), Turn.ofLine(words[1]), millis(late)));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new FailedException(
                        members.get(member), client.name() + " did not report the result of its turn", e);
            }
        }
        rounds.took(member, all);
    }

    private static double millis(long nanos) {
        return Math.max(0, nanos / Unit.NANOS_PER_MILLI);
    }

    /** The number of operations per second. A turn must be able to measure it. */
    private double perSecond(Member member, Rate rate, double capacity) throws FailedException {
        double perSecond = Math.min(Rate.MOST, rate.of(capacity));
        double arrivals = perSecond * plan.profile().iterationTime().toNanos() / Unit.NANOS_PER_SECOND;
        if (rate.percent() != null && arrivals < Rate.FEWEST_IN_A_TURN) {
            throw new FailedException(
                    member,
                    String.format(
                            Locale.ROOT,
                            "%s of the capacity is %.3g/s: a turn has only %.3g arrivals, and needs %d; take longer turns"
                                    + " with --iteration-time",
                            rate,
                            perSecond,
                            arrivals,
                            Rate.FEWEST_IN_A_TURN),
                    null);
        }
        return perSecond;
    }
}
