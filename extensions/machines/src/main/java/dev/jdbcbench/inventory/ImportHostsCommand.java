package dev.jdbcbench.inventory;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.store.Destination;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench import-hosts}: writes a hosts file from an Ansible inventory. */
@Command(
        name = "import-hosts",
        mixinStandardHelpOptions = true,
        header = "writes a hosts file from an Ansible inventory",
        description = {
            "Writes a hosts file with the hosts of two groups of an Ansible inventory: address, user, port, key and jump host of each."
                    + " Passwords and other secrets are never copied.",
            "Uses ansible-inventory if it is on this machine. Without it, reads YAML and INI files that need no plugin."
        })
public final class ImportHostsCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(
            paramLabel = "INVENTORY",
            description = "the inventory: a file, or with ansible-inventory a directory too")
    private Path inventory = Path.of("");

    @Option(
            names = "--client",
            paramLabel = "GROUP",
            description = "the group of the client hosts (default: client or clients)")
    private @Nullable String client;

    @Option(
            names = "--database",
            paramLabel = "GROUP",
            description = "the group of the database hosts (default: database, databases, db or dbs)")
    private @Nullable String database;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "hosts.yaml",
            description = "where to write (default: ${DEFAULT-VALUE})")
    private Path out = Path.of("hosts.yaml");

    @Option(names = "--force", description = "replace the file if it exists")
    private boolean force;

    public ImportHostsCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        // Nothing to clean up: the command leaves nothing on hosts.
        return HostCommand.carryOut(around, spec, common, "", (console, log) -> {
            make();
            return ExitCode.OK;
        });
    }

    private void make() {
        if (Files.exists(out) && !force) {
            throw new Failure.Input(
                    out + " exists already", List.of(), "Name another file with --out, or replace it with --force.");
        }
        HostsFromInventory made = HostsFromInventory.of(
                new LocalHost("localhost"), inventory, Optional.ofNullable(client), Optional.ofNullable(database));
        write(made.text());
        PrintWriter err = spec.commandLine().getErr();
        if (!common.quiet) {
            made.notes().forEach(err::println);
            err.println("wrote " + out + "; ./bench check --hosts " + out + " tries it");
            err.flush();
        }
        if (!made.leftOut().isEmpty()) {
            throw new Failure.Incomplete(
                    "not all hosts of the two groups are in " + out,
                    String.join("\n", made.leftOut()),
                    "Add them by hand, or correct the inventory and write the file again with --force.");
        }
    }

    /** Writes the file. It gets its final name only after bench has read it successfully. */
    private void write(String text) {
        try {
            Destination.require(out);
            Path directory = out.toAbsolutePath().getParent();
            Path part = Files.createTempFile(directory == null ? out.toAbsolutePath() : directory, "hosts", ".yaml");
            try {
                Files.writeString(part, text);
                HostsFile.read(part);
                Files.move(part, out, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw FileTrouble.failure("cannot write " + out, e, "Name another file with --out.");
        }
    }
}
