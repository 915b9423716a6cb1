package dev.jdbcbench.containers;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;

/**
 * This machine with a script in the place of a container engine, which runs what it is given without a container, and with scripts
 * in the place of MariaDB and of the entry point of its image. The engine's calls are in the file {@code calls}, its containers are
 * files in {@code containers}, its image is there if the file {@code image} is. The file {@code starts} has the configuration of each
 * server that was started, {@code password} and {@code variables} have what the entry point was given.
 */
final class FakeEngine implements Host {
    private static final String ENGINE = """
            #!/bin/sh
            state=STATE
            echo "${0##*/} $*" >>"$state/calls"
            [ ! -e "$state/broken" ] || { cat "$state/broken" >&2; exit 125; }
            case "$1 ${2-}" in
                "info "*) cat "$state/info" ;;
                "image inspect") cat "$state/image" 2>/dev/null ;;
                "pull "*)
                    [ ! -e "$state/pull" ] || { cat "$state/pull" >&2; exit 1; }
                    echo "Copying blob 0011 done" >&2
                    cp "$state/registry" "$state/image"
                    ;;
                "load "*) [ -r "$3" ] && cp "$state/registry" "$state/image" ;;
                "save "*) echo "saved $4" >"$3" ;;
                "run "*)
                    case "$*" in *nproc*) ;; *) [ ! -e "$state/rlimit" ] || { echo "error setting rlimit type 6" >&2; exit 126; } ;; esac
                    while [ "$1" != --entrypoint ] && [ "${1#docker.io/}" = "$1" ]; do
                        [ "$1" != --env ] || export "$2"
                        shift
                    done
                    if [ "$1" = --entrypoint ]; then
                        program=$2
                        shift 3
                    else
                        program=docker-entrypoint.sh
                        shift
                    fi
                    if [ -e "$state/network" ]; then echo "namespace net:[1] elsewhere"; else exec "$program" "$@"; fi
                    ;;
                "ps "*)
                    for container in "$state"/containers/*; do
                        [ -e "$container" ] || continue
                        case $* in *"label=$(cat "$container")"*) echo "${container##*/}" ;; esac
                    done
                    ;;
                "rm "*) rm -f "$state/containers/$4" ;;
            esac
            """;

    /** Runs until TERM, on a data directory that was initialised. Like a server, it has a process ID in a file. */
    private static final String SERVER = """
            #!/bin/sh
            state=STATE
            case "$1" in
                --defaults-file=*) file=${1#*=} ;;
                *)
                    echo "mariadbd  Ver VERSION for debian-linux-gnu"
                    exit
                    ;;
            esac
            cat "$file" >>"$state/starts"
            option() { sed -n "s/^$1 = //p" "$file"; }
            [ -d "$(option datadir)/mysql" ] || { echo "[ERROR] there is no data"; exit 1; }
            pid=$(option pid-file) log=$(option log-error)
            trap 'rm -f "$pid"; exit 0' TERM
            echo $$ >"$pid"
            echo "ready for connections" >>"${log:-/dev/null}"
            while :; do sleep 0.1; done
            """;

    private static final String ENTRY_POINT = """
            #!/bin/sh
            state=STATE
            [ ! -e "$state/refuse" ] || { echo "[ERROR] [Entrypoint]: refused"; exit 1; }
            cat "$MARIADB_ROOT_PASSWORD_FILE" >"$state/password" || exit
            env | grep -E '^(MARIADB|MYSQL)_' >"$state/variables"
            mkdir "$(sed -n 's/^datadir = //p' "${2#*=}")/mysql" || exit
            echo "[Note] [Entrypoint]: MariaDB init process done. Ready for start up."
            exec "$@"
            """;

    /** Starts what is launched here, as the process of a job of Slurm does. */
    private static final String LAUNCHER = """
            while read -r dir; do
                xargs -0 -x setsid env -i <"$dir/words" >/dev/null 2>"$dir/supervisor.log" &
            done <>"$1"
            """;

    private static final String IMAGE =
            "sha256:" + "a".repeat(64) + "|502109378|[mariadb@sha256:" + "b".repeat(64) + "]|/var/lib/mysql ";

    private final LocalHost machine = new LocalHost("db1");
    private final Path state;
    private boolean local = true;

    FakeEngine(Path state, String name, String serverVersion) throws IOException {
        this.state = state;
        Files.createDirectories(state.resolve("bin"));
        Files.createDirectories(state.resolve("containers"));
        program(name, ENGINE.replace("STATE", state.toString()));
        program("mariadbd", SERVER.replace("STATE", state.toString()).replace("VERSION", serverVersion));
        program("docker-entrypoint.sh", ENTRY_POINT.replace("STATE", state.toString()));
        put("info", "5.4.0|false|[cpuset cpu]|/\n");
        put("registry", IMAGE);
    }

    private void program(String name, String text) throws IOException {
        Path file = state.resolve("bin").resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    void put(String file, String text) throws IOException {
        Files.writeString(state.resolve(file), text);
    }

    /** A container that has this label. */
    void container(String name, String label) throws IOException {
        put("containers/" + name, label);
    }

    boolean hasImage() {
        return Files.exists(state.resolve("image"));
    }

    List<String> containers() throws IOException {
        try (var files = Files.list(state.resolve("containers"))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    List<String> calls() throws IOException {
        Path calls = state.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    String read(String file) throws IOException {
        return Files.readString(state.resolve(file));
    }

    /** From now on, the registry's image has an entry point like that of an official image. */
    void haveEntryPoint() throws IOException {
        put("registry", IMAGE + "|[\"docker-entrypoint.sh\"]|[\"mariadbd\"]");
    }

    /** Without this process, nothing starts that is launched. */
    Process launcher() throws IOException {
        String pipe = state.resolve("launches").toString();
        machine.require("make a pipe", Command.of("mkfifo", pipe));
        return new ProcessBuilder("sh", "-c", LAUNCHER, "sh", pipe).start();
    }

    /** From now on, it is another host. */
    void beRemote() {
        local = false;
    }

    HostScript script() {
        return HostScript.install(this);
    }

    /** The words with the PATH and the directories of the test. */
    private Command here(Command command) {
        return command.withPrefix(List.of(
                "env", "PATH=" + state.resolve("bin") + ":/usr/bin:/bin", "BENCH_PLACE=" + state, "HOME=" + state));
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public String address() {
        return machine.address();
    }

    @Override
    public boolean local() {
        return local;
    }

    @Override
    public Outcome run(Command command) {
        return machine.run(here(command));
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        return machine.start(here(command), out, err);
    }

    @Override
    public void upload(Path file, String remote) {
        machine.upload(file, remote);
    }

    @Override
    public boolean download(String remote, Path file, long most) {
        return machine.download(remote, file, most);
    }

    @Override
    public void close() {
        machine.close();
    }
}
