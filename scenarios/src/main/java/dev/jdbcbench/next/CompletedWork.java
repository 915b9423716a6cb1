package dev.jdbcbench.next;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.FactVisitor;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a run has done, and what it can still do. Cells that were given up and servers that were lost are excluded. */
public final class CompletedWork {
    /** Number of failures in one block after which a cell is given up for the rest of the run. */
    static final int ATTEMPTS = 2;

    private final Plan plan;
    private final Forks forks;
    private final Map<String, List<Cell>> rows;
    private final Map<String, Cell> cells = new HashMap<>();
    private final Map<String, String> originals = new HashMap<>();
    private final Set<String> checked = new HashSet<>();
    private final Set<String> unsupported = new HashSet<>();
    private final Set<String> givenUp = new HashSet<>();
    private final Set<Integer> blocks = new HashSet<>();
    private final Set<String> pings = new HashSet<>();
    private final Set<String> sampled = new HashSet<>();
    /** Cells in {@code sampled} that could not be sampled. */
    private final Set<String> unsampled = new HashSet<>();

    private final Set<String> explained = new HashSet<>();
    private final Set<String> profiled = new HashSet<>();
    private final Set<String> swept = new HashSet<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final Map<String, Integer> rejections = new HashMap<>();
    private final Map<String, Fact.Decided> decisions = new HashMap<>();
    /** Why servers were given up, by topology and label. */
    private final Map<String, String> lost = new HashMap<>();
    /** Servers that did not start for the next session. */
    private final Set<String> absent = new HashSet<>();

    private final Applier hearing = new Applier();
    private Optional<String> effort = Optional.empty();
    /** For later blocks, only decisions made for the current effort count. */
    private int reopened;

    private int lastBlock;

    CompletedWork(Plan plan, Forks forks) {
        this.plan = plan;
        this.forks = forks;
        rows = plan.rows();
        plan.measured().forEach(cell -> cells.put(cell.key(), cell));
        plan.twins().forEach(twin -> originals.put(twin.cell().key(), twin.of()));
    }

    void apply(Event event) {
        event.fact().accept(hearing);
    }

    private final class Applier implements FactVisitor {
        @Override
        public void sessionStarted(Fact.SessionStarted session) {
            begin(session);
        }

        @Override
        public void cellChecked(Fact.CellChecked check) {
            checked.add(check.cell());
            if (check.unsupported() != null) {
                unsupported.add(check.cell());
            }
        }

        @Override
        public void cellExplained(Fact.CellExplained cell) {
            plan.cell(cell.cell()).map(Cell::exchangeKey).ifPresent(explained::add);
        }

        @Override
        public void bandwidthMeasured(Fact.BandwidthMeasured bandwidth) {
            swept.add(place(bandwidth.topology(), bandwidth.server()));
        }

        @Override
        public void blockStarted(Fact.BlockStarted started) {
            blocks.add(started.block());
            lastBlock = Math.max(lastBlock, started.block());
        }

        @Override
        public void forkRejected(Fact.ForkRejected fork) {
            rejections.merge(slot(fork.block(), fork.cell()), 1, Integer::sum);
        }

        @Override
        public void forkFailed(Fact.ForkFailed fork) {
            failed(fork);
        }

        @Override
        public void rttMeasured(Fact.RttMeasured rtt) {
            if (rtt.method() == RttMethod.PROTOCOL) {
                pings.add(slot(rtt.block(), place(rtt.topology(), rtt.server())));
            }
        }

        @Override
        public void decided(Fact.Decided decided) {
            decisions.put(slot(decided.block(), decided.row()), decided);
        }

        @Override
        public void serviceTimeMeasured(Fact.ServiceTimeMeasured times) {
            sampled.add(times.cell());
            if (times.times() == null) {
                unsampled.add(times.cell());
            }
        }

        @Override
        public void cellProfiled(Fact.CellProfiled cell) {
            profiled.add(cell.cell());
        }

