package dev.jdbcbench.clients;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.session.ClientLines;
import dev.jdbcbench.session.OutputLines;
import dev.jdbcbench.site.Progress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays lines between the agent of the first client and those of further clients, over bench's own connections. An
 * agent appends its output to {@code to-clients} in its directory, and reads {@code from-clients}. Lines from the first
 * agent begin with the name of the receiving client; lines to it begin with the name of the sending client. The relay
 * itself tells the first agent how far a client's clock is ahead ({@code NAME 0 CLOCK NANOS}), and that a client is
 * gone ({@code NAME 0 GONE REASON}).
 *
 * <p>If the agent of a further client dies or is cut off, the relay restarts it, as long as this bench holds its host.
 */
final class ClientRelay implements ClientLines.Relay {
    private static final Logger LOG = LoggerFactory.getLogger(ClientRelay.class);

    /** Prints the lines from a byte on, and every later one immediately, until the supervisor ends. */
    private static final String FOLLOW = """
            read -r child started supervisor rest <"$1/pid"
            exec tail -c +"$2" -s 0.02 -f --pid="$supervisor" "$1/to-clients"
            """;

    /** Succeeds if the agent has ended, and prints the last lines of its output. */
    private static final String ENDED = "[ -e \"$1/exit\" ] && tail -n 3 \"$1/out.log\"";

    private static final String DELIVER = "cat >>\"$1/from-clients\"";

    /** Time limit for delivery. A line takes milliseconds; a slower host is cut off. */
    private static final Duration DELIVERY = Duration.ofSeconds(15);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration END = Duration.ofSeconds(30);
    private static final int LONGEST_REASON = 300;

    private final Progress progress;
    private final Clock clock;
    private final Consumer<String> notes;
    private final String firstName;
    private final Host first;
    private final String firstDirectory;
    private final Outbox toFirst;
    private final Map<String, Further> followers = new LinkedHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;
    private Optional<OutputLines> fromFirst = Optional.empty();

    /**
     * Creates a relay that is not started.
     *
     * @param first the host of the first client's agent
     * @param directory the directory of that agent
     * @param notes receives notes for the run's events
     */
    ClientRelay(Host first, String directory, Progress progress, Clock clock, Consumer<String> notes) {
        this.first = first;
        this.firstName = first.name();
        this.firstDirectory = directory;
        this.progress = progress;
        this.clock = clock;
        this.notes = notes;
        this.toFirst = new Outbox(first, directory, failure -> pause());
    }

    /** Called when lines could not be delivered; they are kept. */
    private interface Undelivered {
        void on(Failure failure);
    }

    /** The queue of lines to one agent. */
    private final class Outbox {
        private final Host host;
        private final String directory;
        private final Undelivered undelivered;
        private final Deque<String> waiting = new ArrayDeque<>();

        Outbox(Host host, String directory, Undelivered undelivered) {
            this.host = host;
            this.directory = directory;
            this.undelivered = undelivered;
        }

        synchronized void add(String line) {
            waiting.add(line);
            notifyAll();
        }

        synchronized void clear() {
            waiting.clear();
        }

        private synchronized String take() throws InterruptedException {
            while (waiting.isEmpty()) {
                wait();
            }
            String lines = String.join("\n", waiting) + "\n";
            waiting.clear();
            return lines;
        }

        private synchronized void putBack(String lines) {
            waiting.addFirst(lines.substring(0, lines.length() - 1));
        }

        void deliver() throws InterruptedException {
            while (!closed) {
                String lines = take();
                try {
                    host.require(
                            "deliver a line",
                            Command.of("sh", "-c", DELIVER, "sh", directory)
                                    .reading(lines)
                                    .within(DELIVERY));
                } catch (Failure.Interrupted e) {
                    return;
                } catch (Failure e) {
                    LOG.debug("lines to {} are not delivered", host.name(), e);
                    putBack(lines);
                    undelivered.on(e);
                }
            }
        }
    }

    /** A further client and its agent. */
    private final class Further {
        private final ClientLines.Client client;
        private final Outbox outbox;
        private Optional<OutputLines> lines = Optional.empty();
        /** Why bench itself closed the connection to its agent; empty if it did not. */
        private Optional<String> closedBecause = Optional.empty();

        private Optional<ClockOffset> compared = Optional.empty();

        Further(ClientLines.Client client) {
            this.client = client;
            this.outbox = new Outbox(client.host(), client.directory(), failure -> {
                restart("lines to it are not delivered: " + failure.getMessage());
                pause();
            });
        }

        private String name() {
            return client.host().name();
        }

        /** Starts its agent, and compares its clock with that of the first client. */
        void start() {
            client.launch().run();
            ClockOffset offset = ClockOffset.of(client.host(), clock).from(ClockOffset.of(first, clock));
            say(offset);
            compared = Optional.of(offset);
            toFirst.add(name() + " 0 CLOCK " + offset.aheadNanos());
        }

