package dev.jdbcbench.clients;

import dev.jdbcbench.agent.group.GroupHosts;
import dev.jdbcbench.agent.group.GroupJvms;
import dev.jdbcbench.agent.group.Member;
import dev.jdbcbench.agent.turn.ClientTurn;
import dev.jdbcbench.agent.turn.Turn;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The JVMs of a group on several clients: each member has one on every client. A turn begins on all clients at a common
 * time, and ends when all have replied.
 */
final class ClientsGroup implements GroupHosts {
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
    private final FurtherClients clients;
    private final String name;
    private final long seed;
    private final List<Member> members;
    private final GroupJvms jvms;
    private boolean finished;
    /** How far in advance a turn must be announced to reach all clients in time. */
    private long lead;

    /**
     * A group on these clients.
     *
     * @param name name of the group's logs: number of the attempt, and of the block
     */
    ClientsGroup(Plan plan, FurtherClients clients, Path temporary, String name, long seed, List<Member> members) {
        this.plan = plan;
        this.clients = clients;
        this.name = name;
        this.seed = seed;
        this.members = List.copyOf(members);
        this.jvms = new GroupJvms(plan, temporary, seed, members, clients.own());
    }

    /** Starts all JVMs, on all clients at the same time. */
    @Override
    public void start() throws Member.FailedException, LostException, IOException, InterruptedException {
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
    @Override
    public void prepare(int member) throws Member.FailedException, LostException, IOException, InterruptedException {
        jvms.prepare(member);
        for (RemoteClient client : clients.further()) {
            require(client, client.ask("PREPARE " + member), longest(), "READY");
        }
    }

    /** Measures how long a line to each client takes. */
    @Override
    public void ready() throws Member.FailedException, LostException, IOException, InterruptedException {
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
        lead = longest + MARGIN.toNanos();
    }

    @Override
    public List<Long> pids() {
        return jvms.pids();
    }

    /** Begins a turn on all clients at a common time, but immediately during the warm-up. */
    @Override
    public Begun begin(int member, Order order, boolean measured)
            throws Member.FailedException, IOException, InterruptedException {
        long start = measured ? WallClock.nanos() + lead : 0;
        List<RemoteClient.Request> questions = new ArrayList<>();
        for (RemoteClient client : clients.further()) {
            long there = start == 0 ? 0 : start + client.clockAheadNanos();
            String word = order.of(client.share()).word();
            questions.add(client.ask("TURN " + member + " " + there + " " + word));
        }
        long began = start == 0 ? 0 : WallClock.await(start);
        jvms.begin(member, order.of(clients.own()));
        return databases -> end(member, start, began, questions, databases);
    }

    private Taken end(int member, long start, long began, List<RemoteClient.Request> questions, LongSupplier databases)
            throws Member.FailedException, LostException, IOException, InterruptedException {
        Turn here = jvms.end(member, databases);
        int threads = members.get(member).cell().threads();
        List<ClientTurn> all = new ArrayList<>();
        all.add(new ClientTurn(clients.own().client(), clients.own().threads(threads), here, millis(began - start)));
        Duration limit = ANSWER.plus(plan.profile().iterationTime().multipliedBy(TURNS_TO_ANSWER))
                .plus(members.get(member).operation().multipliedBy(OPERATIONS_TO_ANSWER));
        for (int i = 0; i < questions.size(); i++) {
            RemoteClient client = clients.further().get(i);
            String[] words = require(client, questions.get(i), limit, "DONE").split(" ", 2);
            try {
                long late = start == 0 ? 0 : Long.parseLong(words[0]) - start - client.clockAheadNanos();
                all.add(new ClientTurn(
                        client.name(), client.share().threads(threads), Turn.ofLine(words[1]), millis(late)));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new Member.FailedException(
                        members.get(member), client.name() + " did not report the result of its turn", e);
            }
        }
        return new Taken(here, all);
    }

    private static double millis(long nanos) {
        return Math.max(0, nanos / Unit.NANOS_PER_MILLI);
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        List<RemoteClient.Request> questions = new ArrayList<>();
        for (RemoteClient client : clients.further()) {
            questions.add(client.ask("END"));
        }
        jvms.finish();
        for (int i = 0; i < questions.size(); i++) {
            RemoteClient client = clients.further().get(i);
            try {
                String unused = client.answer(questions.get(i), ANSWER);
            } catch (LostException e) {
                // the group is complete; the next one waits until the client is back
                System.err.println(
                        "the client " + client.name() + " was lost at the end of a group: " + e.getMessage());
            }
        }
        finished = true;
    }

    @Override
    public void close() throws InterruptedException {
        if (!finished) {
            clients.abandon();
        }
        jvms.close();
    }

    private Duration longest() {
        return members.stream()
                .map(member -> plan.turnLimit(member.operation()))
                .max(Comparator.naturalOrder())
                .orElse(ANSWER);
    }

    /** Waits for a reply that begins with this word, and returns the rest of it. */
    private String require(RemoteClient client, RemoteClient.Request question, Duration limit, String word)
            throws Member.FailedException, LostException, IOException, InterruptedException {
        String answer = client.answer(question, limit);
        if (answer.startsWith(word)) {
            return answer.substring(word.length()).strip();
        }
        String[] words = answer.split(" ", 3);
        int member = words.length == 3 && words[0].equals("FAILED") && words[1].matches("[0-9]{1,4}")
                ? Math.min(Integer.parseInt(words[1]), members.size() - 1)
                : 0;
        throw new Member.FailedException(
                members.get(member),
                "on " + client.name() + ": " + (words.length == 3 ? words[2] : "it answered something else"),
                null);
    }
}
