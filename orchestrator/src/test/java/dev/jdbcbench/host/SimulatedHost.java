package dev.jdbcbench.host;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A host in memory: its files, its journal, its leases and the line to it. It does what {@code host.sh} promises, and knows the other
 * commands that the orchestrating layer sends; it starts no process, and its time is simulated.
 */
public final class SimulatedHost {
    private static final String CACHE = "/var/cache/bench";
    private static final String RUNS = "/var/tmp/bench";
    private static final String EVENTS = "/events.ndjson";
    private static final List<String> CHANGES =
            List.of("begin", "launch", "leave", "revive", "stop", "discard", "sweep", "remove");
    private static final Outcome OK = new Outcome(0, "", "");
    private static final Outcome NO = new Outcome(1, "", "");

    private final String name;
    private final boolean local;
    private final SimulatedTime time;
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, Place> journal = new LinkedHashMap<>();
    private final List<String> verbs = new ArrayList<>();
    private final Map<String, Runnable> surprises = new LinkedHashMap<>();
    private long tickets;
    private Optional<Duration> cutUntil = Optional.empty();
    private int connections;
    /** Connections up to this number belong to a bench that has died. */
    private int dead;

    private boolean databaseStarts = true;
    private int countdown = -1;
    private Runnable strike = () -> {};
    private Optional<Program> agent = Optional.empty();

    /** A host without anything of bench. */
    public SimulatedHost(String name, boolean local, SimulatedTime time) {
        this.name = name;
        this.local = local;
        this.time = time;
        time.watch(this::timePassed);
    }

    /** What the agent's process does. */
    public interface Program {
        /** What came of a step. */
        enum Did {
            SOMETHING,
            /** It is busy for longer than a test lasts. */
            NOTHING,
            ENDED
        }

        /** It was started in a directory. */
        void launched(String directory);

        /** Does the next thing. */
        Did step();
    }

    /** The process of bench has died while it did this. */
    public static final class BenchDied extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A directory in the journal, with the process in it. */
    private static final class Place {
        private final String directory;
        private final long ticket;
        private String owner;
        private Duration renewed;
        private long lease;
        private boolean attended = true;
        private boolean owned;
        private boolean removed;
        private Optional<Long> process = Optional.empty();

        Place(String directory, long ticket, String owner, long lease, Duration now) {
            this.directory = directory;
            this.ticket = ticket;
            this.owner = owner;
            this.lease = lease;
            this.renewed = now;
        }
    }

    /** What runs in the directory of an agent from now on. */
    public void runs(Program program) {
        agent = Optional.of(program);
    }

    /** Servers end before they answer. */
    public void databasesFail() {
        databaseStarts = false;
    }

    /** Does something, once, when bench sends a verb of {@code host.sh}. */
    public void when(String verb, Runnable surprise) {
        surprises.put(verb, surprise);
    }

    /** Does something, once, after this many further commands. */
    public void after(int commands, Runnable surprise) {
        countdown = commands;
        strike = surprise;
    }

    private void counted() {
        if (countdown-- == 0) {
            strike.run();
        }
    }

    /** Cuts the line for some time. */
    public synchronized void cut(Duration length) {
        cutUntil = Optional.of(time.passed().plus(length));
    }

    /** Bench has been killed, or its machine has lost power. */
    public synchronized void benchDies() {
        dead = connections;
        for (Place place : List.copyOf(journal.values())) {
            List<String> owner = new ArrayList<>(List.of(place.owner.split(" ", -1)));
            if (!owner.get(2).equals("-")) {
                owner.set(2, "1:0"); // no process has this start time
                place.owner = String.join(" ", owner);
                place.attended = false;
            }
            if (place.owned) {
                abandoned(place);
            }
        }
    }

    /** Nobody renews its leases any more. */
    public synchronized void isForgotten() {
        journal.values().forEach(place -> place.attended = false);
    }

