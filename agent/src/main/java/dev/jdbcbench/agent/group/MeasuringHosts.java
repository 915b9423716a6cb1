package dev.jdbcbench.agent.group;

import dev.jdbcbench.run.Plan;
import java.nio.file.Path;
import java.util.List;

/** The hosts that measure the groups of a plan: this one, or several clients. */
public interface MeasuringHosts {
    /** A host did not come back, so nothing more can be measured. */
    final class MissingException extends Exception {
        private static final long serialVersionUID = 1L;

        public MissingException(String message) {
            super(message);
        }
    }

    /**
     * Waits until all of them are present.
     *
     * @throws MissingException when one does not appear in time
     */
    void await() throws MissingException, InterruptedException;

    /**
     * The JVMs of a group.
     *
     * @param name name of the group's logs: number of the attempt, and of the block
     */
    GroupHosts group(Plan plan, Path temporary, String name, long seed, List<Member> members);
}