        @Override
        public void serverLost(Fact.ServerLost server) {
            if (!server.returned()) {
                lost.put(place(server.topology(), server.server()), server.reason());
            }
            if (server.neverStarted()) {
                absent.add(place(server.topology(), server.server()));
            }
        }

        // Forks handles measurements; the other facts need no handling.

        @Override
        public void runStarted(Fact.RunStarted fact) {}

        @Override
        public void groupStarted(Fact.GroupStarted fact) {}

        @Override
        public void groupFinished(Fact.GroupFinished fact) {}

        @Override
        public void forkStarted(Fact.ForkStarted fact) {}

        @Override
        public void forkFinished(Fact.ForkFinished fact) {}

        @Override
        public void clientLost(Fact.ClientLost fact) {}

        @Override
        public void hostUnfit(Fact.HostUnfit fact) {}

        @Override
        public void tablesFilled(Fact.TablesFilled fact) {}

        @Override
        public void note(Fact.Note fact) {}

        @Override
        public void runFinished(Fact.RunFinished fact) {}
    }

    private void failed(Fact.ForkFailed fork) {
        if (fork.block() == 0) {
            checked.add(fork.cell());
            givenUp.add(fork.cell());
        } else if (failures.merge(slot(fork.block(), fork.cell()), 1, Integer::sum) >= ATTEMPTS) {
            givenUp.add(fork.cell());
        }
    }

    /**
     * Resets failures for a new session, because the user may have fixed the cause. If the effort changed, decisions to
     * stop no longer apply.
     */
    private void begin(Fact.SessionStarted session) {
        failures.clear();
        givenUp.forEach(cell -> {
            if (forks.of(cell).isEmpty()) {
                checked.remove(cell);
            }
        });
        givenUp.clear();
        sampled.removeAll(unsampled);
        unsampled.clear();
        lost.keySet()
                .retainAll(absent); // each agent starts with servers that answer, and without those just found absent
        absent.clear();
        Optional<String> now = Optional.ofNullable(session.effort());
        if (effort.isPresent() && !effort.equals(now)) {
            reopened = lastBlock;
            decisions.values().removeIf(decided -> decided.block() > lastBlock);
        }
        effort = now;
    }

    private static String slot(int block, String key) {
        return block + " " + key;
    }

    private static String place(Topology topology, String server) {
        return topology + " " + server;
    }

    /** Number of the last block started; 0 before the first. */
    public int lastBlock() {
        return lastBlock;
    }

    /**
     * Whether a cell was given up: its check failed, it reached the limit of failures in one block, or its server was lost
     * before it had all its forks.
     */
    public boolean givenUp(String key) {
        return givenUp.contains(key) || givenUpWithServer(key).isPresent();
    }

    /** Why the server was lost, if that is why the cell was given up. */
    public Optional<String> givenUpWithServer(String key) {
        return Optional.ofNullable(cells.get(key))
                .filter(cell -> !givenUp.contains(key) && !satisfied(cell))
                .flatMap(this::lost);
    }

    /** Why the server of a cell was lost; empty when it was not. */
    Optional<String> lost(Cell cell) {
        return Optional.ofNullable(lost.get(place(cell.topology(), cell.server())));
    }

    /** Whether a server was lost. */
    public boolean lost(Plan.Server server) {
        return lost.containsKey(place(server.topology(), server.server()));
    }

    /** Whether a cell has everything the run needs of it, apart from percentiles. */
    private boolean satisfied(Cell cell) {
        if (plan.goal().extent() == Goal.Extent.EXPLAIN) {
            return explained(cell);
        }
        if (plan.goal().extent() == Goal.Extent.PROFILE) {
            return profiled(cell);
        }
        int wanted = in(cell.rowKey(), lastBlock + 1) ? plan.profile().mostForks() : groups(cell.rowKey());
        return forks.of(cell.key()).size() >= wanted;
    }

    /** Number of blocks before {@code before} in which a row was measured. */
    int groups(String row, int before) {
        return (int) rows.getOrDefault(row, List.of()).stream()
                .flatMap(cell -> forks.of(cell.key()).stream())
                .mapToInt(ForkFinished::block)
                .filter(block -> block < before)
                .distinct()
                .count();
    }

