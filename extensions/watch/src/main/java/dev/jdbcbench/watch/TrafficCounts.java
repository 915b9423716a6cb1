package dev.jdbcbench.watch;

import dev.jdbcbench.load.Unit;
import dev.jdbcbench.watch.WatchFinding.Kind;
import dev.jdbcbench.watch.WatchReport.Connections;
import dev.jdbcbench.watch.WatchReport.Line;
import dev.jdbcbench.watch.WatchReport.Waiting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Counts the traffic of a relay. Memory is bounded: beyond a number of different statements, further ones share a line.
 * Thread safe.
 */
public final class TrafficCounts implements Observer {
    private static final int MOST_STATEMENTS = 5000;
    private static final int MOST_NOTES = 20;
    private static final int TOP = 10;
    private static final int MOST_FINDINGS = 20;
    private static final String OTHERS = "(other statements)";

    /** With fewer statements per connection, connections are opened just for these statements. */
    private static final int FEW_STATEMENTS = 20;

    private static final int MANY_CONNECTIONS = 10;

    private final LongSupplier nanos;
    private final Optional<Recorder> recorder;
    private final long started;
    private final Map<String, Sum> byStatement = new HashMap<>();
    private final Map<String, Long> commands = new TreeMap<>();
    private final Map<Integer, Session> sessions = new HashMap<>();
    private final Map<Kind, Map<String, Habit>> habits = new EnumMap<>(Kind.class);
    private final Set<String> notes = new LinkedHashSet<>();
    private final Map<Unreadable, Integer> unreadable = new EnumMap<>(Unreadable.class);
    private final Sum all = new Sum(CommandPurpose.OTHER);
    /** Logins, and what each connection sends before its first statement. */
    private final Sum connecting = new Sum(CommandPurpose.CONNECT);

    private long logins;
    private long settings;
    private long statements;
    private long bytesUp;
    private long bytesDown;
    private int opened;
    private int open;
    private int most;
    private int refused;
    private int failed;

    /**
     * Starts counting.
     *
     * @param nanos the clock
     * @param recorder also receives every call
     */
    public TrafficCounts(LongSupplier nanos, Optional<Recorder> recorder) {
        this.nanos = nanos;
        this.recorder = recorder;
        this.started = nanos.getAsLong();
    }

    /** Total times and counts of several calls. */
    private static final class Sum {
        private final CommandPurpose purpose;
        private long count;
        private long roundTrips;
        private long errors;
        private long rows;
        private long up;
        private long down;
        private long waited;
        private long network;
        private long server;
        private long longest;

        Sum(CommandPurpose purpose) {
            this.purpose = purpose;
        }

        void add(AnsweredCommand call) {
            count++;
            roundTrips += call.roundTrips();
            errors += call.failed() ? 1 : 0;
            rows += call.rows();
            up += call.bytesUp();
            down += call.bytesDown();
            waited += call.waited();
            network += call.network();
            server += call.server();
            longest = Math.max(longest, call.waited());
        }

        Waiting waiting() {
            return new Waiting(
                    micros(waited), micros(network), micros(server), micros(Math.max(0, waited - network - server)));
        }

        Line line(String statement) {
            return new Line(statement, purpose, count, roundTrips, errors, rows, up, down, micros(longest), waiting());
        }
    }

    /** The numbers behind a finding. */
    private static final class Habit {
        private long times;
        private long count;
        private long saved;
        private long nanos;

        void add(long calls, long roundTrips, long network) {
            times++;
            count += calls;
            saved += roundTrips;
            nanos += network;
        }
    }

    /** What is known of an open connection. */
    private final class Session {
        private final Repetitions repetitions = new Repetitions(TrafficCounts.this::ran);
        private final Needless transactions = new Needless();
        private boolean connecting;

