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
final class HostOptions {
    private static final Path DEFAULT_HOSTS = Path.of("hosts.yaml");
    private static final List<String> CLEAN = List.of("./bench", "clean");

    /** The directory that file names are relative to; empty for the current one. */
    private Path directory = Path.of("");

    /** The hosts file to use if the user names none. */
    private Supplier<Optional<Path>> byDefault =
            () -> Optional.of(DEFAULT_HOSTS).filter(Files::exists);

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant: [user@]host[:port], or a name of the hosts file")
    @Nullable
    String databaseHost;

    @Option(names = "--hosts", paramLabel = "FILE", description = "the hosts file (default: hosts.yaml when present)")
    @Nullable
    Path hostsFile;

    /**
     * Makes file names relative to a directory.
     *
     * @param hosts the hosts file, regardless of what is in the directory now; empty for none
     */
    void from(Path place, Optional<Path> hosts) {
        directory = place;
        byDefault = () -> hosts;
    }

    /** The directory that file names are relative to. */
    Path directory() {
        return directory;
    }

    /** The hosts file to use; empty if there is none. */
    Optional<Path> file() {
        return hostsFile != null ? Optional.of(directory.resolve(hostsFile)) : byDefault.get();
    }

    Hosts hosts() {
        return file().map(HostsFile::read).orElseGet(Hosts::none);
    }

    /** The command that removes everything that bench left on these hosts. */
    String clean() {
        List<String> words = new ArrayList<>(CLEAN);
        file().filter(file -> !file.equals(DEFAULT_HOSTS))
                .ifPresent(file -> words.addAll(List.of("--hosts", file.toString())));
        if (databaseHost != null) {
            words.addAll(List.of("--db-host", databaseHost));
        }
        return Command.of(words).quoted();
    }

    /** The host of --db-host: a name from the hosts file, or an address. */
    Optional<HostSpec> databaseHost(Hosts hosts) {
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
