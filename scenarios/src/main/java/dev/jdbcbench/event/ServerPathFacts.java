package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is found out about servers and other clients, and the paths to them. */
public interface ServerPathFacts {
    /**
     * Transfer times of payloads of growing size to and from a server, on one connection.
     *
     * @param up payloads in the request, the smallest first; empty when it could not be measured
     * @param down payloads in the reply, smallest first; empty when it could not be measured
     * @param unavailable why it could not be measured; null when it was
     */
    record BandwidthMeasured(
            Topology topology,
            String server,
            List<Transfer> up,
            List<Transfer> down,
            @Nullable String unavailable) implements Fact {
        public BandwidthMeasured {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            up = PartCheck.list(up, Bounds.MOST_ITEMS, "up");
            down = PartCheck.list(down, Bounds.MOST_ITEMS, "down");
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.bandwidthMeasured(this);
        }
    }

    /**
     * Round-trip times from the client host to a server.
     *
     * @param block before this block, or after the last block if one higher than that
     * @param method {@code icmp}, {@code tcp} or {@code protocol}
     * @param micros in the order in which they were measured, µs; empty when it could not be measured
     * @param unavailable why it could not be measured; null when it was
     */
    record RttMeasured(
            Topology topology,
            String server,
            int block,
            RttMethod method,
            List<Double> micros,
            @Nullable String unavailable)
            implements Fact, Fact.InBlock {
        public RttMeasured {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            PartCheck.between(0, Bounds.LAST_BLOCK, block, "block");
            PartCheck.present(method, "method");
            micros = PartCheck.microsOfAll(micros, Bounds.MOST_SAMPLES, "micros");
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.rttMeasured(this);
        }
    }

    /**
     * A server died or became unreachable during a step. The interrupted step does not count and is repeated.
     *
     * @param reason in one line
     * @param restarted whether the server is now a new process; also false when that is unknown
     * @param returned whether the server is back and measuring continues; if not, its cells are given up for the rest of the
     *     agent's session
     * @param neverStarted whether it was not there from the beginning, so nothing was measured with it
     */
    record ServerLost(
            Topology topology,
            String server,
            String reason,
            boolean restarted,
            boolean returned,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_DEFAULT)
            boolean neverStarted)
            implements Fact {
        /** A server that had answered before. */
        public ServerLost(Topology topology, String server, String reason, boolean restarted, boolean returned) {
            this(topology, server, reason, restarted, returned, false);
        }

        public ServerLost {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            reason = PartCheck.message(reason, "reason");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.serverLost(this);
        }
    }

    /**
     * One of several clients died, or was cut off, during a group. The group does not count and is repeated by all.
     *
     * @param client name of its host
     * @param reason in one line
     */
    record ClientLost(int block, String client, String reason) implements Fact, Fact.InBlock {
        public ClientLost {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(client, "client");
            reason = PartCheck.message(reason, "reason");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.clientLost(this);
        }
    }

    /**
     * The tables of the OLTP scenarios are being filled, before anything is measured; logged from time to time.
     *
     * @param rows filled so far, of all tables together
     * @param of total number
     */
    record TablesFilled(Topology topology, String server, long rows, long of) implements Fact {
        public TablesFilled {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            PartCheck.count(rows, "rows");
            PartCheck.count(of, "of");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.tablesFilled(this);
        }
    }
}