    /** Ends the process in a directory. */
    public synchronized void ends(String directory, int exit, String output) {
        journal.values().stream()
                .filter(place -> place.directory.equals(directory))
                .forEach(place -> {
                    place.process = Optional.empty();
                    files.put(directory + "/exit", exit + "\n");
                    files.put(directory + "/out.log", output + "\n");
                });
    }

    /** The host has started again: no process is left. */
    public synchronized void reboots() {
        journal.values().forEach(place -> place.process = Optional.empty());
    }

    /** What is in its journal: the roles of the directories. */
    public synchronized List<String> journal() {
        return journal.keySet().stream().map(SimulatedHost::role).sorted().toList();
    }

    /** The last part of a name or a path; the random part of a claim is left out. */
    private static String role(String path) {
        return path.replaceFirst(".*/", "").replaceFirst("^bench-.*", "claim");
    }

    /** Where processes run: the roles of the directories. */
    public synchronized List<String> processes() {
        return journal.values().stream()
                .filter(place -> place.process.isPresent())
                .map(place -> role(place.directory))
                .sorted()
                .toList();
    }

    private boolean runsIn(String directory) {
        return journal.values().stream()
                .anyMatch(place -> place.directory.equals(directory) && place.process.isPresent());
    }

    /** The verbs of {@code host.sh} that changed something so far, with what they changed. */
    public synchronized List<String> verbs() {
        return List.copyOf(verbs);
    }

    /** All files of bench. */
    public synchronized List<String> files() {
        return List.copyOf(files.keySet());
    }

