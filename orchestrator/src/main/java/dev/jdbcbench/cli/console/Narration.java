package dev.jdbcbench.cli.console;

import dev.jdbcbench.event.DroppedRound;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.FactVisitor;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.run.RowText;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.usecase.RunFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells the user about the progress of a run. Not thread safe. */
final class Narration implements FactVisitor {
    private final Plan plan;
    private final RunProgress progress;
    private final Lines console;
    private final Optional<RunDirectory> directory;
    private final List<Event> events = new ArrayList<>();
    private List<String> table = List.of();
    private int cellsChecked;
    private final OwnRows ownRows = new OwnRows();
    private int cellsExplained;

    /**
     * Starts with the earlier events of the run.
     *
     * @param directory where results are stored as they come; empty to store none
     */
    Narration(Plan plan, List<Event> before, Lines console, Optional<RunDirectory> directory) {
        this.plan = plan;
        this.directory = directory;
        this.events.addAll(before);
        this.progress = new RunProgress(plan, before);
        this.console = console;
    }

    /** Announces the plan. */
    void begin() {
        int unsupported = plan.entries().size() - plan.cells().size();
        String cells =
                plan.cells().size() + " cells" + (unsupported == 0 ? "" : " (and " + unsupported + " unsupported)");
        if (plan.goal().extent() != Goal.Extent.MEASURE) {
            boolean profiles = plan.goal().extent() == Goal.Extent.PROFILE;
            console.say("run " + plan.run() + (pings() ? "" : ": " + cells) + (profiles ? ", " + time() : ""));
            return;
        }
        Profile profile = plan.profile();
        console.say("run " + plan.run() + ": " + cells + " × "
                + profile.forks() + (profile.turns() ? " group" : " fork")
                + (profile.forks().equals("1") ? ", " : "s, ") + time() + " (profile "
                + profile.name() + ", seed "
                + plan.seed() + ")");
        boolean compares =
                !plan.goal().contrast().pairs(plan, plan.goal().baseGlob()).isEmpty();
        if (profile.claims() && !compares) {
            console.say("nothing differs along " + plan.goal().contrast() + ": no cell is compared with another");
        }
    }

    private String time() {
        Profile profile = plan.profile();
        String least = Numbers.duration(plan.forksTime(profile.fewestForks()));
        Duration budget = plan.goal().budget();
        return (profile.adaptive()
                        ? "from " + least + " to " + Numbers.duration(plan.forksTime(profile.mostForks()))
                        : "about " + least)
                + (budget == null ? "" : ", at most " + Numbers.duration(budget));
    }

    /** Reports an event if it is worth a line. */
    void onEvent(Event event) {
        events.add(event);
        progress.onEvent(event);
        event.fact().accept(this);
    }

    @Override
    public void runStarted(Fact.RunStarted fact) {
        // the user started it
    }

    @Override
    public void sessionStarted(Fact.SessionStarted fact) {
        if (!plan.cells().isEmpty()) {
            console.step("checking what each cell returns, before anything is measured");
        }
    }

    @Override
    public void cellChecked(Fact.CellChecked check) {
        cellsChecked++;
        if (check.unsupported() != null && check.floorOf() == null) {
            console.say("cannot measure " + name(check.cell()) + ": " + check.unsupported());
        } else if (console.redraws()) {
            console.redraw("checked " + cellsChecked + "/" + plan.measured().size() + " · " + name(check.cell()));
        }
    }

    @Override
    public void cellExplained(Fact.CellExplained explained) {
        if (cellsExplained++ == 0) {
            console.step("counting round trips through a relay that delays the connection");
        }
        if (explained.unavailable() != null) {
            console.warn(
                    "the round trips of " + name(explained.cell()) + " are not counted: " + explained.unavailable());
        } else if (console.redraws()) {
            console.redraw("explained " + cellsExplained + " · " + name(explained.cell()));
        }
        OwnCost own = explained.own();
        if (own != null && plan.goal().extent() == Goal.Extent.MEASURE) {
            plan.cell(explained.cell()).flatMap(cell -> ownRows.add(cell, own)).ifPresent(console::say);
        }
    }

    @Override
    public void bandwidthMeasured(Fact.BandwidthMeasured bandwidth) {
        if (bandwidth.unavailable() != null) {
            console.warn("the bandwidth to " + bandwidth.server() + " is not known: " + bandwidth.unavailable());
        }
    }

