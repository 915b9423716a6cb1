package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.untrusted.RunId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What happens to a run as a whole: its sessions, blocks and decisions, and what its hosts are like. */
public interface RunFacts {
    /** The orchestrator starts or resumes a run. */
    record RunStarted(String run, String benchVersion) implements Fact {
        public RunStarted {
            new RunId(PartCheck.name(run, "run"));
            PartCheck.name(benchVersion, "benchVersion");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.runStarted(this);
        }
    }

    /**
     * The agent starts, with the facts it found.
     *
     * @param pid process ID of the agent
     * @param scenariosSha256 checksum of the jar with the scenarios
     * @param notReadable parts of {@link Noise} that this host does not report, with the reason: {@code frequency: …}; empty in
     *     files of versions that did not check
     * @param effort how much the session is to measure, see {@link Plan#effort}; null in files of versions without it
     */
    record SessionStarted(
            String run,
            long pid,
            Jvm jvm,
            String scenariosSha256,
            List<ServerFacts> servers,
            @JsonProperty(isRequired = OptBoolean.FALSE) List<String> notReadable,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
            String effort)
            implements Fact {

        public SessionStarted {
            new RunId(PartCheck.name(run, "run"));
            PartCheck.between(0, Long.MAX_VALUE, pid, "pid");
            PartCheck.present(jvm, "jvm");
            PartCheck.name(scenariosSha256, "scenariosSha256");
            servers = PartCheck.list(servers, Bounds.MOST_ITEMS, "servers");
            notReadable =
                    notReadable == null ? List.of() : PartCheck.texts(notReadable, Bounds.MOST_ITEMS, "notReadable");
            effort = PartCheck.messageIfAny(effort);
        }

        /** The facts about a server; empty when the agent never reached it. */
        public Optional<ServerFacts> server(Topology topology, String server) {
            return servers.stream()
                    .filter(facts ->
                            facts.topology() == topology && facts.server().equals(server))
                    .findFirst();
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.sessionStarted(this);
        }
    }

    /** A block starts; each cell runs once. */
    record BlockStarted(int block) implements Fact, Fact.InBlock {
        public BlockStarted {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.blockStarted(this);
        }
    }

    /**
     * The decision whether a row gets another block, with the reason.
     *
     * @param block the block in question
     * @param more whether the row is part of it
     * @param kind why the row is not part of it although it needs more; null otherwise
     */
    record Decided(
            String row,
            int block,
            boolean more,
            String decision,
            @MayBeMissing @Nullable Kind kind) implements Fact, Fact.InBlock {
        /** Why a row that needs more does not get it. */
        public enum Kind {
            /** Other rows come first. It may still get its turn. */
            WAITS,
            /** The budget has no time for it. */
            BUDGET;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public Decided {
            PartCheck.name(row, "row");
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            decision = PartCheck.message(decision, "decision");
        }

        /** A row that is part of the block, or has enough. */
        public Decided(String row, int block, boolean more, String decision) {
            this(row, block, more, decision, null);
        }

        /** Reads a decision. Files of versions without kinds tell them only by the text. */
        @JsonCreator
        static Decided read(
                @JsonProperty("row") String row,
                @JsonProperty("block") int block,
                @JsonProperty("more") boolean more,
                @JsonProperty("decision") String decision,
                @JsonProperty("kind") @MayBeMissing @Nullable Kind kind) {
            if (more || kind != null) {
                return new Decided(row, block, more, decision, kind);
            }
            Kind told = decision.startsWith("waits for rows that come first")
                    ? Kind.WAITS
                    : decision.startsWith("budget exhausted") ? Kind.BUDGET : null;
            return new Decided(row, block, false, decision, told);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.decided(this);
        }
    }

    /**
     * A host is unsuitable for measuring.
     *
     * @param host name in the plan
     * @param reasons at least one, one line each
     */
    record HostUnfit(String host, List<String> reasons) implements Fact {
        public HostUnfit {
            PartCheck.name(host, "host");
            reasons = PartCheck.texts(reasons, Bounds.MOST_ITEMS, "reasons");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.hostUnfit(this);
        }
    }

    /** A note that readers of the results need. */
    record Note(String text) implements Fact {
        public Note {
            text = PartCheck.message(text, "text");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.note(this);
        }
    }

    /** The source will write no more events. */
    record RunFinished(String outcome) implements Fact {
        public RunFinished {
            outcome = PartCheck.message(outcome, "outcome");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.runFinished(this);
        }
    }
}
