package dev.jdbcbench.agent.group;

import dev.jdbcbench.agent.turn.ClientTurn;
import dev.jdbcbench.agent.turn.Turn;
import dev.jdbcbench.agent.turn.TurnOrder;
import dev.jdbcbench.load.Share;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

/** The JVMs of a group where they work: on this host, or on several clients. {@link Group} decides what they do, and when. */
public interface GroupHosts {
    /** A host other than this one died, hung or was cut off; the message is the reason, in one line. */
    final class LostException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String host;

        public LostException(String host, String reason) {
            super(reason);
            this.host = host;
        }

        public String host() {
            return host;
        }
    }

    /** The order for a turn, which may depend on a host's share of the cell. */
    interface Order {
        TurnOrder of(Share share) throws Member.FailedException;
    }

    /** A turn that has begun. */
    interface Begun {
        /**
         * Waits for it to end.
         *
         * @param databases CPU time of the run's databases on this host since the start of the turn, ticks; read when
         *     it has ended
         */
        Taken end(LongSupplier databases)
                throws Member.FailedException, LostException, IOException, InterruptedException;
    }

    /**
     * A turn that has ended.
     *
     * @param clients the parts of several clients; empty for a single one
     */
    record Taken(Turn turn, List<ClientTurn> clients) {
        public Taken {
            clients = List.copyOf(clients);
        }
    }

    /** Starts all JVMs. */
    void start() throws Member.FailedException, LostException, IOException, InterruptedException;

    /** Lets a member prepare its scenario. One member at a time, because they share tables and count the rows in them. */
    void prepare(int member) throws Member.FailedException, LostException, IOException, InterruptedException;

    /** Called when all members are prepared, before the first turn. */
    void ready() throws Member.FailedException, LostException, IOException, InterruptedException;

    /** The process IDs of the JVMs on this host, in the order of the members. */
    List<Long> pids();

    /**
     * Begins a member's turn.
     *
     * @param measured whether it is no longer part of the warm-up, so all hosts must begin it at the same time
     */
    Begun begin(int member, Order order, boolean measured)
            throws Member.FailedException, IOException, InterruptedException;

    /** Lets all JVMs end by themselves. */
    void finish() throws IOException, InterruptedException;

    /** Ends all JVMs that are still alive. */
    void close() throws InterruptedException;

    /** The JVMs of a group that measures on this host alone. */
    record Here(GroupJvms jvms) implements GroupHosts {
        @Override
        public void start() throws Member.FailedException, InterruptedException {
            jvms.start();
        }

        @Override
        public void prepare(int member) throws Member.FailedException, InterruptedException {
            jvms.prepare(member);
        }

        @Override
        public void ready() {}

        @Override
        public List<Long> pids() {
            return jvms.pids();
        }

        @Override
        public Begun begin(int member, Order order, boolean measured)
                throws Member.FailedException, InterruptedException {
            jvms.begin(member, order.of(Share.ALL));
            return databases -> new Taken(jvms.end(member, databases), List.of());
        }

        @Override
        public void finish() throws IOException, InterruptedException {
            jvms.finish();
        }

        @Override
        public void close() throws InterruptedException {
            jvms.close();
        }
    }
}
