# gang SECONDS: a verb more for host.sh, which follows. On each node of a Slurm job, for as long as the job lasts: starts what is launched
# there, and removes everything when the job ends, or no lease has been valid for that time.
gang() {
    set_paths
    umask 022
    # Fails if it exists: then it is not ours.
    mkdir -m 711 "$BENCH_PLACE" || exit
    reader=
    trap end_gang TERM INT HUP
    mkfifo -m 600 "$BENCH_PLACE/launches" || exit
    while read -r dir; do
        xargs -0 -x setsid env -i <"$dir/words" >/dev/null 2>"$dir/supervisor.log" &
    done <>"$BENCH_PLACE/launches" &
    reader=$!
    idle=0
    while [ $idle -lt "$1" ]; do
        sleep $WATCH_SECONDS &
        wait $!
        idle=$((idle + WATCH_SECONDS))
        for dir in "$runs"/*/*; do
            ! held "$dir" || idle=0
        done
    done
    end_gang
}

# Slurm sends TERM to everything in the job, also to supervisors, which then cannot remove their directories.
end_gang() {
    trap '' TERM INT HUP
    [ -z "$reader" ] || kill "$reader" 2>/dev/null
    stops=
    for dir in "$runs"/*/*; do
        [ -d "$dir" ] || continue
        stop "$dir" &
        stops="$stops $!"
    done
    for ending in $stops; do
        wait "$ending"
    done
    tenths=0
    # Something may still be writing there.
    until rm -rf "$BENCH_PLACE" 2>/dev/null && [ ! -e "$BENCH_PLACE" ]; do
        [ $tenths -lt 20 ] || exit 1
        tenths=$((tenths + 1))
        sleep 0.1
    done
    exit 0
}

