# Prints facts about the host, one line NAME=TEXT each. Called as `sh -s ADDRESS` with the address of the database. Reads /proc and
# /sys; needs a POSIX sh, cat, grep, sed, sort, tr and uname, and, if available, ip for the network device. A fact that cannot be read is
# `unknown: why`. Prints no addresses and no host names.

CPU=/sys/devices/system/cpu
CGROUPS=/sys/fs/cgroup

say() {
    printf '%s=%s\n' "$1" "$2"
}

unknown() {
    say "$1" "unknown: $2"
}

# Sets $value to the first line of a file, or returns 1 and sets $why.
first_line() {
    value=
    if [ ! -e "$1" ]; then
        why="$1 is not there"
        return 1
    fi
    { read -r value <"$1"; } 2>/dev/null || [ -n "$value" ] || {
        why="$1 cannot be read, or is empty"
        return 1
    }
}

# NAME FILE [REMARK]: prints the first line of a file as the fact.
fact() {
    if first_line "$2"; then
        say "$1" "$value"
    else
        unknown "$1" "$why${3:-}"
    fi
}

# NAME TEXT WHY: prints the text as the fact, unless it is empty.
fact_or() {
    if [ -n "$2" ]; then
        say "$1" "$2"
    else
        unknown "$1" "$3"
    fi
}

# KEY: the value in /proc/meminfo.
memory() {
    sed -n "s/^$1: *//p" /proc/meminfo 2>/dev/null
}

hidden=
if grep -q '^flags.* hypervisor' /proc/cpuinfo 2>/dev/null; then
    hidden=' (the hypervisor hides it)'
fi

system() {
    fact_or distribution "$(sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\).*/\1/p' /etc/os-release 2>/dev/null)" \
        'PRETTY_NAME is not in /etc/os-release'
    if first_line /proc/sys/kernel/ostype; then
        kernel=$value
        first_line /proc/sys/kernel/osrelease
        say kernel "$kernel $value"
    else
        unknown kernel "$why"
    fi
    fact_or architecture "$(uname -m 2>/dev/null)" 'there is no program uname'
    fact_or booted "$(sed -n 's/^btime //p' /proc/stat 2>/dev/null)" '/proc/stat has no btime'
    if first_line /proc/uptime; then
        say uptime "${value%% *} s"
    else
        unknown uptime "$why"
    fi
    fact clocksource /sys/devices/system/clocksource/clocksource0/current_clocksource
}

virtualisation() {
    seen=
    for name in sys_vendor product_name; do
        if first_line "/sys/class/dmi/id/$name"; then
            seen="$seen, $name $value"
        fi
    done
    if first_line /sys/hypervisor/type; then
        seen="$seen, hypervisor $value"
    fi
    if [ -z "$seen" ]; then
        seen=', /sys/class/dmi/id and /sys/hypervisor are not there'
    fi
    if [ ! -r /proc/cpuinfo ]; then
        unknown virtualisation '/proc/cpuinfo cannot be read'
    elif ! grep -q '^flags' /proc/cpuinfo; then
        unknown virtualisation "/proc/cpuinfo has no flags: these processors do not tell$seen"
    elif [ -n "$hidden" ]; then
        say virtualisation "virtual machine (the CPU has the flag hypervisor$seen)"
    else
        say virtualisation "none seen (the CPU has no flag hypervisor$seen)"
    fi

    seen=
    [ ! -e /.dockerenv ] || seen="$seen, docker (/.dockerenv)"
    [ ! -e /run/.containerenv ] || seen="$seen, podman (/run/.containerenv)"
    if first_line /run/systemd/container; then
        seen="$seen, $value (/run/systemd/container)"
    fi
    if grep -Eq 'docker|kubepods|containerd|libpod|lxc' /proc/self/cgroup 2>/dev/null; then
        seen="$seen, by the names of its cgroups"
    fi
    if [ -n "$seen" ]; then
        say container "${seen#, }"
    else
        say container 'none seen (no /.dockerenv, /run/.containerenv, /run/systemd/container, nor cgroup of one)'
    fi
}

# KEY: of the first processor of an Arm.
processor() {
    sed -n "/^CPU $1/{s/^[^:]*: *//p;q;}" /proc/cpuinfo
}

processors() {
    model=$(sed -n '/^model name/{s/^[^:]*: *//p;q;}' /proc/cpuinfo 2>/dev/null)
    if [ -z "$model" ] && grep -q '^CPU part' /proc/cpuinfo 2>/dev/null; then
        # Linux on Arm prints numbers instead of a name.
        model="implementer $(processor implementer), part $(processor part), variant $(processor variant), revision $(processor \
            revision) (/proc/cpuinfo has no model name)"
    fi
    fact_or cpu "$model" '/proc/cpuinfo has no model name'
    fact_or cpus "$(grep -c '^processor' /proc/cpuinfo 2>/dev/null | grep -v '^0$')" '/proc/cpuinfo lists none'
    fact_or cpusAllowed "$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status 2>/dev/null)" \
        '/proc/self/status has no Cpus_allowed_list'
    if first_line $CPU/smt/active; then
        case $value in
            0) smt=off ;;
            1) smt=on ;;
            *) smt=$value ;;
        esac
        first_line $CPU/smt/control || value="unknown: $why"
        say smt "$smt (control: $value)"
    else
        unknown smt "$why"
    fi
    if [ -d $CPU/cpu0/cpufreq ]; then
        fact_or governor "$(cat $CPU/cpu[0-9]*/cpufreq/scaling_governor 2>/dev/null | sort -u | tr '\n' ' ')" \
            "$CPU/cpu0/cpufreq/scaling_governor cannot be read"
    else
        unknown governor "$CPU/cpu0/cpufreq is not there$hidden"
    fi
}

