package dev.jdbcbench.agent.group;

import dev.jdbcbench.agent.turn.Reference;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of a group.
 *
 * @param operation approximate duration of one operation
 * @param driverJars the class path of the cell's driver
 * @param log receives everything that the JVM prints
 * @param reference the program that is measured instead of a JVM; empty for a driver
 */
public record Member(
        Cell cell,
        ScenarioCatalogue.Entry scenario,
        Duration operation,
        List<Path> driverJars,
        Path log,
        Optional<Reference> reference) {
    /** A JVM ended or hung; the message is one line. */
    public static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Member member;

        public FailedException(Member member, String reason, @Nullable Throwable cause) {
            super(reason, cause);
            this.member = member;
        }

        public Member member() {
            return member;
        }
    }
}
