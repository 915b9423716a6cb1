package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunOrigin;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.RunId;
import dev.jdbcbench.untrusted.SecretWords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A run named on the command line, as far as this machine knows it.
 *
 * @param id the run's ID; nothing else is known of a run started elsewhere
 * @param directory its directory; empty if it was started elsewhere
 * @param origin how this user started it here. Empty otherwise: then nothing in the directory may decide where to
 *     connect or what to execute
 * @param override options that state where its hosts are now
 * @param around the environment of the command that names it
 */
record NamedRun(
        String id,
        Optional<RunDirectory> directory,
        Optional<RunOrigin> origin,
        WhereOverride override,
        CommandContext around) {
    /**
     * The run with that ID, or in that directory.
     *
     * @throws Failure.Input if the name can be neither
     */
    static NamedRun of(String name, Path results, WhereOverride override, CommandContext around) {
        Optional<RunDirectory> directory = new RunStore(results).find(name);
        if (directory.isEmpty() && !RunId.admits(name)) {
            throw new Failure.Input(
                    "there is no run " + name,
                    List.of("it is neither a directory nor the id of a run"),
                    "./bench list runs shows the runs that are known here.");
        }
        return new NamedRun(
                directory.map(RunDirectory::run).orElse(name),
                directory,
                directory.flatMap(RunOrigins.ofUser()::of),
                override,
                around);
    }

    /**
     * The command that started the run, restored; empty without an origin, and for commands other than {@code run}.
     *
     * @param unknown whether to ignore options that this version does not know: they do not affect where the run's
     *     hosts are
     * @throws Failure.Input if it cannot be parsed
     */
    private Optional<RunCommand> called(boolean unknown) {
        return origin.filter(started -> started.words().get(0).equals("run"))
                .map(started -> stored(
                                started.words().subList(1, started.words().size()), unknown)
                        .calledIn(
                                Path.of(started.directory()),
                                Optional.ofNullable(started.hostsFile()).map(Path::of),
                                override));
    }

    private RunCommand stored(List<String> options, boolean unknown) {
        try {
            return parsed(options, unknown, around);
        } catch (ParameterException e) {
            throw new Failure.Input(
                    "this version of bench does not understand how run " + id + " was started",
                    List.of(
                            String.valueOf(e.getMessage()),
                            "bench run " + String.join(" ", SecretWords.masked(options))),
                    "collect and list show what it measured. Measure what is missing in a new run.");
        }
    }

    /** The command {@code bench run} with these options, maybe unknown ones among them. */
    static RunCommand parsed(List<String> options, boolean unknown, CommandContext around) {
        RunCommand command = new RunCommand(around); // only parsed, never called
        new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setUnmatchedArgumentsAllowed(unknown)
                .parseArgs(options.toArray(String[]::new));
        return command;
    }

    /** Whether it is here and closed, so no host has anything of it. */
    boolean closed() {
        return directory.map(RunDirectory::closed).orElse(false);
    }

    /** Whether bench knows where it may connect: this user started the run here, or names its hosts, or knows nothing but its id. */
    boolean hostsAreKnown() {
        return directory.isEmpty() || origin.isPresent() || override.namesHosts();
    }

    /**
     * The hosts that may hold data of this run.
     *
     * @throws Failure.Input if the run's hosts are not known
     */
    Collection<HostSpec> hosts() {
        if (!hostsAreKnown()) {
            throw new Failure.Input(
                    "run " + id + " was not started from this account on this machine",
                    List.of("bench does not trust its directory to name the hosts, so it contacted none"),
                    "Name its hosts: --hosts FILE.");
        }
        HostOptions where = override.hostOptions();
        Optional<RunCommand> called = called(true);
        Hosts hosts = called.map(RunCommand::hosts).orElseGet(() -> where.hosts(around));
        Map<String, HostSpec> known =
                known(hosts, called.map(RunCommand::databaseHost).orElseGet(() -> where.databaseHost(hosts)));
        if (directory.isEmpty()) {
            return known.values();
        }
        Map<String, HostSpec> needed = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (String name : names(directory.get().plan())) {
            HostSpec spec = known.get(name);
            if (spec == null) {
                unknown.add("no host is called " + name);
            } else {
                needed.put(name, spec);
            }
        }
        if (!unknown.isEmpty()) {
            throw new Failure.Input(
                    "the hosts of run " + id + " are not known",
                    unknown,
                    "Name the hosts file that has them: --hosts FILE.");
        }
        return needed.values();
    }

    /** The servers that bench did not start and the run may have measured, as far as this machine knows them. */
    List<ServerSpec.External> externals() {
        Hosts hosts = called(true)
                .map(RunCommand::hosts)
                .orElseGet(() -> override.hostOptions().hosts(around));
        return hosts.servers().values().stream()
                .flatMap(server -> server.external().stream())
                .toList();
    }

    /** The command that removes everything that bench left on the run's hosts. */
    String clean() {
        return called(true).map(RunCommand::clean).orElseGet(override::clean);
    }

    /** All hosts in a hosts file and in --db-host, by name. */
    static Map<String, HostSpec> known(Hosts hosts, Optional<HostSpec> database) {
        Map<String, HostSpec> known = new LinkedHashMap<>();
        HostSpec client = hosts.clientHost();
        known.put(client.name(), client);
        known.putAll(hosts.hosts());
        database.ifPresent(spec -> known.put(spec.name(), spec));
        return known;
    }

    /** The names of the hosts on which bench works; hosts of external servers are not among them. */
    private static Collection<String> names(Plan plan) {
        Collection<String> names = new TreeSet<>();
        names.addAll(plan.clientHosts());
        for (Plan.Server server : plan.servers()) {
            if (!Install.EXTERNAL.id().equals(server.install())) {
                names.add(server.database());
            }
        }
        return names;
    }

    /**
     * The command that started it.
     *
     * @param options the options to repeat a run that this user did not start here; empty for none
     * @throws Failure.Input if the command is not known
     */
    RunCommand command(List<String> options) {
        if (origin.isPresent() && !options.isEmpty()) {
            throw new Failure.Input(
                    "run " + id + " was started from this account: its options are known",
                    List.of("options behind -- : " + String.join(" ", options)),
                    "Leave them out.");
        }
        if (!options.isEmpty()) {
            return parsed(options, false, around).with(override);
        }
        return called(false)
                .orElseThrow(
                        () -> new Failure.Input(
                                "run " + id + " cannot be resumed",
                                List.of(
                                        directory.isEmpty()
                                                ? "it is known neither here nor on the hosts"
                                                : origin.isPresent()
                                                        ? "it was not made by bench run"
                                                        : "it was not started from this account on this machine; bench does not trust its options"),
                                directory.isPresent() && origin.isEmpty()
                                        ? "Repeat the options of its bench run behind --, as you would type them (its command.json has them for people to read): ./bench resume "
                                                + id + " -- --topology local --scenario Do1"
                                        : "./bench list runs shows the runs that are known here; --hosts FILE names other hosts."));
    }
}
