package dev.jdbcbench.request;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.untrusted.ShellWord;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a user asks for, as typed; nothing is validated yet, and no file is read. It is stored in the user's private
 * state, so later commands can continue the run.
 *
 * @param directory the directory that file names are relative to; empty for the current one
 * @param jvmArgs appended to those of the hosts file
 * @param name the user's name for the run
 * @param tags the user's tags for the run
 */
@RecordBuilder
public record Request(
        String directory,
        Where where,
        What what,
        Effort effort,
        Question question,
        long seed,
        List<String> jvmArgs,
        Optional<String> name,
        List<String> tags)
        implements RequestBuilder.With {
    public Request {
        jvmArgs = List.copyOf(jvmArgs);
        tags = List.copyOf(tags);
    }

    /** A request for hosts, servers and drivers only, with nothing to measure. */
    public static Request of(Where where) {
        return new Request(
                "",
                where,
                What.CORE,
                Effort.of(Profile.SMOKE.name()),
                Question.OF_DRIVERS,
                0,
                List.of(),
                Optional.empty(),
                List.of());
    }

    /** A copy that measures no operations, with this number of rounds. */
    public Request look(Goal.Extent extent, int rounds) {
        return with(copy -> copy.effort(Effort.of(Profile.SMOKE.name()).withForks(Optional.of(String.valueOf(rounds))))
                .question(question.withExtent(extent)));
    }

    /** The command that removes everything that bench left on its hosts. */
    public String clean() {
        return where.hosts.clean(Path.of(directory));
    }

    /**
     * Hosts, servers and drivers.
     *
     * @param topologies {@code local}, {@code distant}
     * @param drivers {@code ID}, {@code ID@VERSION}, {@code ID@FILE.jar} or a label of the hosts file; empty for the default
     *     ones
     * @param servers labels of the hosts file, or {@code mariadb} and {@code mysql}; empty for those of the hosts file
     * @param install overrides the source of binaries
     * @param clients names of the hosts file, the client hosts that measure together; empty for its own clients
     * @param reference a program that is measured alongside the drivers
     * @param requested the request for hosts that exist only for the run; empty for those of the hosts file
     */
    @RecordBuilder
    public record Where(
            List<String> topologies,
            Hosts hosts,
            List<String> drivers,
            List<String> servers,
            Optional<String> install,
            List<String> clients,
            Optional<String> reference,
            Optional<HostRequest> requested)
            implements RequestWhereBuilder.With {
        /** Everything that the hosts file has, or what needs none. */
        public static final Where DEFAULT = new Where(
                List.of(),
                Hosts.NONE,
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());

        public Where {
            topologies = List.copyOf(topologies);
            drivers = List.copyOf(drivers);
            servers = List.copyOf(servers);
            clients = List.copyOf(clients);
        }

        /**
         * A copy with a topology. Unless the user names one, a database host means distant, and no host means local.
         *
         * @param apart whether the database has its own host even if none is named
         */
        public Where measured(boolean apart) {
            Topology topology = apart || hosts.database.isPresent() ? Topology.DISTANT : Topology.LOCAL;
            return topologies.isEmpty() ? withTopologies(List.of(topology.id())) : this;
        }
    }

    /**
     * Where the hosts are described.
     *
     * @param file the hosts file; empty for none
     * @param found whether the user did not name the file: it only was in the directory, or there was none
     * @param database the database host of distant, which overrides the file's
     */
    @RecordBuilder
    public record Hosts(Optional<String> file, boolean found, Optional<String> database)
            implements RequestHostsBuilder.With {
        /** The file that is used if the user names none. */
        public static final String USUAL = "hosts.yaml";

        /** No file. */
        public static final Hosts NONE = new Hosts(Optional.empty(), true, Optional.empty());

        /** These hosts, except where the user now names others. */
        public Hosts over(Hosts others) {
            return new Hosts(
                    others.found ? file : others.file, found && others.found, others.database.or(() -> database));
        }

        /**
         * The command that removes everything that bench left on these hosts.
         *
         * @param directory the directory that the file's name is relative to
         */
        public String clean(Path directory) {
            List<String> words = new ArrayList<>(List.of("./bench", "clean"));
            if (!found && file.isEmpty()) {
                words.addAll(List.of("--hosts", "none"));
            }
            file.map(directory::resolve)
                    .filter(path -> !path.equals(Path.of(USUAL)))
                    .ifPresent(path -> words.addAll(List.of("--hosts", path.toString())));
            database.ifPresent(host -> words.addAll(List.of("--db-host", host)));
            return words.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
        }
    }

    /**
     * The operations and how to run them.
     *
     * @param scenarios globs over scenario ids, {@code core} or {@code all}; empty for {@code core}
     * @param modes empty for all
     * @param transports empty for TCP
     * @param threads whole numbers; empty for one thread
     * @param threadKinds kinds of threads for the scenarios that have a choice; empty for platform threads
     * @param own the user's own operations, in addition to those of the hosts file
     * @param tables the data of the OLTP scenarios
     * @param load rates at which operations arrive
     */
    @RecordBuilder
    public record What(
            List<String> scenarios,
            List<String> modes,
            List<String> transports,
            List<String> threads,
            List<String> threadKinds,
            Own own,
            Tables tables,
            Load load)
            implements RequestWhatBuilder.With {
        /** The core set. */
        public static final What CORE =
                new What(List.of(), List.of(), List.of(), List.of(), List.of(), Own.NONE, Tables.DEFAULT, Load.CLOSED);

        public What {
            scenarios = List.copyOf(scenarios);
            modes = List.copyOf(modes);
            transports = List.copyOf(transports);
            threads = List.copyOf(threads);
            threadKinds = List.copyOf(threadKinds);
        }
    }

    /**
     * The user's own operations.
     *
     * @param sql files with a statement each
     * @param recording a recording, whose most frequent transactions are measured
     * @param top how many of them
     * @param setUp a file with the statements that create their data
     */
    public record Own(List<String> sql, Optional<String> recording, Optional<String> top, Optional<String> setUp) {
        /** Nothing. */
        public static final Own NONE = new Own(List.of(), Optional.empty(), Optional.empty(), Optional.empty());

        public Own {
            sql = List.copyOf(sql);
        }

        /** Whether there are operations. */
        public boolean any() {
            return !sql.isEmpty() || recording.isPresent();
        }
    }

    /**
     * The data of the OLTP scenarios.
     *
     * @param number number of tables; empty for one
     * @param size rows of each; empty for 10 000
     * @param distribution distribution of the keys; empty for uniform
     */
    public record Tables(Optional<String> number, Optional<String> size, Optional<String> distribution) {
        /** One table of 10 000 rows, uniformly distributed keys. */
        public static final Tables DEFAULT = new Tables(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Open load.
     *
     * @param rates such as {@code 2000/s}; empty for a closed loop
     * @param arrivals {@code constant} or {@code poisson}; empty for constant
     */
    public record Load(List<String> rates, Optional<String> arrivals) {
        /** No open load. */
        public static final Load CLOSED = new Load(List.of(), Optional.empty());

        public Load {
            rates = List.copyOf(rates);
        }
    }

    /**
     * How much to measure.
     *
     * @param profile its name
     * @param forks {@code 8} or {@code 4-20}; if this or any of the following is empty, the profile's value applies
     * @param iterations a number
     * @param iterationTime a duration
     * @param target a percentage: {@code 3%}
     * @param budget a duration
     * @param forkLimit a duration
     * @param turns whether to measure the cells of a row in turns, if the profile does so
     */
    @RecordBuilder
    public record Effort(
            String profile,
            Optional<String> forks,
            Optional<String> iterations,
            Optional<String> iterationTime,
            Optional<String> target,
            Optional<String> budget,
            Optional<String> forkLimit,
            boolean turns)
            implements RequestEffortBuilder.With {
        /** A profile without changes. */
        public static Effort of(String profile) {
            return RequestEffortBuilder.builder().profile(profile).turns(true).build();
        }
    }

    /**
     * What the run should answer.
     *
     * @param contrast the name of an axis
     * @param base a glob over cells
     * @param percentiles whether to measure service times as well
     * @param force whether to measure on unsuitable hosts
     * @param explain whether to count round trips first; the profile smoke does not
     * @param own whether to measure what each driver's own code costs when round trips are counted
     * @param extent how much of a run to carry out
     */
    @RecordBuilder
    public record Question(
            Optional<String> contrast,
            Optional<String> base,
            boolean percentiles,
            boolean force,
            boolean explain,
            @MayBeMissing boolean own,
            Goal.Extent extent)
            implements RequestQuestionBuilder.With {
        /** Which driver is faster? */
        public static final Question OF_DRIVERS =
                new Question(Optional.empty(), Optional.empty(), false, false, true, false, Goal.Extent.MEASURE);
    }
}
