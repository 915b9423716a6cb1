package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import picocli.CommandLine.Command;

/** Reports for others, and the option that asks for them: a mixin of picocli, and a service that an extension provides. */
public interface Sharing {
    /** What this machine knows of a run's hosts and external servers. */
    record Known(Collection<HostSpec> hosts, List<ServerSpec.External> externals) {
        public Known {
            hosts = List.copyOf(hosts);
            externals = List.copyOf(externals);
        }
    }

    /** Copies of runs for others, which may be shown together. */
    interface Copies {
        List<Reports.Read> runs();

        /**
         * The question for these copies.
         *
         * @throws Failure.Input if they cannot answer it
         */
        SideBySide.Question question(SideBySide.Question question);

        /** Writes them, with a page beside them, to a directory. */
        void write(Path out, String page, String html);

        /** What they lack, and what bench cannot promise about them. */
        String leftOut();
    }

    /** Whether the report is for others. */
    boolean asked();

    /**
     * Copies runs.
     *
     * @param known what is known of a run, by its ID; throws Failure.Input if nothing is
     * @param err receives warnings about hosts that are unknown here
     */
    Copies of(List<Reports.Read> runs, Function<String, Known> known, PrintWriter err);

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
        public Copies of(List<Reports.Read> runs, Function<String, Known> known, PrintWriter err) {
            throw new IllegalStateException("nothing asks for copies");
        }
    }
}
