package dev.jdbcbench.offline;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.cli.WhereOptions;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.untrusted.ShellWord;
import dev.jdbcbench.usecase.HostCare;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench fetch}: downloads what runs need, for machines without network. */
@Command(
        name = "fetch",
        mixinStandardHelpOptions = true,
        header = "downloads what runs need, for hosts without internet",
        description = {
            "Downloads the drivers, the jars that they need, the portable MariaDB and images of containers: whatever"
                    + " run, compare and explain would download with the same --driver, --server and --hosts. Every"
                    + " checksum is verified. Files that are already there are kept.",
            "With --out, writes all of it into a bundle too. Carry it to a machine without internet, and read it there with --from."
        },
        footerHeading = "%n",
        footer = {
            "  ./bench fetch --driver mariadb@3.5.9,mariadb                      for later runs on this machine",
            "  ./bench fetch --driver mariadb,mysql --out bench-bundle.tar.gz    for another machine",
            "  ./bench fetch --server mysql:8.4 --out bench-bundle.tar.gz        with the image of a container",
            "  ./bench fetch --from bench-bundle.tar.gz                          on that machine"
        })
public final class FetchCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Option(
            names = "--out",
            paramLabel = "FILE.tar.gz|DIR",
            description = "also write all of it into a bundle, which needs no network to be read")
    private @Nullable Path out;

    @Option(names = "--from", paramLabel = "FILE.tar.gz|DIR", description = "take everything from this bundle instead")
    private @Nullable Path from;

    public FetchCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        Path bundle = from;
        if (bundle != null) {
            requireNothingElse();
            return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
                List<Fetch.File> files = Fetch.from(bundle);
                print(files, "copied");
                say("copied " + Fetch.count(files) + " to " + Fetch.kept());
                return ExitCode.OK;
            });
        }
        Selection selection = new HostCare(where.where(), HostCommand.here(around, spec, common)).selection();
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            List<Fetch.File> files = new Fetch(console).carryOut(selection, Optional.ofNullable(out));
            console.close();
            print(files, "fetched");
            say("fetched " + Fetch.count(files));
            if (!common.quiet) {
                Fetch.lacking(selection).forEach(spec.commandLine().getErr()::println);
            }
            if (out != null) {
                say("on the other machine: ./bench fetch --from "
                        + ShellWord.quoted(String.valueOf(out.getFileName())));
            }
            return ExitCode.OK;
        });
    }

    private void requireNothingElse() {
        List<String> problems = new ArrayList<>();
        for (String option : List.of("--out", "--driver", "--server", "--install", "--topology", "--db-host")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                problems.add("--from copies the whole bundle: leave out " + option);
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See ./bench fetch --help.");
        }
    }

    private void print(List<Fetch.File> files, String now) {
        PrintWriter print = spec.commandLine().getOut();
        int width = files.stream()
                .mapToInt(file -> file.repository().length())
                .max()
                .orElse(1);
        for (Fetch.File file : files) {
            print.println(String.format(
                    Locale.ROOT,
                    "%-7s  %8s  %s  %s",
                    file.fetched() ? now : "here",
                    Fetch.size(file.bytes()),
                    file.repository() + " ".repeat(width - file.repository().length()),
                    file.coordinates()));
        }
        print.flush();
    }

    private void say(String line) {
        if (!common.quiet) {
            spec.commandLine().getErr().println(line);
            spec.commandLine().getErr().flush();
        }
    }
}