        void called(AnsweredCommand call) {
            repetitions.called(call);
            Needless.Cost cost =
                    transactions.called(call.purpose(), call.statement(), call.roundTrips(), call.network());
            if (cost.roundTrips() > 0) {
                habit(Kind.NEEDLESS_TRANSACTION, call.statement()).add(1, cost.roundTrips(), cost.network());
            }
            connecting = call.purpose() == CommandPurpose.CONNECT || (connecting && !Recorder.ends(call));
            if (connecting) {
                TrafficCounts.this.connecting.add(call);
                logins += call.purpose() == CommandPurpose.CONNECT ? 1 : 0;
                settings += call.isStatement() ? 1 : 0;
            } else if (call.purpose() == CommandPurpose.CHECK) {
                habit(Kind.CHECKS, call.statement()).add(1, call.roundTrips(), call.network());
            }
        }
    }

    private static double micros(long nanos) {
        return nanos / Unit.NANOS_PER_MICRO;
    }

    /** A client connected; {@code now} clients are connected. */
    synchronized void opened(int now) {
        opened++;
        open = now;
        most = Math.max(most, now);
    }

    synchronized void refused() {
        refused++;
    }

    synchronized void unreachable(String why) {
        failed++;
        note("a connection failed because the database could not be reached: " + why);
    }

    /** Adds a note to the report. */
    public synchronized void note(String text) {
        if (notes.size() < MOST_NOTES) {
            notes.add(text);
        }
    }

    @Override
    public synchronized void moved(long up, long down) {
        bytesUp += up;
        bytesDown += down;
    }

    @Override
    public synchronized void called(AnsweredCommand call) {
        all.add(call);
        statements += call.isStatement() ? 1 : 0;
        if (call.command() != null) {
            commands.merge(call.command().title(), 1L, Long::sum);
        }
        sum(call).add(call);
        sessions.computeIfAbsent(call.connection(), number -> new Session()).called(call);
        recorder.ifPresent(to -> to.called(call));
    }

    private Sum sum(AnsweredCommand call) {
        Sum known = byStatement.get(call.statement());
        if (known != null) {
            return known;
        }
        boolean room = byStatement.size() < MOST_STATEMENTS;
        String name = room ? call.statement() : OTHERS;
        return byStatement.computeIfAbsent(name, key -> new Sum(room ? call.purpose() : CommandPurpose.OTHER));
    }

    /** The number of statements that are kept apart. */
    synchronized int kept() {
        return byStatement.size();
    }

    private void ran(CommandPurpose purpose, String statement, int length, long network) {
        Kind kind = purpose == CommandPurpose.WRITE ? Kind.ROW_BY_ROW : Kind.N_PLUS_1;
        habit(kind, statement).add(length, length - 1L, network);
    }

    private Habit habit(Kind kind, String statement) {
        Map<String, Habit> known = habits.computeIfAbsent(kind, key -> new HashMap<>());
        boolean room = known.size() < MOST_STATEMENTS || known.containsKey(statement);
        return known.computeIfAbsent(room ? statement : OTHERS, key -> new Habit());
    }

    @Override
    public synchronized void unprepared(String statement, int executions, int roundTrips) {
        if (executions <= 1) {
            habit(Kind.PREPARED_ONCE, statement).add(1, roundTrips, 0);
        }
    }

    @Override
    public synchronized void unreadable(int connection, Unreadable why) {
        unreadable.merge(why, 1, Integer::sum);
    }

    @Override
    public synchronized void closed(int connection) {
        open = Math.max(0, open - 1);
        Session last = sessions.remove(connection);
        if (last != null) {
            last.repetitions.end();
        }
        recorder.ifPresent(to -> to.closed(connection));
    }