        private void say(ClockOffset offset) {
            String text = "the clock of " + name() + " is " + offset.words() + " compared with that of " + firstName;
            progress.say(text);
            notes.accept(text);
        }

        /** Compares the clocks again, at the end of a run. */
        void compareAgain() {
            ClockOffset now = ClockOffset.of(client.host(), clock).from(ClockOffset.of(first, clock));
            say(now);
            if (compared.filter(now::driftedFrom).isPresent()) {
                String text = "the clocks of " + name() + " and " + firstName
                        + " drifted apart during the run, so turns did not begin together";
                progress.warn(text);
                notes.accept(text);
            }
        }

        /** Closes the connection to its agent, which is then restarted. */
        synchronized void restart(String why) {
            closedBecause = Optional.of(why);
            lines.ifPresent(OutputLines::close);
        }

        private synchronized Optional<String> closedBecause() {
            return closedBecause;
        }

        private synchronized OutputLines open() {
            OutputLines opened =
                    OutputLines.of(client.host(), Command.of("sh", "-c", FOLLOW, "sh", client.directory(), "1"));
            lines = Optional.of(opened);
            closedBecause = Optional.empty();
            return opened;
        }

        void carry() throws InterruptedException {
            while (!closed) {
                String reason = follow();
                if (closed) {
                    return;
                }
                toFirst.add(name() + " 0 GONE " + reason);
                progress.warn("the client " + name() + " is gone (" + reason + "): starting its agent again");
                outbox.clear();
                startAgain();
            }
        }

        /** Relays its lines until they end; returns the reason. */
        private String follow() {
            try (OutputLines all = open()) {
                for (Optional<String> line = all.next(); line.isPresent(); line = all.next()) {
                    toFirst.add(name() + " " + line.get());
                }
                return oneLine(closedBecause().orElseGet(this::ended));
            } catch (Failure e) {
                return oneLine(e.getMessage() + ": " + e.why());
            }
        }

        private String ended() {
            Outcome exit = client.host().run(Command.query("sh", "-c", ENDED, "sh", client.directory()));
            return exit.ok() ? "its agent ended: " + exit.out() : "the connection to its agent was lost";
        }

        private void startAgain() throws InterruptedException {
            while (!closed) {
                try {
                    start();
                    return;
                } catch (Failure.Interrupted e) {
                    return;
                } catch (Failure e) {
                    LOG.debug("cannot start the agent on {} again", name(), e);
                    Thread.sleep(PAUSE.toMillis());
                }
            }
        }
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void add(ClientLines.Client client) {
        Further follower = new Further(client);
        followers.put(follower.name(), follower);
        follower.start();
    }

    @Override
    public void begin() {
        thread("first", toFirst::deliver);
        thread("from-first", this::carryFromFirst);
        followers.values().forEach(follower -> {
            thread(follower.name(), follower.outbox::deliver);
            thread("from-" + follower.name(), follower::carry);
        });
    }

    /** Work on a thread of its own that runs until the relay ends. */
    private interface Work {
        void carryOut() throws InterruptedException;
    }

    private void thread(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.carryOut();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt(); // the relay ends
                    }
                },
                "bench-relay-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void carryFromFirst() throws InterruptedException {
        long offset = 1;
        while (!closed) {
            try (OutputLines lines = openFirst(offset)) {
                for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                    offset += line.get().getBytes(StandardCharsets.UTF_8).length + 1L;
                    fromFirst(line.get());
                }
            } catch (Failure.Interrupted e) {
                return;
            } catch (Failure e) {
                LOG.debug("the lines of the first agent cannot be read", e); // AgentSession reports it
            }
            if (!closed) {
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    private synchronized OutputLines openFirst(long offset) {
        OutputLines opened =
                OutputLines.of(first, Command.of("sh", "-c", FOLLOW, "sh", firstDirectory, String.valueOf(offset)));
        fromFirst = Optional.of(opened);
        return opened;
    }

    private void fromFirst(String line) {
        int blank = line.indexOf(' ');
        Further follower = blank < 0 ? null : followers.get(line.substring(0, blank));
        if (follower == null) {
            LOG.warn("the first agent sent a line for a client that the run does not have");
        } else if (line.substring(blank + 1).equals("0 RESTART")) {
            follower.restart("it did not answer");
        } else {
            follower.outbox.add(line.substring(blank + 1));
        }
    }

    /** Also compares the clocks once more. */
    @Override
    public void end() {
        closed = true;
        synchronized (this) {
            fromFirst.ifPresent(OutputLines::close);
        }
        followers.values().forEach(follower -> follower.restart("the run ends"));
        threads.forEach(Thread::interrupt);
        long deadline = System.nanoTime() + END.toNanos();
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        for (Further follower : followers.values()) {
            try {
                follower.compareAgain();
            } catch (Failure.Interrupted e) {
                throw e;
            } catch (Failure e) {
                progress.warn("the clock of " + follower.name() + " could not be compared again: " + e.getMessage());
            }
        }
    }
}
