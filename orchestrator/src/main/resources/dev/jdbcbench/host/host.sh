#!/bin/sh
# What bench does on a host: directories with a journal, and supervised processes in them. Called by the orchestrator, on
# this machine and over SSH alike. Needs Linux, a POSIX sh, setsid (util-linux) and the usual small tools.
#
#   paths                                        print the cache directory and the directory of runs
#   begin RUN/ROLE LEASE OWNER                   journal it, make its directory; refused where it is in the journal already
#   entries                                      what the journal has: RUN/ROLE, directory, OWNER, process, age and length of the
#                                                lease, ticket: who began earlier has a smaller one
#   launch DIR LEASE OWNER keep|remove WORD...   start WORD... in DIR, detached and supervised
#   renew LEASE-FILE...                          we are still there
#   leave DIR LEASE keep|remove OWNER            nobody will be there: what is in DIR works alone for as long as the new lease lasts
#   revive DIR                                   should DIR's process end without having been told to, start it again, once
#   await DIR FILE TEXT SECONDS                  until FILE holds TEXT: 0; DIR's process ended: 1; time is up: 2
#   stop DIR                                     end DIR's process: TERM, wait, KILL, look again
#   discard DIR                                  stop, remove the directory, strike it from the journal
#   sweep DIR TICKET                             the same after a crash: also processes of which no pid was written down; refused when
#                                                something began in this run after that ticket
#   guard CLAIM VERB...                          VERB..., unless the lease of that claim (a directory) has run out
#   remove                                       the cache and all else; nothing of bench is on the host afterwards
#   leftovers                                    what is there of bench: files and processes
#
# In a directory: pid (of process and supervisor, each with its start time), exit (code), out.log (stdout and stderr), lease
# (uptime at the last renewal and length, both in seconds, the process that owns it or -, keep or remove), noise.log (what the
# host was busy with, a line every two seconds); secret/ and tmp/ are removed when the process ends, however it ends. The
# supervisor ends the process when the lease has run out or, if an owner is named, when that process is gone; with `remove` the
# whole directory goes then, too. Leases count the uptime, so nobody who sets the clock ends a run.
# As root, a directory is root's and others only pass through it; who starts a process as another user gives that user what is in it and
# is to be written: data/, logs/, secret/, tmp/, events.ndjson. What is in logs/ is root's again when the process has ended.
# There may be restart (the process is to be started again, once; who tells it to end removes that first) and restarts (uptime and
# exit code of a process that was started again).
set -u

WATCH_SECONDS=2
GRACE_TENTHS=150 # of a second, between TERM and KILL: a database writes its pages before it ends

fail() {
    echo "$*" >&2
    exit 1
}