    /** The report on everything counted so far. */
    public synchronized WatchReport report(String target, String version, DelayedPath link) {
        double seconds = (nanos.getAsLong() - started) / Unit.NANOS_PER_SECOND;
        double perSecond = Math.max(seconds, 1e-9);
        return new WatchReport(
                target,
                version,
                seconds,
                micros(2 * link.oneWay()),
                micros(link.path()),
                new Connections(
                        opened,
                        open,
                        most,
                        refused,
                        failed,
                        unreadable.values().stream().mapToInt(Integer::intValue).sum()),
                statements,
                statements / perSecond,
                all.roundTrips,
                all.roundTrips / perSecond,
                bytesUp,
                bytesDown,
                all.waiting(),
                commands,
                byStatement.entrySet().stream()
                        .filter(entry -> entry.getValue().waited > 0)
                        .sorted(Comparator.comparingLong((Map.Entry<String, Sum> entry) -> entry.getValue().waited)
                                .reversed()
                                .thenComparing(Map.Entry::getKey))
                        .limit(TOP)
                        .map(entry -> entry.getValue().line(entry.getKey()))
                        .toList(),
                findings(link),
                notes());
    }

    private List<String> notes() {
        List<String> said = new ArrayList<>();
        unreadable.forEach(
                (why, count) -> said.add(count + (count == 1 ? " connection is " : " connections are ") + why.words()
                        + ": only byte and direction counts are available"
                        + why.remedy()));
        said.addAll(notes);
        Sum others = byStatement.get(OTHERS);
        if (others != null) {
            said.add("more than " + MOST_STATEMENTS + " different statements: " + others.count
                    + " calls of further ones were not kept apart and count as " + OTHERS);
        }
        recorder.ifPresent(to -> said.addAll(to.notes()));
        return said;
    }

    private List<WatchFinding> findings(DelayedPath link) {
        List<WatchFinding> found = new ArrayList<>();
        habits.forEach((kind, byText) -> byText.forEach((statement, habit) -> {
            if (habit.count >= Repetitions.FEWEST) {
                found.add(finding(kind, statement, habit, link));
            }
        }));
        long others = statements - settings;
        if (logins >= MANY_CONNECTIONS && others < logins * FEW_STATEMENTS) {
            found.add(new WatchFinding(
                    Kind.CONNECTING,
                    "(connect)",
                    logins,
                    connecting.roundTrips,
                    savedAtLeast(connecting.roundTrips, most, logins),
                    micros(connecting.network),
                    logins + " logins for " + others + (others == 1 ? " statement" : " statements"),
                    Kind.CONNECTING.advice()));
        }
        return found.stream()
                .sorted(Comparator.comparingLong(WatchFinding::roundTripsSaved)
                        .reversed()
                        .thenComparing(WatchFinding::kind)
                        .thenComparing(WatchFinding::statement))
                .limit(MOST_FINDINGS)
                .toList();
    }

    /** What is saved of so many round trips if {@code needed} of {@code times} must remain. */
    private static long savedAtLeast(long roundTrips, long needed, long times) {
        return Math.round(roundTrips * Math.max(0, 1 - (double) needed / times));
    }

    private WatchFinding finding(Kind kind, String statement, Habit habit, DelayedPath link) {
        String times = habit.times + (habit.times == 1 ? " run" : " runs");
        String text = switch (kind) {
            case ROW_BY_ROW -> habit.count + " in " + times + ", row by row";
            case N_PLUS_1 -> habit.count + " in " + times + ", each with one row or few";
            case CHECKS -> habit.count + " times, " + SessionCheck.of(statement).sender();
            case NEEDLESS_TRANSACTION -> habit.count + " transactions with one query or none";
            default -> "prepared but executed at most once (" + habit.count + "×)";
        };
        double micros = kind == Kind.PREPARED_ONCE ? micros(habit.saved * link.roundTrip()) : micros(habit.nanos);
        String advice = kind == Kind.CHECKS ? SessionCheck.of(statement).advice() : kind.advice(statement);
        // A cache of statements belongs to a connection, and prepares once in each.
        long least = kind == Kind.PREPARED_ONCE ? savedAtLeast(habit.saved, most, habit.times) : habit.saved;
        return new WatchFinding(kind, statement, habit.count, habit.saved, least, micros, text, advice);
    }
}
