#!/bin/sh
# The part of bench that runs on a host: directories with a journal, and supervised processes in them. The orchestrator calls it
# the same way on this machine and over SSH. Needs Linux, a POSIX sh, setsid (util-linux) and the usual small tools.
#
#   paths                                        print the cache directory and the directory of runs
#   begin RUN/ROLE LEASE OWNER                   journal it and make its directory; refused if the journal has it already
#   entries                                      print the journal: RUN/ROLE, directory, OWNER, process, age and length of the
#                                                lease, ticket (smaller tickets are older)
#   launch DIR LEASE OWNER keep|remove WORD...   start WORD... in DIR, detached and supervised
#   renew LEASE-FILE...                          renew leases
#   leave DIR LEASE keep|remove OWNER            detach: what is in DIR runs unattended until the new lease expires
#   revive DIR                                   restart DIR's process, once, if it ends without being stopped
#   await DIR FILE TEXT SECONDS                  wait until FILE contains TEXT (exit 0), DIR's process has ended (1) or time is up (2)
#   halt DIR                                     as stop, but what is in DIR goes when bench does: another process will follow
#   stop DIR                                     end DIR's process: TERM, wait, KILL, check
#   discard DIR                                  stop, remove the directory, delete its journal entry
#   sweep DIR TICKET                             discard after a crash: also ends processes without a recorded pid; refused when
#                                                something began in this run after that ticket
#   guard CLAIM VERB...                          run VERB..., unless the lease of that claim (a directory) has expired
#   remove                                       remove the cache and everything else of bench on the host
#   leftovers                                    list what is left of bench: files and processes
#
# Files in a directory:
#   pid         process and supervisor, each with its start time
#   exit        exit code
#   out.log     stdout and stderr
#   lease       uptime at the last renewal, length (both in seconds), the process that owns it or -, keep or remove
#   noise.log   load of the host, a line every two seconds
#   secret/ and tmp/   removed when the process ends, however it ends
#   restart     if it exists, the process is restarted once; a stop removes it first
#   restarts    uptime and exit code of each end that was followed by a restart
#   warden      process that removes the directory when the lease expires after the process ended; with its start time
#   engine      if it exists, the process is the client of a container engine: a script that calls that engine with its arguments
#   process     first process of the container, as it is seen here
#
# Containers have the labels dev.jdbcbench.directory (their directory) and dev.jdbcbench.runs (the directory of runs). The cache has a copy
# of each engine's script in engines/. A client can be killed and leave its container, so ending a process ends its container, too.
#
# The supervisor ends the process when the lease has expired or, if an owner is named, when that process is gone; with `remove` it
# then removes the whole directory, too, also if the process had ended before. Leases are measured in uptime, so setting the clock does not end a run.
#
# As root, a directory belongs to root, and other users can only pass through it. To start a process as another user, the caller gives
# that user ownership of what it writes: data/, logs/, secret/, tmp/, events.ndjson. When it has ended, logs/ belongs to root again.
set -u

WATCH_SECONDS=2
GRACE_TENTHS=150 # of a second, between TERM and KILL: a database flushes its pages before it ends

fail() {
    echo "$*" >&2
    exit 1
}