    /** Number of blocks in which a row was measured. */
    int groups(String row) {
        return groups(row, Integer.MAX_VALUE);
    }

    boolean checked(String key) {
        return checked.contains(key);
    }

    boolean explained(Cell cell) {
        return explained.contains(cell.exchangeKey());
    }

    boolean profiled(Cell cell) {
        return profiled.contains(cell.key());
    }

    boolean swept(Plan.Server server) {
        return swept.contains(place(server.topology(), server.server()));
    }

    /** Whether single operations of a cell were timed, or could not be. */
    public boolean sampled(String key) {
        return sampled.contains(key);
    }

    /** Whether a cell passed its check as measurable and has not been given up since. */
    public boolean measurable(Cell cell) {
        return checked(cell.key()) && alive(cell.key());
    }

    /**
     * Whether forks of a cell are still needed: it was not given up, its driver supports it, and, for an A/A control, the same
     * holds for its original.
     */
    public boolean alive(String key) {
        String original = originals.get(key);
        return !givenUp.contains(key)
                && !unsupported.contains(key)
                && Optional.ofNullable(cells.get(key)).flatMap(this::lost).isEmpty()
                && (original == null || alive(original));
    }

    /** The cells of the plan whose forks are still needed, without A/A controls. */
    List<Cell> alive() {
        return plan.cells().stream().filter(cell -> alive(cell.key())).toList();
    }

    boolean started(int block) {
        return blocks.contains(block);
    }

    boolean pinged(int block, Plan.Server server) {
        return pings.contains(slot(block, place(server.topology(), server.server())));
    }

    boolean wants(int block, String key, int attempt) {
        return alive(key)
                && forks.of(key, block).isEmpty()
                && failures.getOrDefault(slot(block, key), 0) + rejections(block, key) == attempt - 1;
    }

    /** Number of forks of a cell in a block that did not count because of an outside disturbance. */
    int rejections(int block, String key) {
        return rejections.getOrDefault(slot(block, key), 0);
    }

    /** Number of the next attempt to measure a row's group in a block, from 1. */
    int attempt(int block, String row) {
        return 1
                + rows.getOrDefault(row, List.of()).stream()
                        .mapToInt(cell -> failures.getOrDefault(slot(block, cell.key()), 0))
                        .sum();
    }

    /** The cells of a row to measure together in a block: all that can be measured, or none when each already has its fork. */
    List<Cell> group(int block, String row) {
        List<Cell> members = rows.getOrDefault(row, List.of()).stream()
                .filter(cell -> alive(cell.key()))
                .toList();
        return members.stream().allMatch(cell -> forks.of(cell.key(), block).isPresent()) ? List.of() : members;
    }

    boolean decided(int block, String row) {
        return decisions.containsKey(slot(block, row));
    }

    /** The last decision on a row for this block or an earlier one; empty if there was none. */
    Optional<Fact.Decided> decision(String row, int block) {
        return decisions.values().stream()
                .filter(decided -> decided.row().equals(row) && decided.block() <= block)
                .filter(decided -> block <= reopened || decided.block() > reopened)
                .max(Comparator.comparingInt(Fact.Decided::block));
    }

    /** Whether a row is in a block, by the decisions so far. A row that has all groups of the profile needs no decision to end. */
    boolean in(String row, int block) {
        return decision(row, block).map(Fact.Decided::more).orElse(true)
                && groups(row, block) < plan.profile().mostForks();
    }

    /** Whether a row has had all its groups. */
    public boolean closed(String row) {
        return decision(row, Integer.MAX_VALUE)
                .filter(decided -> !decided.more() && decided.kind() != Fact.Decided.Kind.WAITS)
                .isPresent();
    }

    /** The last block that was started or for which there is a decision. */
    int lastKnownBlock() {
        return Math.max(
                lastBlock,
                decisions.values().stream().mapToInt(Fact.Decided::block).max().orElse(0));
    }
}
