package dev.jdbcbench.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class UndoTest {
    private final List<String> done = new ArrayList<>();
    private final List<Supplier<List<String>>> undos = new ArrayList<>();
    private final Undo undo = new Undo(new Progress() {
        @Override
        public void say(String line) {}

        @Override
        public void warn(String line) {}

        @Override
        public void transferred(String file, long bytes, long total) {}

        @Override
        public void planned(Plan plan, List<Event> before) {}

        @Override
        public void waiting(String what, long seconds) {}

        @Override
        public void cleaningUp() {}

        @Override
        public void cleanUpNeeded(Supplier<List<String>> left) {
            undos.add(left);
        }

        @Override
        public void onEvent(Event event) {}
    });

    private List<String> left() {
        return undos.stream().flatMap(each -> each.get().stream()).toList();
    }

    @Test
    void leftoversAreKnownEvenDuringRemoval() {
        assertThat(left()).isEmpty();
        undo.add("close the line", () -> done.add("closed, with " + left()));
        undo.add("remove the database", "database", () -> done.add("removed, with " + left()));
        undo.add("remove the agent", "agent", () -> done.add("ended, with " + left()));
        assertThat(left()).containsExactly("agent", "database");
        undo.undoAll();
        assertThat(done)
                .containsExactly("ended, with [agent, database]", "removed, with [database]", "closed, with []");
        assertThat(left()).isEmpty();
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
        assertThat(left()).containsExactly("agent");
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
        assertThat(left()).isEmpty();
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
        assertThat(left()).containsExactly("claim");
    }
}
