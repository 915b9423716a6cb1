package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that define the hosts. */
public final class HostOptions {
    /** The variable that CI systems set. */
    private static final String CI = "CI";

    private static final Path DEFAULT_HOSTS = Path.of("hosts.yaml");

    /** The value of --hosts for no file, whatever is in the directory. */
    private static final Path NO_FILE = Path.of("none");

    private static final List<String> CLEAN = List.of("./bench", "clean");

    /** The directory that file names are relative to; empty for the current one. */
    private Path directory = Path.of("");

    /** The hosts file to use if the user names none. */
    private Supplier<Optional<Path>> byDefault;

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant: [user@]host[:port], or a name of the hosts file")
    @Nullable
    String databaseHost;

    @Option(
            names = "--hosts",
            paramLabel = "FILE|none",
            description = "the hosts file, or none (default: hosts.yaml when present)")
    @Nullable
    Path hostsFile;

    public HostOptions() {
        this(() -> Optional.of(DEFAULT_HOSTS).filter(Files::exists));
    }

    /** Finds the hosts file elsewhere if the user names none. */
    HostOptions(Supplier<Optional<Path>> byDefault) {
        this.byDefault = byDefault;
    }

    /**
     * Makes file names relative to a directory.
     *
     * @param hosts the hosts file of the run that began there, regardless of what is in the directory now; empty for none
     */
    void from(Path place, Optional<Path> hosts) {
        directory = place;
        byDefault = () -> hosts;
    }

    /** Replaces the hosts file by one named in the current directory, or by none. */
    void take(Path file) {
        hostsFile = file.equals(NO_FILE) ? file : file.toAbsolutePath();
    }

    /** The directory that file names are relative to. */
    Path directory() {
        return directory;
    }

    /** The hosts file to use; empty if there is none. */
    public Optional<Path> file() {
        return hostsFile == null
                ? byDefault.get()
                : Optional.of(hostsFile).filter(named -> !named.equals(NO_FILE)).map(directory::resolve);
    }

    /**
     * The contents of the hosts file. In a CI job, a file that was only found, now or when the run began, may come from the author
     * of a pull request.
     */
    public Hosts hosts(CommandContext around) {
        boolean trusted = hostsFile != null
                || around.environment().getOrDefault(CI, "").isEmpty()
                || file().map(Path::toAbsolutePath).equals(named(around));
        return file().map(trusted ? HostsFile::read : HostsFile::readUntrusted).orElseGet(Hosts::none);
    }

    /** The file that the environment names. */
    private Optional<Path> named(CommandContext around) {
        return Optional.ofNullable(around.environment().get("BENCH_HOSTS"))
                .filter(name -> !name.isEmpty())
                .map(name -> directory.resolve(name).toAbsolutePath());
    }

    /** The command that removes everything that bench left on these hosts. */
    String clean() {
        List<String> words = new ArrayList<>(CLEAN);
        Optional.ofNullable(hostsFile)
                .filter(NO_FILE::equals)
                .or(this::file)
                .filter(file -> !file.equals(DEFAULT_HOSTS))
                .ifPresent(file -> words.addAll(List.of("--hosts", file.toString())));
        if (databaseHost != null) {
            words.addAll(List.of("--db-host", databaseHost));
        }
        return Command.of(words).quoted();
    }

    /** The host of --db-host: a name from the hosts file, or an address. */
    public Optional<HostSpec> databaseHost(Hosts hosts) {
        return Optional.ofNullable(databaseHost).map(text -> named(text, hosts));
    }

    private static HostSpec named(String text, Hosts hosts) {
        HostSpec named = hosts.hosts().get(text);
        if (named != null) {
            return named;
        }
        return HostSpec.parse("database", text)
                .orElseThrow(() -> new Failure.Input(
                        "--db-host: cannot understand " + text.replaceFirst(":[^@]*@", ":***@"),
                        List.of("it is neither a host of the hosts file nor [user@]host[:port]"),
                        "Write for instance bench@db1.example.com:22; an IPv6 address with a port goes in brackets."));
    }
}