# Sets $started to the start time of a process in clock ticks since boot (field 22 of its stat), or returns 1. Starts no other program.
start_time() {
    started=
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086 # split into fields on purpose: they are numbers and a letter
    set -- ${stat##*) }
    [ "$1" != Z ] || return 1
    started=${20}
}

# Whether the process with this pid and start time is still running.
alive() {
    start_time "$1" && [ "$started" = "$2" ]
}

uptime_seconds() {
    read -r uptime rest </proc/uptime
    uptime=${uptime%%.*}
}

# Sets $boot to the time of the boot, in seconds since 1970, or to 0.
boot_time() {
    boot=0
    while read -r key value rest; do
        [ "$key" != btime ] || boot=$value
    done </proc/stat
} 2>/dev/null

# Appends a line to noise.log: seconds since 1970, the ticks of all CPUs as in /proc/stat, the load of one minute. Starts no other
# program, so it causes no noise itself. A line has some 100 bytes: 180 kB an hour.
note_noise() {
    { read -r all ticks; } </proc/stat && [ "$all" = cpu ] || return 0
    read -r load rest </proc/loadavg || load=-
    uptime_seconds
    echo "$((boot + uptime)) $ticks $load" >>noise.log
} 2>/dev/null

# On a host that exists only for a run, everything is in one directory, and what starts processes there reads from a pipe in it.
set_paths() {
    if [ -n "${BENCH_PLACE:-}" ]; then
        cache=$BENCH_PLACE/bench
        runs=$BENCH_PLACE/runs
        return
    fi
    if [ "$(id -u)" = 0 ]; then
        cache=/var/cache/bench
        runs=/var/tmp/bench
    else
        cache=${XDG_CACHE_HOME:-$HOME/.cache}/bench
        runs=$cache/runs
    fi
}

make_own() {
    mkdir -p "$1" || fail "cannot make $1"
    [ "$(stat -c %u "$1")" = "$(id -u)" ] || fail "$1 belongs to another user"
}

paths() {
    set_paths
    printf '%s\n%s\n' "$cache" "$runs"
}

# Replaces a file by stdin, atomically: readers never see half a file, and a full disk leaves the old one.
replace() {
    cat >"$1.new" && mv "$1.new" "$1"
}

# DIR LENGTH OWNER keep|remove: starts the lease of a directory.
grant() {
    uptime_seconds
    echo "$uptime $2 $3 $4" | replace "$1/lease" || exit
}

# Until this shell ends or closes 9, no other bench can begin, sweep or remove here, or read the journal.
lock_journal() {
    exec 9>"$cache/lock" || exit
    flock "$@" -w 20 9 || fail "$cache/lock is held by another bench"
}

# Sets $entry to the journal file of RUN/ROLE.
entry_of() {
    entry=$cache/journal/$(echo "$1" | tr / -)
}

begin() {
    set_paths
    umask 022
    make_own "$cache"
    mkdir -p "$cache/journal" || exit
    entry_of "$1"
    # One at a time: the holder of the larger ticket will see the entry of the smaller one, with its lease.
    lock_journal
    [ ! -s "$entry" ] || fail "$runs/$1 is already in the journal: another bench started it"
    ticket=0
    { read -r ticket <"$cache/tickets"; } 2>/dev/null
    ticket=$((ticket + 1))
    echo "$ticket" | replace "$cache/tickets" || exit
    printf '%s\n%s\n%s\n' "$runs/$1" "$3" "$ticket" | replace "$entry" || exit
    make_own "$runs"
    mkdir -p "$runs/$1" || exit
    chmod 711 "$runs" "$runs/${1%/*}" || exit
    chmod 700 "$runs/$1" || exit
    grant "$runs/$1" "$2" - keep
    exec 9>&-
}

entries() {
    set_paths
    [ ! -d "$cache/journal" ] || lock_journal -s
    uptime_seconds
    for entry in "$cache"/journal/*; do
        [ -s "$entry" ] || continue
        [ "${entry%.new}" = "$entry" ] || continue
        dir='' entry_owner='' ticket=''
        { read -r dir; read -r entry_owner; read -r ticket; } <"$entry"
        [ -n "$dir" ] || continue
        process=-
        if [ -s "$dir/pid" ]; then
            read -r child child_started rest <"$dir/pid"
            ! alive "$child" "$child_started" || process=$child
        fi
        age=- length=-
        { read -r renewed length rest <"$dir/lease"; } 2>/dev/null && age=$((uptime - renewed))
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "${dir#"$runs"/}" "$dir" "$entry_owner" "$process" "$age" "$length" "${ticket:-0}"
    done
}

launch() {
    dir=$1
    end_warden "$dir"
    grant "$1" "$2" "$3" "$4"
    shift 4
    # Pass on nothing else of the caller's environment: driver code could read secrets in it, and settings in it could change the measurement
    # without appearing in the results. BENCH_DIRECTORY identifies the processes if no pid was recorded.
    set -- "PATH=$PATH" "HOME=${HOME:-/}" "BENCH_DIRECTORY=$dir" ${XDG_CACHE_HOME+"XDG_CACHE_HOME=$XDG_CACHE_HOME"} \
        ${LANG+"LANG=$LANG"} ${LC_ALL+"LC_ALL=$LC_ALL"} ${TZ+"TZ=$TZ"} \
        ${BENCH_PLACE+"BENCH_PLACE=$BENCH_PLACE"} "$0" supervise "$dir" "$@"
    if [ -n "${BENCH_PLACE:-}" ]; then
        # All processes that this shell starts may be ended with it. Those of the reader of the pipe stay.
        printf '%s\0' "$@" >"$dir/words" || exit
        echo "$dir" 1<>"$BENCH_PLACE/launches" || exit
    else
        setsid env -i "$@" </dev/null >/dev/null 2>"$dir/supervisor.log" &
    fi
    tenths=0
    until [ -s "$dir/pid" ]; do
        [ $tenths -lt 100 ] || fail "the supervisor did not start: $(cat "$dir/supervisor.log")"
        tenths=$((tenths + 1))
        sleep 0.1
    done
}

leave() {
    set_paths
    entry_of "${1#"$runs"/}"
    { read -r dir; read -r entry_owner; read -r ticket; } <"$entry" || fail "the journal does not have $1"
    printf '%s\n%s\n%s\n' "$1" "$4" "$ticket" | replace "$entry" || exit
    grant "$1" "$2" - "$3"
}

supervise() {
    dir=$1
    shift
    cd "$dir" || exit
    # JMH starts an extra JVM to query its features, which leaves this directory behind.
    perf=/tmp/hsperfdata_$(id -un)
    [ ! -e "$perf" ] || perf=
    : >out.log
    until_ended "$@"
    if mv restart restarted 2>/dev/null; then
        uptime_seconds
        echo "$uptime $code" >>restarts
        rm -rf tmp/* # a socket and its lock, and other temporary files
        until_ended "$@"
    fi
    rm -rf secret tmp
    take_logs .
    [ -z "$perf" ] || rmdir "$perf" 2>/dev/null
    echo $code >exit.new && mv exit.new exit
    [ ! -e abandoned ] || deliver || return 0 # events that cannot be delivered are kept here
    { read -r renewed length owner end <lease; } 2>/dev/null && [ "$end" = remove ] || return 0
    if [ -e abandoned ]; then
        discard_directory "$dir"
    else
        # In the background, because AgentSession waits for the supervisor to end.
        (until_abandoned && discard_directory "$dir") &
        start_time $!
        echo "$! $started" >warden
    fi
}

# Ends what waits for a directory to be abandoned.
end_warden() {
    { read -r warden warden_started <"$1/warden"; } 2>/dev/null || return 0
    ! alive "$warden" "$warden_started" || kill -TERM "$warden" 2>/dev/null
    tenths=0
    while alive "$warden" "$warden_started" && [ $tenths -lt 100 ]; do
        tenths=$((tenths + 1))
        sleep 0.1
    done
    rm -f "$1/warden"
}

# After a process that ended by itself: waits until nobody needs its directory any more. Returns 1 if the directory is gone or has a
# new supervisor.
until_abandoned() {
    nap=
    trap 'kill $nap 2>/dev/null; exit' TERM
    seen=0
    while [ $seen -lt 2 ]; do # twice, because a new supervisor may just be starting
        nap=
        sleep $WATCH_SECONDS &
        nap=$!
        wait $nap
        [ -d "$dir" ] || return 1
        supervisor=$$
        { read -r child child_started supervisor supervisor_started <pid; } 2>/dev/null
        [ "$supervisor" = $$ ] || return 1
        if wanted; then seen=0; else seen=$((seen + 1)); fi
    done
}

# Whether the lease in the current directory is valid, and the process that owns it, if any, is alive. Otherwise sets $why.
wanted() {
    { read -r renewed length owner end <lease; } 2>/dev/null || renewed=0 length=0 owner=-
    uptime_seconds
    if [ $((uptime - renewed)) -gt "$length" ]; then
        why="the lease of $length s has run out"
    elif [ "$owner" != - ] && ! alive "${owner%:*}" "${owner#*:}"; then
        why="process ${owner%:*}, which needed it, is gone"
    else
        return 0
    fi
    return 1
}

# A killed bench may not have copied the last events: copies the agent's events atomically to the file named in deliver. The copy is
# written to a new file, without following links, and renamed.
deliver() {
    [ -s deliver ] && [ -s events.ndjson ] && read -r copy <deliver && [ -d "${copy%/*}" ] && [ ! -L "${copy%/*}" ] || return 0
    part=$copy.$$.part
    if (umask 077 && set -C && cat events.ndjson >"$part"); then
        [ ! -L "$copy" ] || rm -f "$copy" # mv would write into a linked directory
        ! mv -f "$part" "$copy" || return 0
    fi
    rm -f "$part"
    return 1
}

# DIR: gives logs that root handed over to another user back to root, and removes everything in logs/ but plain files of that user: whoever
# fetches logs as root must not be tricked into reading other files.
take_logs() {
    [ "$(id -u)" = 0 ] && [ -d "$1/logs" ] && logs_of=$(stat -c %u "$1/logs") && [ "$logs_of" != 0 ] || return 0
    chown 0:0 "$1/logs" || return 0 # from here on, only root can change what is in there
    for log in "$1"/logs/* "$1"/logs/.[!.]* "$1"/logs/..?*; do
        if [ ! -f "$log" ] || [ -L "$log" ] || [ "$(stat -c '%u %h' "$log")" != "$logs_of 1" ]; then
            rm -rf "$log"
        fi
    done
}

# Starts a child in its own process group, records the pids, and waits for it to end. Sets $code.
until_ended() {
    setsid "$@" </dev/null >>out.log 2>&1 &
    child=$!
    start_time $child || started=gone
    child_started=$started
    start_time $$
    # An unrecorded process cannot be found again, so it is ended. A restart overwrites pid in place: a full disk may have caused it.
    if [ -s pid ]; then
        echo "$child $child_started $$ $started" 1<>pid || end_group
    else
        # Readable by the agent, which may be another user: it must not count the database's CPU time as noise.
        (umask 022 && echo "$child $child_started $$ $started" >pid.new && mv pid.new pid) || end_group
    fi
    watch &
    watcher=$!
    noter=
    if [ -s engine ]; then
        note_process &
        noter=$!
    fi
    wait $child
    code=$?
    end_group
    # shellcheck disable=SC2086 # there may be none
    kill $watcher $noter 2>/dev/null
    # shellcheck disable=SC2086
    wait $watcher $noter 2>/dev/null
    end_container "$dir"
}

# Records the first process of the container: the client that was started is not its parent, and does not do its work.
note_process() {
    nap=
    trap 'kill $nap 2>/dev/null; exit' TERM
    while :; do
        for container in $(containers_of "$dir"); do
            process=$(sh "$dir/engine" inspect --format '{{.State.Pid}}' "$container")
            case $process in
                '' | 0 | *[!0-9]*) ;;
                *)
                    (umask 022 && echo "$process" >process.new && mv process.new process)
                    return
                    ;;
            esac
        done
        sleep 0.5 &
        nap=$!
        wait $nap
    done
} 2>/dev/null

# Prints the containers of a directory.
containers_of() {
    sh "$1/engine" ps -aq --no-trunc --filter "label=dev.jdbcbench.directory=$1"
}

# DIR: removes its container, if it has one. Returns 1 if the engine cannot.
end_container() {
    [ -s "$1/engine" ] || return 0
    tenths=0 absent=0
    while [ $absent -lt 2 ]; do # twice, because a killed client may just have asked for it
        if ! containers=$(containers_of "$1" 2>/dev/null); then
            [ $tenths -lt 20 ] || return 1
        elif [ -z "$containers" ]; then
            absent=$((absent + 1))
        else
            absent=0
            remove_containers "$1/engine" "$containers"
        fi
        [ $tenths -lt $GRACE_TENTHS ] || return 1
        tenths=$((tenths + 3))
        sleep 0.3
    done
    rm -f "$1/process"
}

# ENGINE CONTAINERS: ends and removes them, with the volumes that no one else can have.
remove_containers() {
    for container in $2; do
        sh "$1" kill "$container"
        sh "$1" rm -f -v "$container"
    done
} >/dev/null 2>&1

# Prints the script of the engine and the name of each container that bench started from this cache.
all_containers() {
    for engine in "$cache"/engines/*; do
        [ -s "$engine" ] || continue
        sh "$engine" ps -a --filter "label=dev.jdbcbench.runs=$runs" --format '{{.Names}}' 2>/dev/null |
            while read -r container; do
                echo "$engine $container"
            done
    done
}

# Runs beside the supervisor: ends the child when its lease has expired or its owner is gone.
watch() {
    nap=
    trap 'kill $nap 2>/dev/null; exit' TERM
    boot_time
    while :; do
        nap=
        note_noise
        sleep $WATCH_SECONDS &
        nap=$!
        wait $nap
        ! wanted || continue
        echo "$why" >abandoned
        rm -f restart
        end_group
        return
    done
}

# Ends all processes of the child's group: TERM, wait, KILL.
end_group() {
    # A child that has just been started may not have a group yet.
    kill -TERM "-$child" 2>/dev/null || kill -TERM "$child" 2>/dev/null || return 0
    tenths=0
    while kill -0 "-$child" 2>/dev/null && [ $tenths -lt $GRACE_TENTHS ]; do
        tenths=$((tenths + 1))
        sleep 0.1
    done
    kill -KILL "-$child" 2>/dev/null
    return 0
}

renew() {
    uptime_seconds
    for lease in "$@"; do
        # A lease that has disappeared is no longer needed.
        { read -r renewed length terms <"$lease"; } 2>/dev/null || continue
        # An expired lease is not renewed: another bench may have started meanwhile.
        [ $((uptime - renewed)) -le "$length" ] || continue
        # Overwritten in place, because a full disk has no room for a new file. The old content is longer only if its uptime is from before
        # a reboot; its rest is then on a second line, which is ignored.
        { echo "$uptime $length $terms" 1<>"$lease"; } 2>/dev/null || [ ! -e "$lease" ] || fail "cannot write $lease"
    done
}

revive() {
    : >"$1/restart"
}

await() {
    dir=$1 file=$2 text=$3 tenths=$(($4 * 10))
    while [ $tenths -gt 0 ]; do
        ended=no
        [ ! -e "$dir/exit" ] || ended=yes # checked first: text written before the end counts
        grep -q -- "$text" "$file" 2>/dev/null && exit 0
        [ $ended = no ] || exit 1
        tenths=$((tenths - 1))
        sleep 0.1
    done
    exit 2
}

stop() {
    halt "$1"
    end_warden "$1"
    # A killed supervisor could not do this.
    rm -rf "$1/secret" "$1/tmp"
    take_logs "$1"
}

halt() {
    dir=$1
    rm -f "$dir/restart"
    [ -s "$dir/pid" ] || return 0
    tenths=0 ended=
    # Read each time: the supervisor may just have restarted it.
    while { read -r child child_started supervisor supervisor_started <"$dir/pid"; } 2>/dev/null ||
        [ -n "${supervisor:-}" ]; do
        if alive "$child" "$child_started" && [ "$child" != "$ended" ]; then
            end_group
            ended=$child tenths=0
        fi
        alive "$child" "$child_started" || alive "$supervisor" "$supervisor_started" || break
        [ $tenths -lt 100 ] || fail "process $child or its supervisor $supervisor does not end"
        tenths=$((tenths + 1))
        sleep 0.1
    done
    end_container "$dir" || fail "the container of $dir is still there: $(sh "$dir/engine" ps -a 2>&1 | tail -n 3)"
}

discard_directory() {
    set_paths
    case $1 in
        "$runs"/*/*) ;;
        *) fail "$1 is not below $runs" ;;
    esac
    # Without the directory, clean would not know of it.
    end_container "$1" || fail "the container of $1 cannot be removed: $(containers_of "$1" 2>&1)"
    tenths=0
    # A concurrent renewal of the lease may create a file there again.
    until rm -rf "$1" 2>/dev/null && [ ! -e "$1" ]; do
        [ $tenths -lt 10 ] || fail "$1 could not be removed: $(rm -rf "$1" 2>&1)"
        tenths=$((tenths + 1))
        sleep 0.1
    done
    rmdir "${1%/*}" "$runs" 2>/dev/null
    # Last: without it, nobody would look for the others.
    entry_of "${1#"$runs"/}"
    rm -f "$entry"
}