memories() {
    fact_or memory "$(memory MemTotal)" '/proc/meminfo has no MemTotal'
    fact_or memoryAvailable "$(memory MemAvailable)" '/proc/meminfo has no MemAvailable'
    swap=$(memory SwapTotal)
    case $swap in
        '') unknown swap '/proc/meminfo has no SwapTotal' ;;
        '0 kB') say swap none ;;
        *)
            first_line /proc/sys/vm/swappiness || value="unknown: $why"
            say swap "$swap, $(memory SwapFree) free, swappiness $value"
            ;;
    esac
    fact transparentHugePages /sys/kernel/mm/transparent_hugepage/enabled
}

# CONTROLLER: sets $base to the root of its cgroups, $path to the cgroup of this process, and $version to 1 or 2; or returns 1
# and sets $why.
find_cgroup() {
    version=1
    why="/proc/self/cgroup cannot be read"
    [ -r /proc/self/cgroup ] || return 1
    line=$(grep -E "^[0-9]+:([^:]*,)?$1(,[^:]*)?:" /proc/self/cgroup)
    if [ -n "$line" ]; then
        line=${line#*:}
        base=$CGROUPS/${line%%:*} path=${line#*:}
    else
        version=2
        base=$CGROUPS path=$(sed -n 's/^0:://p' /proc/self/cgroup)
    fi
    why="$base is not there"
    [ -d "$base" ] || return 1
    case $path in
        '' | *..*) path= ;;
    esac
}

# FILE: sets $limits to the limits in that file of the process's cgroup and of those above it; and $seen if there is any such
# file.
limits_above() {
    limits= seen=
    level=${path%/}
    while :; do
        if first_line "$base$level/$1"; then
            seen=yes
            limit=$value
            if [ "$1" = cpu.cfs_quota_us ] && first_line "$base$level/cpu.cfs_period_us"; then
                limit="$limit $value"
            fi
            case $limit in
                max* | -1* | 9223372036854771712) ;;
                *' '*) limits="$limits; ${limit% *} µs of every ${limit#* } µs" ;;
                *) limits="$limits; $limit bytes" ;;
            esac
        fi
        [ -n "$level" ] || break
        level=${level%/*}
    done
    limits=${limits#; }
}

# NAME CONTROLLER V2-FILE V1-FILE
cgroup_limit() {
    if ! find_cgroup "$2"; then
        unknown "$1" "$why"
        return
    fi
    if [ $version = 2 ]; then
        file=$3
    else
        file=$4
    fi
    limits_above "$file"
    if [ -n "$limits" ]; then
        say "$1" "$limits ($file, cgroup v$version)"
    elif [ -n "$seen" ]; then
        say "$1" "no limit ($file, cgroup v$version)"
    elif [ -e "$base/cgroup.procs" ]; then
        say "$1" "no limit (no cgroup of this process has $file, cgroup v$version)"
    else
        unknown "$1" "$base holds no cgroups"
    fi
}

# Sets $device to the network device on the route to an address, or to the one that has it; or returns 1 and sets $why.
find_device() {
    device=
    if command -v ip >/dev/null; then
        numeric=$1
        case $1 in
            *[!0-9.]*)
                case $1 in
                    *:*) ;;
                    *) numeric=$(getent ahosts "$1" 2>/dev/null | sed -n '1s/ .*//p') ;;
                esac
                ;;
        esac
        if [ -z "$numeric" ]; then
            why='the name in dataAddress has no address here'
            return 1
        fi
        device=$(ip -o addr show to "$numeric" 2>/dev/null | sed -n '1s/^[0-9]*: *\([^ ]*\) .*/\1/p')
        [ -n "$device" ] || device=$(ip route get "$numeric" 2>/dev/null | sed -n '1s/.* dev \([^ ]*\).*/\1/p')
        why='ip knows no way to the address of the database'
    else
        case $1 in
            127.* | localhost) device=lo ;;
            *) device=$(sed -n '/^[^[:space:]]*[[:space:]]*00000000[[:space:]]/{s/[[:space:]].*//p;q;}' /proc/net/route 2>/dev/null) ;;
        esac
        why='there is no program ip, and /proc/net/route has no default route'
    fi
    device=${device%%@*}
    [ -n "$device" ]
}

network() {
    if find_device "$1"; then
        net=/sys/class/net/$device
        say network "$device"
        fact mtu "$net/mtu"
        if ! first_line "$net/speed"; then
            unknown networkSpeed "$why"
        elif [ "$value" -le 0 ] 2>/dev/null; then
            unknown networkSpeed "the driver does not know it ($net/speed is $value)"
        else
            say networkSpeed "$value Mbit/s"
        fi
        if [ -e "$net/device/uevent" ]; then
            fact_or networkDriver "$(sed -n 's/^DRIVER=//p' "$net/device/uevent")" "$net/device/uevent names none"
        else
            unknown networkDriver "$net/device is not there (a virtual device)"
        fi
    else
        for name in network mtu networkSpeed networkDriver; do
            unknown $name "$why"
        done
    fi
    fact congestionControl /proc/sys/net/ipv4/tcp_congestion_control
}

system
virtualisation
processors
memories
cgroup_limit cgroupCpu cpu cpu.max cpu.cfs_quota_us
cgroup_limit cgroupMemory memory memory.max memory.limit_in_bytes
network "$1"
fact load /proc/loadavg
say openFiles "$(ulimit -n), at most $(ulimit -Hn 2>/dev/null || echo '?')"