# Sets $started to the start time of a process in clock ticks since boot (field 22 of its stat), or returns 1. Uses no other program.
start_time() {
    started=
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086 # its fields are split here: they are numbers and a letter
    set -- ${stat##*) }
    [ "$1" != Z ] || return 1
    started=${20}
}

# Whether the process that had this pid and start time still runs.
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

# Appends a line to noise.log: seconds since 1970, the ticks of all CPUs as /proc/stat has them, the load of one minute. Uses no other
# program, so it is no noise itself. A line has some 100 bytes: 180 kB an hour.
note_noise() {
    { read -r all ticks; } </proc/stat && [ "$all" = cpu ] || return 0
    read -r load rest </proc/loadavg || load=-
    uptime_seconds
    echo "$((boot + uptime)) $ticks $load" >>noise.log
} 2>/dev/null

set_paths() {
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

# Replaces a file by what is read, at once: who reads it never sees a half of it, and a full disk leaves the old one.
replace() {
    cat >"$1.new" && mv "$1.new" "$1"
}

# DIR LENGTH OWNER keep|remove: the lease of a directory begins.
grant() {
    uptime_seconds
    echo "$uptime $2 $3 $4" | replace "$1/lease" || exit
}

# Until this shell ends or closes 9, nothing else begins, sweeps or removes here, nor reads the journal.
lock_journal() {
    exec 9>"$cache/lock" || exit
    flock "$@" -w 20 9 || fail "$cache/lock is held by another bench"
}

# The journal's entry of RUN/ROLE.
entry_of() {
    entry=$cache/journal/$(echo "$1" | tr / -)
}

begin() {
    set_paths
    umask 022
    make_own "$cache"
    mkdir -p "$cache/journal" || exit
    entry_of "$1"
    # One at a time: the holder of the larger ticket finds the entry of the smaller one, with its lease.
    lock_journal
    [ ! -s "$entry" ] || fail "$runs/$1 is in the journal already: another bench began it"
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
    grant "$1" "$2" "$3" "$4"
    shift 4
    # Nothing else of the caller's environment: it may hold secrets, which a driver's code could read, or settings that would change what is
    # measured without being in the results. By BENCH_DIRECTORY its processes are known, should no pid have been written down.
    setsid env -i "PATH=$PATH" "HOME=${HOME:-/}" "BENCH_DIRECTORY=$dir" ${XDG_CACHE_HOME+"XDG_CACHE_HOME=$XDG_CACHE_HOME"} \
        ${LANG+"LANG=$LANG"} ${LC_ALL+"LC_ALL=$LC_ALL"} ${TZ+"TZ=$TZ"} \
        "$0" supervise "$dir" "$@" </dev/null >/dev/null 2>"$dir/supervisor.log" &
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
    # JMH asks a JVM of its own what the JVM can do, and that one leaves this directory behind.
    perf=/tmp/hsperfdata_$(id -un)
    [ ! -e "$perf" ] || perf=
    : >out.log
    until_ended "$@"
    if mv restart restarted 2>/dev/null; then
        uptime_seconds
        echo "$uptime $code" >>restarts
        rm -rf tmp/* # a socket and its lock, and what the process did not need to keep
        until_ended "$@"
    fi
    rm -rf secret tmp
    take_logs .
    [ -z "$perf" ] || rmdir "$perf" 2>/dev/null
    echo $code >exit.new && mv exit.new exit
    [ -e abandoned ] && deliver || return 0 # what cannot be delivered is kept here
    ! read -r renewed length owner end <lease || [ "$end" != remove ] || discard_directory "$dir"
}

# The bench that was killed may not have copied the last events: the agent's go into the file that is named in deliver, whole or not at all.
# A file of that name that is not there yet is made, and no link is followed.
deliver() {
    [ -s deliver ] && [ -s events.ndjson ] && read -r copy <deliver && [ -d "${copy%/*}" ] || return 0
    part=$copy.$$.part
    if (set -C && cat events.ndjson >"$part") && mv -f "$part" "$copy"; then
        return 0
    fi
    rm -f "$part"
    return 1
}

# DIR: where logs are of a user to whom root gave that directory, they become root's, and what is no plain file of that user goes:
# whoever fetches them as root is to read nothing else by their names.
take_logs() {
    [ "$(id -u)" = 0 ] && [ -d "$1/logs" ] && logs_of=$(stat -c %u "$1/logs") && [ "$logs_of" != 0 ] || return 0
    chown 0:0 "$1/logs" || return 0 # from here on, nobody but root changes what is in there
    for log in "$1"/logs/* "$1"/logs/.[!.]* "$1"/logs/..?*; do
        if [ ! -f "$log" ] || [ -L "$log" ] || [ "$(stat -c '%u %h' "$log")" != "$logs_of 1" ]; then
            rm -rf "$log"
        fi
    done
}

# Starts a child in a group of its own, writes down who runs, and waits for its end. Sets $code.
until_ended() {
    setsid "$@" </dev/null >>out.log 2>&1 &
    child=$!
    start_time $child || started=gone
    child_started=$started
    start_time $$
    # Who cannot be written down cannot be found again. The second time in its place, for a full disk may be why there is one.
    if [ -s pid ]; then
        echo "$child $child_started $$ $started" 1<>pid || end_group
    else
        # Readable by the agent, which is another user where this is root's: a database's CPU time is no noise.
        (umask 022 && echo "$child $child_started $$ $started" >pid.new && mv pid.new pid) || end_group
    fi
    watch &
    watcher=$!
    wait $child
    code=$?
    end_group
    kill $watcher 2>/dev/null
    wait $watcher 2>/dev/null
}

# Runs beside the supervisor: ends the child when nobody wants it any more.
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
        { read -r renewed length owner end <lease; } 2>/dev/null || renewed=0 length=0 owner=-
        uptime_seconds
        if [ $((uptime - renewed)) -gt "$length" ]; then
            echo "the lease of $length s has run out" >abandoned
        elif [ "$owner" != - ] && ! alive "${owner%:*}" "${owner#*:}"; then
            echo "process ${owner%:*}, which wanted it, is gone" >abandoned
        else
            continue
        fi
        rm -f restart
        end_group
        return
    done
}

# TERM, wait, KILL for all processes of the child's group.
end_group() {
    # Who has just been started may not have a group yet.
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
        # Where it is gone meanwhile, nothing wants it any more.
        { read -r renewed length terms <"$lease"; } 2>/dev/null || continue
        # One that has run out stays so: another bench may have come meanwhile.
        [ $((uptime - renewed)) -le "$length" ] || continue
        # In its place, for a full disk has no room for a new one. What it held before is never longer, but for an uptime of before a boot:
        # the end of that is on a second line, which nobody reads.
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
        [ ! -e "$dir/exit" ] || ended=yes # looked at first: what it wrote before its end counts
        grep -q -- "$text" "$file" 2>/dev/null && exit 0
        [ $ended = no ] || exit 1
        tenths=$((tenths - 1))
        sleep 0.1
    done
    exit 2
}

stop() {
    dir=$1
    rm -f "$dir/restart"
    [ -s "$dir/pid" ] || return 0
    tenths=0 ended=
    # Read each time: the supervisor may just have started it again.
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
    # A supervisor that was killed could not do this.
    rm -rf "$dir/secret" "$dir/tmp"
    take_logs "$dir"
}

discard_directory() {
    set_paths
    case $1 in
        "$runs"/*/*) ;;
        *) fail "$1 is not below $runs" ;;
    esac
    tenths=0
    # Who renews the lease at this very moment puts a file there again.
    until rm -rf "$1" 2>/dev/null && [ ! -e "$1" ]; do
        [ $tenths -lt 10 ] || fail "$1 could not be removed: $(rm -rf "$1" 2>&1)"
        tenths=$((tenths + 1))
        sleep 0.1
    done
    entry_of "${1#"$runs"/}"
    rm -f "$entry"
    rmdir "${1%/*}" "$runs" 2>/dev/null
    return 0
}

