package dev.jdbcbench.host;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript.WhenAbandoned;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What runs rely on: the journal, the processes and the leases of a host, real or in memory. */
abstract class HostScriptContract {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final AtomicInteger TESTS = new AtomicInteger();

    private final String run = "contract-" + ProcessHandle.current().pid() + "-" + TESTS.incrementAndGet();
    private Optional<HostScript> installed = Optional.empty();
    private String directory = "";

    /** A host. */
    abstract Host connect();

    /** Nobody renews a lease, and time passes until this is so. */
    abstract void await(BooleanSupplier condition);

    private HostScript script() {
        return installed.orElseThrow();
    }

    @BeforeEach
    void begin() {
        installed = Optional.of(HostScript.install(connect()));
        directory = script().begin(run, "role", LONG);
    }

    @AfterEach
    void nothingIsLeft() {
        entries().forEach(entry -> script().discard(entry.directory()));
        assertThat(entries()).isEmpty();
    }

    private List<JournalEntry> entries() {
        return script().entries().stream()
                .filter(entry -> entry.run().equals(run))
                .sorted(Comparator.comparingLong(JournalEntry::ticket))
                .toList();
    }

    private boolean runs() {
        return entries().stream()
                .anyMatch(entry ->
                        entry.directory().equals(directory) && entry.process().isPresent());
    }

    private void launch(Duration lease, WhenAbandoned whenAbandoned) {
        script().launch(directory, lease, whenAbandoned, Command.of("sleep", "600"));
        assertThat(runs()).isTrue();
    }

    private static void refused(ThrowingCallable step, String why) {
        assertWhy(Failure.Command.class, step).contains(why);
    }

    @Test
    void begunDirectoryIsInTheJournalWithItsOwner() {
        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.role()).isEqualTo("role");
            assertThat(entry.directory()).isEqualTo(directory);
            assertThat(entry.process()).isEmpty();
            assertThat(entry.leaseSeconds()).contains(LONG.toSeconds());
            assertThat(entry.unattendedSeconds())
                    .hasValueSatisfying(age -> assertThat(age).isLessThan(60));
            assertThat(entry.owner()).hasValueSatisfying(owner -> {
                assertThat(owner.onThisMachine()).isTrue();
                assertThat(owner.alive()).isTrue();
            });
        });
    }

    @Test
    void directoryOfAnotherBenchIsNotTakenOver() {
        refused(() -> script().begin(run, "role", LONG), "is already in the journal");
        assertThat(entries()).hasSize(1);
    }

    @Test
    void earlierDirectoryHasTheSmallerTicket() {
        script().begin(run, "later", LONG);
        assertThat(entries()).extracting(JournalEntry::role).containsExactly("role", "later");
    }

    @Test
    void stoppedProcessLeavesItsDirectoryAndDiscardRemovesIt() {
        launch(LONG, WhenAbandoned.REMOVE);
        script().stop(directory);
        assertThat(runs()).isFalse();
        assertThat(entries()).hasSize(1);
        script().discard(directory);
        assertThat(entries()).isEmpty();
    }

    @Test
    void expiredLeaseEndsTheProcessAndRemovesItsDirectory() {
        launch(SHORT, WhenAbandoned.REMOVE);
        await(() -> entries().isEmpty());
    }

    @Test
    void directoryThatIsKeptOutlivesItsLease() {
        launch(SHORT, WhenAbandoned.KEEP);
        Command exit = Command.query("cat", directory + "/exit");
        await(() -> script().host().run(exit).ok());
        assertThat(runs()).isFalse();
        assertThat(entries()).hasSize(1);
    }

    @Test
    void detachedProcessRunsUntilItsNewLeaseExpires() {
        launch(SHORT, WhenAbandoned.REMOVE);
        script().leave(directory, LONG, WhenAbandoned.KEEP);
        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.leaseSeconds()).contains(LONG.toSeconds());
            assertThat(entry.owner()).hasValueSatisfying(owner -> {
                assertThat(owner.left()).isTrue();
                assertThat(owner.onThisMachine()).isFalse();
            });
        });
        script().leave(directory, SHORT, WhenAbandoned.REMOVE);
        await(() -> entries().isEmpty());
    }

    @Test
    void nothingIsChangedOnceTheClaimIsGone() {
        String claim = script().begin(run, "bench-1", LONG);
        HostScript guarded = script().guardedBy(claim);
        launch(LONG, WhenAbandoned.REMOVE);
        script().discard(claim);
        refused(() -> guarded.stop(directory), "has expired");
        refused(() -> guarded.discard(directory), "has expired");
        assertThat(runs()).isTrue();
    }

    @Test
    void sweepSparesARunThatIsClaimedMeanwhile() {
        long seen = entries().get(0).ticket();
        String claim = script().begin(run, "bench-1", LONG);
        refused(() -> script().sweep(directory, seen), "another bench has taken over the run");
        assertThat(entries()).hasSize(2);
        script().discard(claim);
        launch(LONG, WhenAbandoned.KEEP);
        script().sweep(directory, entries().get(0).ticket());
        assertThat(entries()).isEmpty();
    }

    @Test
    void onlyDirectoriesOfRunsAreRemoved() {
        refused(() -> script().discard("/tmp/foreign"), "is not below");
    }
}
