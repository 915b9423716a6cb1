package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.request.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code run}, which say what to measure. */
final class RunOptions {
    @Mixin
    CommonOptions common = new CommonOptions();

    @Mixin
    WhereOptions where = new WhereOptions();

    @Mixin
    private WhatOptions what = new WhatOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Mixin
    private EffortOptions effort = new EffortOptions();

    @Mixin
    RunOutput output = new RunOutput();

    @Mixin
    private NamingOptions naming = new NamingOptions();

    @Option(
            names = "--detach",
            description = "return once measuring has started; use status, attach, stop and collect later")
    boolean detach;

    @Option(
            names = "--clients",
            split = ",",
            paramLabel = "NAME|N",
            description = "client hosts of the hosts file that measure together and share threads or rate; distant only"
                    + " (default: those of the hosts file)")
    private List<String> clients = List.of();

    @Mixin
    private Launcher launcher = Launcher.provided();

    @Option(
            names = "--reference",
            paramLabel = "sysbench",
            description =
                    "measure this program beside the drivers, in turns with them: sysbench of the client host, whose"
                            + " statements go through the native C client (libmariadb)")
    private @Nullable String reference;

    /**
     * The request that these options make.
     *
     * @param unknown whether to ignore options that this version does not know
     * @throws ParameterException if they cannot be parsed
     */
    static Request request(List<String> options, boolean unknown) {
        RunOptions asked = new RunOptions();
        new CommandLine(asked)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setUnmatchedArgumentsAllowed(unknown)
                .parseArgs(options.toArray(String[]::new));
        return asked.request(false);
    }

    /** What these options ask for. */
    Request request(boolean dryRun) {
        Optional<HostRequest> requested = launcher.request(new Launcher.Rest(
                clients, where.where().hosts().database().map(host -> "--db-host " + host), detach, dryRun));
        return new Request(
                "",
                where.where()
                        .measured(requested.isPresent())
                        .with(copy -> copy.clients(requested.isPresent() ? List.of() : clients)
                                .reference(Optional.ofNullable(reference))
                                .requested(requested)),
                what.what(jvm, load.load()),
                effort.effort(),
                effort.question(),
                jvm.seed(),
                jvm.args(),
                naming.name(),
                naming.tags());
    }
}
