package dev.jdbcbench.bisect;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.CompareEffort;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.cli.JvmOptions;
import dev.jdbcbench.cli.LowerCaseConverter;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.WhatOptions;
import dev.jdbcbench.cli.WhereOptions;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.request.Quantity;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.usecase.Here;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench bisect}: the first version of a driver that differs. */
@Command(
        name = "bisect",
        mixinStandardHelpOptions = true,
        header = "which version of a driver is the first that differs?",
        description = {
            "Searches the versions in the Maven repositories by halving. Each step compares a version with the oldest"
                    + " one: what they exchange with the server, which takes seconds, or with --metric time how long they"
                    + " take.",
            "Needs --scenario, and --driver with one driver and a range of its versions. Neither has a default here, and jars have no range.",
            "With --metric time, each comparison may take as long as --budget says.",
            "With --all, it looks at each version instead: a change that was taken back between two equal ends shows only then.",
            "A version differs if it needs more or less than the oldest one, or if only one of the two can do the operation.",
            "Prints the result as Markdown, for a ticket. Versions that cannot be judged are skipped; if the newest one cannot, it ends with 5."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./bench bisect --driver mariadb@3.5.0..3.5.11 --scenario PoolReadOnly",
            "  ./bench bisect --driver mariadb@3.5.0..4.0.0 --scenario 'Pool*:default' --all",
            "  ./bench bisect --driver mysql@8.0.33..26.10.0 --scenario Select1000Rows:text --metric time"
        })
public final class BisectCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private WhatOptions what = new WhatOptions();

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Mixin
    private CompareEffort effort = new CompareEffort();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--metric",
            paramLabel = "WHAT",
            defaultValue = "round-trips",
            converter = LowerCaseConverter.class,
            description =
                    "round-trips, statements, bytes, commits (and rollbacks), own, or time (default: ${DEFAULT-VALUE})")
    private String metric = "round-trips";

    @Mixin
    private EachVersion each = new EachVersion();

    @Option(
            names = "--fail-above",
            paramLabel = "PERCENT",
            defaultValue = "5%",
            description = "with --metric time or own: how much slower or faster a version has to be (default: 5%%)")
    private String failAbove = "5%";

    public BisectCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        List<String> problems = new ArrayList<>();
        Bisect.Metric chosen = Bisect.Metric.of(metric);
        double limit = Quantity.limit("--fail-above", failAbove, problems).orElse(0.0);
        each.refuse(spec, problems);
        Request request = new Request(
                "",
                where.where().measured(false),
                what.what(jvm, Request.Load.CLOSED),
                effort.effort(false, !chosen.measured()),
                effort.question(),
                jvm.seed(),
                jvm.args(),
                Optional.empty(),
                List.of());
        Here here = HostCommand.here(around, spec, common);
        Bisect bisect = Bisect.of(request, chosen, limit, here, problems);
        List<String> words =
                List.copyOf(spec.root().commandLine().getParseResult().originalArgs());
        if (!each.runs().isEmpty()) {
            print(bisect.ofRuns(each.runs(), words));
            return ExitCode.OK.number();
        }
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            if (each.asked()) {
                bisect.each(each.own(), words, this::print, console);
            } else {
                bisect.carryOut(words, this::print, console);
            }
            return ExitCode.OK;
        });
    }

    private void print(Found found) {
        boolean forTicket = output.page(spec).columns() == Page.UNLIMITED;
        output.print(
                spec,
                output.json() ? Json.pretty(found) : forTicket ? found.markdown() : output.text(spec, found.text()));
    }
}
