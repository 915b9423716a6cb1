# IMAGE CHANGES: prints a line for each container engine of this host: its name, its path, the state, and facts; then the limits of processes.
# Podman makes its directories when it is called as a user for the first time. With CHANGES=no it is not called before.
for engine in podman docker; do
    path=$(command -v "$engine") || continue
    if [ "$engine" = podman ]; then
        store=${XDG_DATA_HOME:-$HOME/.local/share}/containers
        if [ "$2" = no ] && [ "$(id -u)" != 0 ] && [ ! -d "$store" ]; then
            printf '%s\t%s\tnew\t\n' "$engine" "$path"
            continue
        fi
        format='{{.Version.Version}}|{{.Host.Security.Rootless}}|{{.Host.CgroupControllers}}|{{.Store.GraphRoot}}'
    else
        format='{{.ServerVersion}}|{{.SecurityOptions}}|all|{{.DockerRootDir}}'
    fi
    said=$("$path" info --format "$format" 2>&1) || {
        printf '%s\t%s\tfailed\t%s\n' "$engine" "$path" "$(echo "$said" | tail -n 1)"
        continue
    }
    facts=$(echo "$said" | tail -n 1)
    place=${facts##*|}
    while [ -n "$place" ] && [ ! -d "$place" ]; do place=${place%/*}; done
    free=$(df -Pk "${place:-/}" 2>/dev/null | tail -n 1 | { read -r device blocks used available rest && echo "$available"; })
    image=$("$path" image inspect --format '{{.Id}}|{{.Size}}|{{.RepoDigests}}|{{range $path, $none := .Config.Volumes}}{{$path}} {{end}}|{{printf "%q" .Config.Entrypoint}}|{{printf "%q" .Config.Cmd}}' "$1" 2>/dev/null) || image=
    printf '%s\t%s\tok\t%s|%s\t%s\n' "$engine" "$path" "$facts" "$free" "$image"
done
sed -n 's/^Max open files  *\([^ ]*\)  *\([^ ]*\) .*/files\t\1\t\2/p; s/^Max processes  *\([^ ]*\)  *\([^ ]*\) .*/processes\t\1\t\2/p' /proc/self/limits
printf 'namespace\t%s %s\n' "$(readlink /proc/self/ns/net)" "$(cat /proc/sys/kernel/random/boot_id)"