    /** The text of a file; empty for none. */
    public synchronized Optional<String> file(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /** Appends to a file. */
    public synchronized void append(String path, String text) {
        files.merge(path, text, String::concat);
    }

    private boolean reachable() {
        return cutUntil.filter(until -> time.passed().compareTo(until) < 0).isEmpty();
    }

    private synchronized void timePassed() {
        for (Place place : List.copyOf(journal.values())) {
            if (place.attended && reachable()) {
                place.renewed = time.passed();
            } else if (place.process.isPresent()
                    && time.passed().minus(place.renewed).toSeconds() > place.lease) {
                abandoned(place);
            }
        }
    }

    private void abandoned(Place place) {
        ends(place.directory, 143, "Terminated");
        if (place.removed) {
            discard(place.directory);
        }
    }

    private void discard(String directory) {
        journal.values().removeIf(place -> place.directory.equals(directory));
        files.keySet().removeIf(file -> file.startsWith(directory + "/"));
    }

    /** A new connection. */
    public synchronized Host connect() {
        Line line = new Line(++connections);
        line.requireLine();
        return line;
    }

    private final class Line implements Host {
        private final int number;

        Line(int number) {
            this.number = number;
        }

        private void requireLine() {
            if (number <= dead) {
                throw new BenchDied();
            }
            if (!reachable()) {
                throw new Failure.Host(
                        "the connection to " + name + " was lost", "the SSH session ended", "Is it up?", null);
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String address() {
            return "198.51.100.30";
        }

        @Override
        public boolean local() {
            return local;
        }

        @Override
        public Outcome run(Command command) {
            synchronized (SimulatedHost.this) {
                counted();
                requireLine();
                List<String> words = command.words();
                Outcome outcome = outcome(words, command.input());
                requireLine(); // a surprise may have cut it
                return outcome;
            }
        }

        @Override
        public Running start(Command command, Consumer<String> out, Consumer<String> err) {
            synchronized (SimulatedHost.this) {
                counted();
                requireLine();
                List<String> words = command.words();
                if (words.get(0).equals("tail")) {
                    int unused = print(words.get(3), Integer.parseInt(words.get(2)) - 1, out);
                    return new Ran(0);
                }
                return follow(words.get(4), Integer.parseInt(words.get(5)) - 1, out);
            }
        }

        private Running follow(String directory, int from, Consumer<String> out) {
            int read = from;
            while (true) {
                read = print(directory + EVENTS, read, out);
                if (number <= dead || !reachable()) {
                    return new Ran(-1);
                }
                if (!runsIn(directory)) {
                    return new Ran(0);
                }
                Program.Did did = agent.orElseThrow().step();
                if (did == Program.Did.NOTHING) {
                    return new Waits();
                }
            }
        }

        /** Prints the whole lines of a file behind a byte; returns the byte behind them. */
        private int print(String file, int from, Consumer<String> out) {
            byte[] bytes = files.getOrDefault(file, "").getBytes(StandardCharsets.UTF_8);
            String rest = new String(
                    Arrays.copyOfRange(bytes, Math.min(from, bytes.length), bytes.length), StandardCharsets.UTF_8);
            rest.lines().forEach(out);
            return bytes.length;
        }

        @Override
        public void upload(Path file, String remote) {
            try {
                files.put(remote, "sha256 " + Sha256.of(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean download(String remote, Path file, long most) {
            requireLine();
            try {
                Files.writeString(file, files.getOrDefault(remote, ""));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return true;
        }

        @Override
        public void close() {
            if (number <= dead) {
                throw new BenchDied();
            }
        }
    }

    private record Ran(int waitFor) implements Host.Running {
        @Override
        public void stop() {}
    }

    /** A command that ends when it is stopped. */
    private static final class Waits implements Host.Running {
        private final CountDownLatch stopped = new CountDownLatch(1);

        @Override
        public int waitFor() throws InterruptedException {
            stopped.await();
            return 0;
        }

        @Override
        public void stop() {
            stopped.countDown();
        }
    }

    private static Outcome says(String text) {
        return new Outcome(0, text, "");
    }

    private Outcome outcome(List<String> words, String input) {
        String last = words.get(words.size() - 1);
        if (words.contains("dev.jdbcbench.agent.Agent") && !words.get(0).startsWith(CACHE)) {
            return words.contains("address") ? says("198.51.100.10\n198.51.100.20\n") : OK;
        }
        return switch (words.get(0)) {
            case "sh" ->
                words.get(1).equals("-s")
                        ? verb(words.subList(2, words.size()))
                        : shell(words.get(2), words.subList(Math.min(4, words.size()), words.size()), input);
            case "uname" -> says("Linux x86_64\n");
            case "id" -> says("1000\n");
            case "date" -> says(time.instant().getEpochSecond() + ".000000000\n");
            case "/usr/bin/java" -> new Outcome(0, "", "openjdk version \"17.0.19\"\n");
            case "sha256sum" ->
                says(words.subList(2, words.size()).stream()
                        .filter(files::containsKey)
                        .map(file -> files.get(file).replaceFirst("^sha256 ", "") + "  " + file + "\n")
                        .collect(Collectors.joining()));
            case "test" ->
                files.keySet().stream().anyMatch(file -> file.equals(last) || file.startsWith(last + "/")) ? OK : NO;
            case "cat", "head", "tail" -> file(last).map(SimulatedHost::says).orElse(NO);
            case "df" -> says("/dev/sda1 100 100 0 100% /\n");
            default -> words.get(0).startsWith(CACHE) ? script(words) : OK;
        };
    }

    private Outcome shell(String text, List<String> args, String input) {
        if (text.startsWith("printf %s")) {
            return says(args.get(0));
        } else if (text.startsWith("[ -f ")) {
            return file(args.get(0)).map(sum -> says(Sha256.of(sum))).orElse(NO);
        } else if (text.startsWith("umask 02") || text.equals(Host.WRITE)) {
            files.put(args.get(0), input);
            return OK;
        } else if (text.contains("seen=")) {
            return says("/usr/sbin/mariadbd\t/usr/bin/mariadb-install-db\tblackhole\tmariadbd  Ver 10.11.14-MariaDB\n");
        } else if (text.contains("JAVA_HOME")) {
            return says("/usr/bin/java\n");
        }
        return text.contains("tail -c 1") ? NO : OK;
    }

    /** The installed script: its verbs may be guarded by a claim. */
    private Outcome script(List<String> words) {
        List<String> verb = words.subList(1, words.size());
        if (verb.get(0).equals("guard")) {
            String claim = verb.get(1);
            if (journal.values().stream().noneMatch(place -> place.directory.equals(claim))) {
                return new Outcome(1, "", "the claim " + claim + " has expired\n");
            }
            verb = verb.subList(2, verb.size());
        }
        return verb(verb);
    }

    private Outcome verb(List<String> words) {
        String verb = words.get(0);
        String first = words.size() > 1 ? words.get(1) : "";
        if (CHANGES.contains(verb)) {
            verbs.add((verb + " " + role(first)).strip());
        }
        Optional.ofNullable(surprises.remove(verb)).ifPresent(Runnable::run);
        Optional<Place> place = journal.values().stream()
                .filter(there -> there.directory.equals(first))
                .findFirst();
        switch (verb) {
            case "paths" -> {
                return says(CACHE + "\n" + RUNS + "\n");
            }
            case "entries" -> {
                return says(entries());
            }
            case "leftovers" -> {
                return says(leftovers());
            }
            case "begin" -> {
                if (journal.containsKey(first)) {
                    return new Outcome(1, "", first + " is already in the journal\n");
                }
                journal.put(
                        first,
                        new Place(
                                RUNS + "/" + first,
                                ++tickets,
                                words.get(3),
                                Long.parseLong(words.get(2)),
                                time.passed()));
            }
            case "launch" -> launch(place.orElseThrow(), words);
            case "leave" -> {
                Place left = place.orElseThrow();
                left.lease = Long.parseLong(words.get(2));
                left.removed = words.get(3).equals("remove");
                left.owner = words.get(4);
                left.attended = false;
                left.owned = false;
                left.renewed = time.passed();
            }
            case "await" -> {
                return databaseStarts ? OK : NO;
            }
            case "stop" -> {
                if (place.flatMap(running -> running.process).isPresent()) {
                    ends(first, 143, "Terminated");
                }
            }
            case "discard" -> {
                if (!first.startsWith(RUNS + "/")) {
                    return new Outcome(1, "", first + " is not below " + RUNS + "\n");
                }
                discard(first);
            }
            case "sweep" -> {
                long seen = Long.parseLong(words.get(2));
                String run = first.replaceFirst("[^/]*$", "");
                if (journal.values().stream()
                        .anyMatch(other -> other.directory.startsWith(run) && other.ticket > seen)) {
                    return new Outcome(1, "", "another bench has taken over the run of " + first + "\n");
                }
                discard(first);
            }
            case "remove" -> files.keySet().removeIf(file -> file.startsWith(CACHE));
            default -> {}
        }
        return OK;
    }

    private void launch(Place place, List<String> words) {
        place.lease = Long.parseLong(words.get(2));
        place.owned = !words.get(3).equals("-");
        place.removed = words.get(4).equals("remove");
        place.process = Optional.of(4000 + ++tickets);
        if (place.directory.endsWith("/agent")) {
            agent.orElseThrow().launched(place.directory);
        }
    }

    private String entries() {
        StringBuilder lines = new StringBuilder();
        journal.forEach((key, place) -> lines.append(String.join(
                        "\t",
                        key,
                        place.directory,
                        place.owner,
                        place.process.map(String::valueOf).orElse("-"),
                        String.valueOf(time.passed().minus(place.renewed).toSeconds()),
                        String.valueOf(place.lease),
                        String.valueOf(place.ticket)))
                .append('\n'));
        return lines.toString();
    }

    private String leftovers() {
        StringBuilder lines = new StringBuilder();
        if (files.keySet().stream().anyMatch(file -> file.startsWith(CACHE))) {
            lines.append("file " + CACHE + "\n");
        }
        journal.values().forEach(place -> lines.append("file " + place.directory + "\n"));
        return lines.toString();
    }
}
