package dev.jdbcbench.cli;

import dev.jdbcbench.usecase.Copies;
import dev.jdbcbench.usecase.NamedRun;
import dev.jdbcbench.usecase.Reports;
import java.io.PrintWriter;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import picocli.CommandLine.Command;

/** Reports for others, and the option that asks for them: a mixin of picocli, and a service that an extension provides. */
public interface Sharing {
    /** Whether the report is for others. */
    boolean asked();

    /**
     * Copies runs.
     *
     * @param known what is known of a run, by its ID; throws Failure.Input if nothing is
     * @param err receives warnings about hosts that are unknown here
     */
    Copies of(List<Reports.Read> runs, Function<String, NamedRun> known, PrintWriter err);

    /** That on the class path, or none. */
    static Sharing provided() {
        return ServiceLoader.load(Sharing.class).findFirst().orElseGet(None::new);
    }

    /** No option: reports are for those who made the runs. */
    @Command
    final class None implements Sharing {
        @Override
        public boolean asked() {
            return false;
        }

        @Override
        public Copies of(List<Reports.Read> runs, Function<String, NamedRun> known, PrintWriter err) {
            throw new IllegalStateException("nothing asks for copies");
        }
    }
}