    /** Stores the results so far, so users can read them during the next block. */
    @Override
    public void blockStarted(Fact.BlockStarted fact) {
        ownRows.end().ifPresent(console::say);
        if (fact.block() > 1) {
            directory
                    .flatMap(run -> RunFiles.tryToWrite(run, new Fold(plan, events)))
                    .ifPresent(failure -> console.warn(failure.getMessage() + ": " + failure.why()));
        }
    }

    @Override
    public void groupStarted(Fact.GroupStarted fact) {
        started();
    }

    @Override
    public void groupFinished(Fact.GroupFinished fact) {
        Results results = new Fold(plan, events).results();
        if (console.redraws()) {
            table = console.lines(RunDocument.live(results));
            showProgress();
        } else {
            console.redraw(progress.groups()
                    + RowText.of(results, fact.row())
                    + RowText.again(
                            fact.block(),
                            fact.row(),
                            fact.dropped().stream().map(DroppedRound::cause).toList())
                    + progress.rest());
        }
    }

    @Override
    public void forkStarted(Fact.ForkStarted fact) {
        started();
    }

    private void started() {
        if (console.redraws()) {
            showProgress();
        }
    }

    @Override
    public void forkFinished(Fact.ForkFinished fork) {
        if (!fork.inTurns()) { // otherwise when its group has ended
            showProgress();
        }
    }

    @Override
    public void forkFailed(Fact.ForkFailed fork) {
        console.warn(
                (fork.block() == 0 ? "the check of " : "a fork of ") + name(fork.cell()) + " failed: " + fork.reason());
    }

    @Override
    public void forkRejected(Fact.ForkRejected fork) {
        console.say("a fork of " + name(fork.cell()) + " does not count and is repeated: " + fork.reason());
    }

    @Override
    public void serverLost(Fact.ServerLost lost) {
        console.warn("the database " + lost.server() + " of " + lost.topology()
                + (lost.neverStarted() ? " did not start: " : " was lost: ") + lost.reason()
                + (lost.returned() ? "; the interrupted work is repeated" : "; its cells are given up"));
    }

    @Override
    public void clientLost(Fact.ClientLost lost) {
        console.warn("the client " + lost.client() + " was lost: " + lost.reason()
                + "; the group ends for all clients and is repeated");
    }

    @Override
    public void serviceTimeMeasured(Fact.ServiceTimeMeasured times) {
        if (times.unavailable() == null) {
            showProgress();
        } else {
            console.warn("no percentiles of " + name(times.cell()) + ": " + times.unavailable());
        }
    }

    @Override
    public void cellProfiled(Fact.CellProfiled profiled) {
        if (profiled.unavailable() == null) {
            console.say("recorded " + name(profiled.cell()) + " with " + profiled.method());
        } else {
            console.warn("no recording of " + name(profiled.cell()) + ": " + profiled.unavailable());
        }
    }

    @Override
    public void hostUnfit(Fact.HostUnfit host) {
        host.reasons().forEach(reason -> console.warn(host.host() + " is unsuitable for measuring: " + reason));
    }

    @Override
    public void rttMeasured(Fact.RttMeasured rtt) {
        if (pings()) {
            console.redraw("measuring the RTT to " + rtt.server() + " (" + rtt.topology() + "), " + rtt.method()
                    + ", round " + rtt.block());
        }
    }

    @Override
    public void decided(Fact.Decided fact) {
        // visible in the number of forks that are left
    }

    @Override
    public void tablesFilled(Fact.TablesFilled tables) {
        console.step("filling the tables of " + tables.server() + " (" + tables.topology() + "): "
                + 100 * tables.rows() / tables.of() + " % of " + tables.of() + " rows");
    }

    @Override
    public void note(Fact.Note note) {
        console.say(note.text());
    }

    @Override
    public void runFinished(Fact.RunFinished fact) {
        // visible in the results
    }

    private boolean pings() {
        return plan.goal().extent() == Goal.Extent.PING;
    }

    private String name(String key) {
        return plan.cell(key).map(this::name).orElse(key);
    }

    private String name(Cell cell) {
        boolean servers = plan.cells().stream().map(Cell::server).distinct().count() > 1;
        return cell.topology() + " " + (servers ? cell.server() + " " : "") + cell.scenarioWithParams() + " "
                + cell.mode() + " " + cell.driver() + " " + cell.driverVersion();
    }

    private void showProgress() {
        if (console.redraws()) {
            console.redraw(table, progress.line(console.columns()));
        } else {
            console.redraw(progress.line(console.columns()));
        }
    }
}
