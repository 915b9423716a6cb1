package dev.jdbcbench.session;

import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.untrusted.SafeFile;

/** Handles the situation that this machine can no longer write events. */
public final class FullDisk {
    private FullDisk() {}

    /** The failure if nothing was measured yet. */
    public static Failure failure(EventLog.UnwritableException e) {
        return e.getCause() instanceof SafeFile.RefusedException refused
                ? FileTrouble.failure(what(e), refused, "")
                : new Failure.Command(
                        what(e),
                        String.valueOf(e.getMessage()),
                        hint(e) + " Or name another directory with --results.",
                        e);
    }

    /** The failure during a run. */
    public static Failure failure(EventLog.UnwritableException e, Fold fold) {
        boolean measured = fold.events().stream().anyMatch(event -> event.is(Fact.ForkFinished.class));
        if (!measured) {
            return failure(e);
        }
        Failure incomplete = new Failure.Incomplete(
                what(e),
                String.valueOf(e.getMessage()),
                hint(e) + " ./bench resume " + fold.plan().run() + " measures what is missing.");
        incomplete.addSuppressed(e);
        return incomplete;
    }

    /**
     * Writes a fact that does not affect the results. If it cannot be written, only a warning follows, because
     * something more important has failed before.
     */
    public static void appendOrReport(EventLog log, Progress progress, Fact fact) {
        try {
            log.append(fact);
        } catch (EventLog.UnwritableException e) {
            progress.warn(String.valueOf(e.getMessage()));
        }
    }

    private static String what(EventLog.UnwritableException e) {
        return "cannot write what is measured to " + e.file();
    }

    private static String hint(EventLog.UnwritableException e) {
        return "Make room (df -h " + e.file() + "). What the file has is complete and can be read.";
    }
}
