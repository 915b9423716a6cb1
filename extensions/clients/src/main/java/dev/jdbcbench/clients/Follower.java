package dev.jdbcbench.clients;

import dev.jdbcbench.agent.group.GroupJvms;
import dev.jdbcbench.agent.group.Member;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.turn.TurnOrder;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The agent of a further client. It makes no decisions: it starts JVMs for its share of each cell, and starts their
 * turns when the agent of the first client requests it. It receives requests, which are numbered lines, and sends
 * replies with the same numbers:
 *
 * <ul>
 * <li>{@code GROUP SEED ATTEMPT BLOCK CELL:NANOS…} starts a JVM for each cell, given its index in the plan and the
 * approximate time of an operation; the reply is {@code STARTED}.
 * <li>{@code PREPARE MEMBER} prepares the scenario of one JVM; the reply is {@code READY}.
 * <li>{@code TURN MEMBER START ORDER} begins a turn at a time of this host's clock in nanoseconds since 1970, or
 * immediately if it is 0. The reply is {@code DONE}, the actual start, and the result.
 * <li>{@code PING}: the reply is {@code PONG}.
 * <li>{@code END} lets the JVMs end, and {@code ABANDON} kills them; the reply to both is {@code ENDED}.
 * </ul>
 *
 * <p>The reply to a failed request is {@code FAILED}, the member, and the reason.
 */
final class Follower {
    private final Plan plan;
    private final Path work;
    private final DriverLoader drivers;
    private final Share share;
    private final Mailbox mailbox;
    /** Starts, prepares and ends JVMs, one after the other. */
    private final ExecutorService steps = Executors.newSingleThreadExecutor(task -> daemon("bench-step", task));
    /** Runs turns, and requests that must not wait for a turn. */
    private final ExecutorService turns = Executors.newCachedThreadPool(task -> daemon("bench-turn", task));

    /** The JVMs of the current group. */
    private volatile GroupJvms jvms;

    /**
     * Uses this directory.
     *
     * @param name name of this client in the plan
     */
    Follower(Plan plan, Path work, DriverLoader drivers, String name) {
        int index = plan.clients().indexOf(name);
        if (index < 1) {
            throw new IllegalArgumentException("the plan has no further client " + name);
        }
        this.plan = plan;
        this.work = work;
        this.drivers = drivers;
        this.share = new Share(name, index, plan.clients().size());
        this.mailbox = new Mailbox(work);
        this.jvms = new GroupJvms(plan, work.resolve("tmp"), 0, List.of(), share);
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** The work for a request. */
    private interface Step {
        String answer() throws Member.FailedException, IOException, InterruptedException;
    }

    /** Handles requests until this JVM ends. */
    void carryOut() throws IOException, InterruptedException {
        Files.createDirectories(work.resolve("logs"));
        LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        mailbox.listen(lines::add);
        mailbox.send("0 HELLO " + System.getProperty("java.version"));
        while (true) {
            handle(lines.take());
        }
    }

    private void handle(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < 2) {
            System.err.println("not a question: " + line);
            return;
        }
        String number = words[0];
        switch (words[1]) {
            case "GROUP" -> on(steps, number, 0, () -> start(words));
            case "PREPARE" -> {
                int member = Integer.parseInt(words[2]);
                on(steps, number, member, () -> {
                    jvms.prepare(member);
                    return "READY";
                });
            }
            case "TURN" -> {
                int member = Integer.parseInt(words[2]);
                on(turns, number, member, () -> turn(member, Long.parseLong(words[3]), new TurnOrder(words[4])));
            }
            case "PING" -> on(turns, number, 0, () -> "PONG");
            case "END" ->
                on(steps, number, 0, () -> {
                    jvms.finish();
                    jvms.close();
                    return "ENDED";
                });
            case "ABANDON" ->
                on(turns, number, 0, () -> {
                    jvms.close();
                    return "ENDED";
                });
            default -> System.err.println("an unknown question: " + words[1]);
        }
    }

    private void on(ExecutorService executor, String number, int member, Step step) {
        executor.execute(() -> {
            try {
                mailbox.send(number + " " + answer(member, step));
            } catch (IOException e) {
                System.err.println("cannot answer question " + number + ": " + e); // the other side times out
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static String answer(int member, Step step) throws InterruptedException {
        try {
            return step.answer();
        } catch (Member.FailedException | IOException | RuntimeException e) {
            e.printStackTrace();
            return "FAILED " + member + " " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        }
    }

    private String start(String[] words) throws Member.FailedException, InterruptedException {
        jvms.close();
        long seed = Long.parseLong(words[2]);
        String name = String.format("fork-%02d-%d-", Integer.parseInt(words[4]), Integer.parseInt(words[3]));
        List<Member> members = new ArrayList<>();
        List<Cell> cells = plan.measured();
        for (int i = 5; i < words.length; i++) {
            String[] parts = words[i].split(":", 2);
            Cell cell = cells.get(Integer.parseInt(parts[0]));
            members.add(new Member(
                    cell,
                    plan.scenario(cell),
                    Duration.ofNanos(Long.parseLong(parts[1])),
                    drivers.classPath(plan.driver(cell), cell.transport()),
                    work.resolve("logs").resolve(name + parts[0] + ".log"),
                    Optional.empty()));
        }
        GroupJvms next = new GroupJvms(plan, work.resolve("tmp"), seed, members, share);
        jvms = next;
        next.start();
        return "STARTED";
    }

    private String turn(int member, long start, TurnOrder order) throws Member.FailedException, InterruptedException {
        GroupJvms now = jvms;
        long began = start == 0 ? WallClock.nanos() : WallClock.await(start);
        now.begin(member, order);
        return "DONE " + began + " " + now.end(member, () -> 0).line();
    }
}
