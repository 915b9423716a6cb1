package dev.jdbcbench.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UndoTest {
    private final List<String> done = new ArrayList<>();
    private final Said said = new Said();
    private final Undo undo = new Undo(said);

    @Test
    void leftoversAreKnownEvenDuringRemoval() {
        assertThat(said.left()).isEmpty();
        undo.add("close the line", () -> done.add("closed, with " + said.left()));
        undo.add("remove the database", "database", () -> done.add("removed, with " + said.left()));
        undo.add("remove the agent", "agent", () -> done.add("ended, with " + said.left()));
        assertThat(said.left()).containsExactly("agent", "database");
        undo.undoAll();
        assertThat(done)
                .containsExactly("ended, with [agent, database]", "removed, with [database]", "closed, with []");
        assertThat(said.left()).isEmpty();
    }

    @Test
    void failedRemovalStaysALeftover() {
        undo.add("remove the database", "database", () -> done.add("removed"));
        undo.add("remove the agent", "agent", () -> {
            throw new Failure.Host("the line was lost", "", "", null);
        });
        undo.stopWaiting();
        assertThatThrownBy(undo::undoAll).hasMessage("something was left behind");
        assertThat(done).containsExactly("removed");
        assertThat(said.left()).containsExactly("agent");
    }

    @Test
    void interruptIsDeferredUntilAllIsRemoved() {
        undo.add("one", () -> done.add("one " + Thread.currentThread().isInterrupted()));
        Thread.currentThread().interrupt();
        undo.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done).containsExactly("one false");
    }

    private static Failure.Host lost() {
        return new Failure.Host("the line to db was lost", "the SSH session ended", "Is it up?", null);
    }

    @Test
    void removalWaitsForTheConnection() {
        AtomicInteger attempts = new AtomicInteger();
        undo.add("remove the database", "database", () -> {
            if (attempts.incrementAndGet() < 2) {
                throw lost();
            }
        });
        undo.undoAll();
        assertThat(attempts).hasValue(2);
        assertThat(said.left()).isEmpty();
    }

    @Test
    void permanentlyLostConnectionIsAwaitedOnce() {
        AtomicInteger attempts = new AtomicInteger();
        Runnable fails = () -> {
            attempts.incrementAndGet();
            throw lost();
        };
        undo.add("take leave", "claim", fails);
        Undo inner = undo.inner();
        inner.add("fetch a log", fails);
        inner.stopWaiting();
        assertThat(inner.undoAllAfter(Optional.empty())).isEmpty();
        Failure.Host first = lost();
        assertThat(undo.undoAllAfter(Optional.of(first))).contains(first);
        assertThat(first.getSuppressed()).hasSize(1);
        assertThat(((Failure) first.getSuppressed()[0]).why()).contains("cannot take leave");
        assertThat(attempts).hasValue(2);
        assertThat(said.left()).containsExactly("claim");
    }
}