# Prints pid and name of each process that works in a directory below this one: whatever bench starts there does.
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

# Prints the pids of processes that were launched in this directory, whoever started them: they carry its name.
processes_of() {
    processes_below "$1" | while read -r pid name; do
        tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -qxF "BENCH_DIRECTORY=$1" && echo "$pid"
    done
}

# Whether the lease of a directory has not run out, nor the process ended that it names.
held() {
    uptime_seconds
    { read -r renewed length owner end <"$1/lease"; } 2>/dev/null || return 1
    [ $((uptime - renewed)) -le "$length" ] || return 1
    [ "$owner" = - ] || alive "${owner%:*}" "${owner#*:}"
}

# Whether something began in the run of a directory after a ticket: since the caller looked, somebody wants it again.
began_since() {
    for entry in "$cache"/journal/*; do
        dir='' entry_owner='' entry_ticket=''
        { read -r dir; read -r entry_owner; read -r entry_ticket; } 2>/dev/null <"$entry"
        [ "${dir%/*}" != "${1%/*}" ] || [ "${entry_ticket:-0}" -le "$2" ] || return 0
    done
    return 1
}

# After a crash: a process may run of which no pid was written down.
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

# Whether the cache is one that bench made: another program may have a directory of that name.
is_ours() {
    [ -d "$cache" ] && [ "$(stat -c %u "$cache")" = "$(id -u)" ] || return 1
    [ -e "$cache/made" ] || [ -d "$cache/journal" ]
}

# Removes the cache. What is removed here, leftovers must look for.
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
        [ ! -s "$entry" ] || fail "a run began here meanwhile: $(head -n 1 "$entry")"
    done
    rm -f "${cache%/*}"/.bench-check-* "${runs%/*}"/.bench-check-*
    rm -rf "$cache" || exit
    # Each run has removed its own below it.
    [ ! -d "$runs" ] || rmdir "$runs" 2>/dev/null
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
    for path in "${cache%/*}"/.bench-check-* "${runs%/*}"/.bench-check-*; do
        [ ! -e "$path" ] || echo "file $path"
    done
    for path in "$cache" "$runs"; do
        processes_below "$path" | sed 's/^/process /'
    done
}

if [ "$1" = guard ]; then
    held "$2" || fail "the claim $2 has run out: another bench may work there now, so nothing was changed"
    shift 2
fi
verb=$1
shift
case $verb in
    # A second Ctrl-C on the terminal, or its end, must not end this half way.
    stop | discard | sweep | remove) trap '' INT HUP ;;
esac
case $verb in
    discard)
        stop "$1" && discard_directory "$1"
        ;;
    sweep)
        set_paths
        lock_journal
        ! began_since "$1" "$2" || fail "another bench has taken up the run of $1 meanwhile"
        stop "$1" && end_strays "$1" && discard_directory "$1"
        ;;
    *) "$verb" "$@" ;;
esac
