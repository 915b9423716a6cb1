package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine;

/**
 * A run that a command names, as far as it is known on this machine.
 *
 * @param id which is all that is known of one that was begun elsewhere
 * @param directory empty when it was begun elsewhere
 * @param called the command that began it, as if it were called again; empty when nobody wrote it down
 */
record NamedRun(String id, Optional<RunDirectory> directory, Optional<RunCommand> called, WhereOverride override) {
    /** The run of that id, or in that directory. */
    static NamedRun of(String name, Path results, WhereOverride override) {
        Optional<RunDirectory> directory = new RunStore(results).find(name);
        return new NamedRun(
                directory.map(RunDirectory::run).orElse(name),
                directory,
                directory.flatMap(RunDirectory::invocation).flatMap(invocation -> parsed(invocation, override)),
                override);
    }

    private static Optional<RunCommand> parsed(Invocation invocation, WhereOverride override) {
        if (!invocation.words().get(0).equals("run")) {
            return Optional.empty();
        }
        RunCommand command = new RunCommand();
        List<String> words = invocation.words();
        new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        return Optional.of(command.calledIn(Path.of(invocation.directory()), override));
    }

    /**
     * The hosts that may have something of it.
     *
     * @throws Failure.Input when the run has hosts that are not known
     */
    Collection<HostSpec> hosts() {
        WhereOptions where = new WhereOptions();
        override.apply(where);
        Hosts hosts = called.map(RunCommand::hosts).orElseGet(where::hosts);
        Map<String, HostSpec> known =
                known(hosts, called.map(RunCommand::databaseHost).orElseGet(() -> where.databaseHost(hosts)));
        if (directory.isEmpty()) {
            return known.values();
        }
        Map<String, HostSpec> needed = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (String name : names(directory.get().read().plan())) {
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

    /** The command that removes all that bench has on its hosts. */
    String clean() {
        return called.map(RunCommand::clean).orElseGet(override::clean);
    }

    /** All hosts that a hosts file and an option name, by their names. */
    static Map<String, HostSpec> known(Hosts hosts, Optional<HostSpec> database) {
        Map<String, HostSpec> known = new LinkedHashMap<>();
        HostSpec client = hosts.clientHost();
        known.put(client.name(), client);
        known.putAll(hosts.hosts());
        database.ifPresent(spec -> known.put(spec.name(), spec));
        return known;
    }

    /** Of the hosts that bench works on: an external server is on none of them. */
    private static Collection<String> names(Plan plan) {
        Collection<String> names = new TreeSet<>();
        for (Plan.Server server : plan.servers()) {
            names.add(server.client());
            if (!server.install().equals("external")) {
                names.add(server.database());
            }
        }
        return names;
    }

    /**
     * The command that began it.
     *
     * @throws Failure.Input when that is not known
     */
    RunCommand command() {
        return called.orElseThrow(() -> new Failure.Input(
                "run " + id + " cannot be resumed",
                List.of(
                        directory.isEmpty()
                                ? "it is known neither here nor on the hosts"
                                : "it was not made by bench run, or nobody wrote down how it was called"),
                "./bench list runs shows the runs that are known here; --hosts FILE names other hosts."));
    }
}
