package dev.jdbcbench.cli;

import dev.jdbcbench.Lab;
import dev.jdbcbench.Processes;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Lists leftovers of bench: processes, mounts, ports, files. */
final class HostState {
    /** Skips programs and jars, which a host keeps between runs. */
    private static final String LOOK = """
            ps -u bench -o args= | grep -v sshd | sed 's/^/process /'
            cut -d ' ' -f 1-3 /proc/self/mounts | sed 's/^/mount /'
            ss -Hltn | awk '{ print "port " $4 }'
            cache=/home/bench/.cache/bench
            find /home/bench \\( -path "$cache/jars" -o -path "$cache/mariadb-*" \\) -prune -o -printf 'file %p\\n'
            [ ! -d "$cache/jars" ] || find "$cache/jars" -name '*.part' -printf 'file %p\\n'
            find /tmp /var/tmp /dev/shm /run -ignore_readdir_race -user bench -printf 'file %p\\n'
            """;

    private HostState() {}

    /** All leftovers on a host of the lab. */
    static Set<String> of(Lab lab, String host) {
        return new TreeSet<>(lab.script(host, LOOK).lines().map(String::strip).toList());
    }

    /** All leftovers of a run on this machine, except its results. */
    static List<String> here(String run) {
        List<String> found = new ArrayList<>();
        Processes.with(run).forEach(line -> found.add("here: process " + line));
        HostScript script = HostScript.locate(new LocalHost("localhost"));
        Path cache = Path.of(script.cache());
        for (Path place : List.of(cache, cache.resolve("journal"), Path.of(script.runs()))) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.list(place)) {
                    files.filter(file -> file.getFileName().toString().contains(run))
                            .forEach(file -> found.add("here: file " + file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return found;
    }
}