# Prints pid and name of each process whose working directory is below this one, as for all processes of bench there.
processes_below() {
    for process in /proc/[0-9]*; do
        cwd=$(readlink "$process/cwd" 2>/dev/null) || continue
        case $cwd/ in
            "$1"/*)
                read -r name 2>/dev/null <"$process/comm" && echo "${process#/proc/} $name"
                ;;
        esac
    done
}

# Prints the pids of processes that were launched in this directory: the name is in their environment.
processes_of() {
    processes_below "$1" | while read -r pid name; do
        tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -qxF "BENCH_DIRECTORY=$1" && echo "$pid"
    done
}

# Whether the lease of a directory is valid, and the process that owns it, if any, is alive.
held() {
    uptime_seconds
    { read -r renewed length owner end <"$1/lease"; } 2>/dev/null || return 1
    [ $((uptime - renewed)) -le "$length" ] || return 1
    [ "$owner" = - ] || alive "${owner%:*}" "${owner#*:}"
}

# Whether something began in the run of a directory after a ticket: then the run has been in use again since the caller looked.
began_since() {
    for entry in "$cache"/journal/*; do
        dir='' entry_owner='' entry_ticket=''
        { read -r dir; read -r entry_owner; read -r entry_ticket; } 2>/dev/null <"$entry"
        [ "${dir%/*}" != "${1%/*}" ] || [ "${entry_ticket:-0}" -le "$2" ] || return 0
    done
    return 1
}

# Ends processes without a recorded pid, which a crash may leave.
end_strays() {
    for signal in TERM KILL; do
        tenths=0
        while strays=$(processes_of "$1") && [ -n "$strays" ] && [ $tenths -lt $GRACE_TENTHS ]; do
            [ $tenths -gt 0 ] || for pid in $strays; do
                kill -$signal "$pid" 2>/dev/null
            done
            tenths=$((tenths + 5))
            sleep 0.5
        done
    done
    return 0
}

# Whether a directory is empty.
empty() {
    for path in "$1"/* "$1"/.[!.]* "$1"/..?*; do
        [ ! -e "$path" ] && [ ! -L "$path" ] || return 1
    done
}

# Whether bench made the cache: another program may have a directory of that name. An empty one is from a bench that was killed.
is_ours() {
    [ -d "$cache" ] && [ "$(stat -c %u "$cache")" = "$(id -u)" ] || return 1
    [ -e "$cache/made" ] || [ -d "$cache/journal" ] || empty "$cache"
}

# Removes the cache. leftovers must look for everything that is removed here. This may be killed at any time: what tells the next clean
# that something is left goes last.
remove() {
    set_paths
    case $cache in
        /*/bench) ;;
        *) fail "$cache is not the cache of bench" ;;
    esac
    is_ours || return 0
    lock_journal
    made=
    { made=$(cat "$cache/made"); } 2>/dev/null
    for entry in "$cache"/journal/*; do
        [ ! -s "$entry" ] || fail "another run has started here: $(head -n 1 "$entry")"
    done
    [ -e "$cache/made" ] || : >"$cache/made" || exit
    all_containers | while read -r engine container; do
        remove_containers "$engine" "$container"
    done
    [ -z "$(all_containers)" ] || fail "containers cannot be removed: $(all_containers)"
    # Each run has removed its own directory below it.
    [ ! -d "$runs" ] || rmdir "$runs" 2>/dev/null
    for path in "$cache"/* "$cache"/.[!.]* "$cache"/..?*; do
        case $path in
            "$cache/made" | "$cache/lock") ;;
            *) rm -rf "$path" || exit ;;
        esac
    done
    rm -f "$cache/lock" "$cache/made"
    rmdir "$cache" || exit
    # Directories that did not exist before bench was here; innermost first.
    echo "$made" | while read -r parent; do
        [ -z "$parent" ] || rmdir "$parent" 2>/dev/null
    done
    return 0
}

leftovers() {
    set_paths
    ! is_ours || echo "file $cache"
    for path in "$runs"/[0-9]*-[0-9]*-*; do
        [ ! -e "$path" ] || [ "$(stat -c %u "$path")" != "$(id -u)" ] || echo "file $path"
    done
    all_containers | sed 's/^.*\///; s/^/container /'
    for path in "$cache" "$runs"; do
        processes_below "$path" | sed 's/^/process /'
    done
}

if [ "$1" = guard ]; then
    held "$2" || fail "the claim $2 has expired: another bench may be using the host now, so nothing was changed"
    shift 2
fi
verb=$1
shift
case $verb in
    # A second Ctrl-C or a hang-up of the terminal must not interrupt this half way.
    halt | stop | discard | sweep | remove) trap '' INT HUP ;;
esac
case $verb in
    discard)
        stop "$1" && discard_directory "$1"
        ;;
    sweep)
        set_paths
        lock_journal
        ! began_since "$1" "$2" || fail "another bench has taken over the run of $1"
        stop "$1" && end_strays "$1" && discard_directory "$1"
        ;;
    *) "$verb" "$@" ;;
esac
