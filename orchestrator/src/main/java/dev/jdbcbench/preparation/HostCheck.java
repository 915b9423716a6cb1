package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Ports;
import dev.jdbcbench.database.ProgramSource;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.DiskSpace;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.result.CheckFinding;
import dev.jdbcbench.site.ConnectedHosts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Checks that one host offers what its roles need: tools, disk space, memory, a free port, a sane clock, and no other
 * load. Leaves nothing behind.
 */
public final class HostCheck {
    /**
     * Writes as much as the run will need, where it will need it, and removes it again: df does not show what a user
     * may actually write.
     */
    static final String LOOK = DiskSpace.FREE + """
            missing=
            for tool in cat chmod dd env grep gzip id kill mkdir mktemp mv readlink rm sed setsid sha256sum sleep stat tail tar $4; do
                command -v "$tool" >/dev/null || missing="$missing $tool"
            done
            echo "missing=${missing# }"
            sed -n 's/^MemAvailable: *\\([0-9]*\\) kB/memory=\\1/p; s/^SwapFree: *\\([0-9]*\\) kB/swap=\\1/p' /proc/meminfo
            for pair in memory.max:memory.current memory/memory.limit_in_bytes:memory/memory.usage_in_bytes; do
                limit=$(cat "/sys/fs/cgroup/${pair%:*}" 2>/dev/null) && used=$(cat "/sys/fs/cgroup/${pair#*:}" 2>/dev/null) || continue
                echo "group=$limit $used"
            done
            read -r load rest </proc/loadavg
            echo "load=$load $(grep -c ^processor /proc/cpuinfo)"
            room() { # DIRECTORY MEGABYTES
                free_in "$1"
                # Not to the last byte: others live on this disk.
                if [ "${free:-0}" -lt $((($2 + $2 / 10) * 1024)) ]; then
                    echo "full=$parent $2 $((${free:-0} / 1024)) MB are free"
                    return
                fi
                if file=$(mktemp "$parent/.bench-check-XXXXXX" 2>&1); then
                    # The file loses its name before it grows, so it cannot be left behind, and no file of others is removed.
                    exec 7>"$file"
                    rm -f "$file"
                    said=$(dd if=/dev/zero bs=1048576 count="$2" conv=fsync 2>&1 >&7) || echo "full=$parent $2 $(echo "$said" | grep -v records | head -n 1)"
                    exec 7>&-
                else
                    echo "closed=$parent $file"
                fi
            }
            room "$1" "$3"
            [ "${2#"$1"}" != "$2" ] || room "$2" "$5"
            """;

    private static final long MEGABYTE = 1L << 20;
    /** MB: the portable MariaDB unpacked and its archive beside it, or a vendor's build. */
    private static final int PROGRAMS = 600;

    /** MB, observed with default buffers: MariaDB 100 to 184, MySQL 535. */
    private static final Map<ServerKind, Integer> SERVER_MEMORY =
            Map.of(ServerKind.MARIADB, 200, ServerKind.MYSQL, 600);
    /** MB of a measured JVM in addition to its heap: classes, compiled code, threads. */
    static final int JVM_MEMORY = 200;
    /** MB for the agent, which idles while others measure. */
    private static final int AGENT_MEMORY = 150;

    private static final Duration CLOCK_WARNING = Duration.ofSeconds(2);
    /** With a larger offset, events can no longer be put into order. */
    private static final Duration CLOCK_PROBLEM = Duration.ofSeconds(60);
    /** Fraction of the CPUs: above it, other work is running and would distort the results. */
    private static final double BUSY = 0.5;

    private final HostSpec spec;
    private final Host host;
    private final HostScript script;
    private final Clock clock;
    private final List<CheckFinding> findings = new ArrayList<>();

    public HostCheck(HostSpec spec, HostScript script, Clock clock) {
        this.spec = spec;
        this.script = script;
        this.host = script.host();
        this.clock = clock;
    }

    /**
     * What a run needs from the host.
     *
     * @param client whether the drivers run there
     * @param jvms number of measuring JVMs that are alive at the same time
     * @param heapMegabytes heap of each of them
     * @param servers servers that run there at the same time
     */
    public record Wanted(boolean client, int jvms, long heapMegabytes, List<ServerSpec> servers) {
        public Wanted {
            servers = List.copyOf(servers);
        }

        private Wanted on(HostScript host) {
            return new Wanted(
                    client,
                    jvms,
                    heapMegabytes,
                    servers.stream()
                            .map(server -> AutomaticSource.expected(server, host))
                            .toList());
        }

        private long memory() {
            long memory = client ? AGENT_MEMORY + jvms * (heapMegabytes + JVM_MEMORY) : 0;
            for (ServerSpec server : servers) {
                memory += SERVER_MEMORY.getOrDefault(server.kind(), 0);
            }
            return memory;
        }

        private int programs() {
            boolean brought =
                    servers.stream().anyMatch(server -> server.install().brought());
            return (client ? DiskNeeds.AGENT : 0) + (brought ? PROGRAMS : 0) + 1;
        }

        private int data() {
            return DiskNeeds.DATA * servers.size() + 1;
        }
    }

    public List<CheckFinding> look(Wanted asked) {
        Wanted wanted = asked.on(script);
        others(wanted.client());
        Map<String, String> facts = new HashMap<>();
        List<String> tools = new ArrayList<>();
        if (spec.cpus().any()) {
            tools.add("taskset");
        }
        boolean root = Account.isRoot(host);
        if (root) {
            tools.add("setpriv");
        }
        boolean oneDisk = script.runs().startsWith(script.cache());
        Outcome look = host.run(Command.query(
                "sh",
                "-c",
                LOOK,
                "sh",
                script.cache(),
                script.runs(),
                String.valueOf(wanted.programs() + (oneDisk ? wanted.data() : 0)),
                String.join(" ", tools),
                String.valueOf(wanted.data())));
        look.out().lines().forEach(line -> {
            String[] parts = line.split("=", 2);
            facts.put(parts[0], parts.length == 2 ? parts[1] : "");
        });
        tools(facts);
        if (root && !facts.getOrDefault("missing", "").contains("setpriv")) {
            unprivileged();
        }
        disk(facts, wanted);
        memory(facts, wanted);
        load(facts);
        quota();
        fitness();
        clockOffset();
        ports(wanted.servers());
        for (ServerSpec server : wanted.servers()) {
            ProgramSource.behind(server.install()).ifPresent(source -> {
                findings.addAll(source.check(server, script));
                source.remark(LocalDate.now(ZoneOffset.UTC))
                        .ifPresent(
                                remark -> findings.add(CheckFinding.warning(spec.name(), server.label(), remark, "")));
            });
        }
        return findings;
    }

    private void others(boolean client) {
        for (JournalEntry entry : script.entries()) {
            String who = "run " + entry.name()
                    + entry.owner().map(ConnectedHosts::byAndSince).orElse("");
            if (!ConnectedHosts.inUse(entry)) {
                findings.add(CheckFinding.warning(
                        spec.name(),
                        "leftovers",
                        who + " ended without cleaning up, and left " + entry.directory(),
                        "bench clean removes it."));
            } else if (client && entry.name().endsWith("/agent")) {
                findings.add(CheckFinding.problem(
                        spec.name(),
                        "other runs",
                        ExitCode.COMMAND,
                        who + " measures here",
                        "Wait until it has ended, or end it."));
            } else {
                findings.add(CheckFinding.warning(
                        spec.name(), "other runs", who + " is running here", "They disturb each other."));
            }
        }
    }

    private void tools(Map<String, String> facts) {
        String missing = facts.getOrDefault("missing", "");
        findings.add(
                missing.isEmpty()
                        ? CheckFinding.ok(spec.name(), "tools", "all there")
                        : CheckFinding.problem(
                                spec.name(),
                                "tools",
                                ExitCode.COMMAND,
                                missing + " not found",
                                "They are in coreutils, util-linux, procps, grep, sed, tar and gzip."));
    }

    /**
     * Checks that root can switch to the database's user: a database never runs as root. (The java check does the same
     * for the agent's user.)
     */
    private void unprivileged() {
        List<String> words = new ArrayList<>(Account.DATABASE.words());
        words.add("true");
        Outcome outcome = host.run(Command.query(words.toArray(String[]::new)));
        if (!outcome.ok()) {
            findings.add(
                    CheckFinding.problem(
                            spec.name(),
                            "user",
                            ExitCode.COMMAND,
                            "cannot run as uid " + Account.DATABASE.id() + ": " + outcome.lastLines(),
                            "It needs setpriv of util-linux 2.33 or later (not busybox's); or log in as a user other than root."));
        }
    }

    private void disk(Map<String, String> facts, Wanted wanted) {
        if (facts.containsKey("closed")) {
            findings.add(CheckFinding.problem(
                    spec.name(),
                    "disk",
                    ExitCode.COMMAND,
                    "cannot write below " + facts.get("closed"),
                    "bench keeps its files in " + script.cache()
                            + ": let its user write there, or set XDG_CACHE_HOME for it."));
        } else if (facts.containsKey("full")) {
            String[] words = String.valueOf(facts.get("full")).split(" ", 3);
            findings.add(CheckFinding.problem(
                    spec.name(),
                    "disk",
                    ExitCode.COMMAND,
                    "no room for " + words[1] + " MB in " + words[0] + ": " + (words.length > 2 ? words[2] : ""),
                    "Make room there (df -h " + words[0] + ")."));
        } else {
            findings.add(CheckFinding.ok(
                    spec.name(), "disk", "wrote " + (wanted.programs() + wanted.data()) + " MB, and removed them"));
        }
    }

    private void memory(Map<String, String> facts, Wanted wanted) {
        long available = number(facts.get("memory")) / 1024;
        long swap = number(facts.get("swap")) / 1024;
        String[] group = facts.getOrDefault("group", "").split(" ", 2);
        if (group.length == 2 && group[0].matches("[0-9]{1,15}")) {
            available = Math.min(available, (Long.parseLong(group[0]) - number(group[1])) / MEGABYTE);
        }
        long needed = wanted.memory();
        String said = available + " MB free, " + needed + " MB needed"
                + (wanted.client() && wanted.jvms() > 1
                        ? " (" + wanted.jvms() + " JVMs with a heap of " + wanted.heapMegabytes() + " MB at once)"
                        : "");
        String hint =
                "Take a smaller heap (`jvm: { heap: 128M }`), fewer drivers or servers, --no-turns, or a larger host.";
        if (available >= needed) {
            findings.add(CheckFinding.ok(spec.name(), "memory", said));
        } else if (available + swap >= needed) {
            findings.add(CheckFinding.warning(spec.name(), "memory", said + ": it would swap", hint));
        } else {
            findings.add(CheckFinding.problem(spec.name(), "memory", ExitCode.COMMAND, said, hint));
        }
    }

    private static long number(@org.jspecify.annotations.Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    private void load(Map<String, String> facts) {
        String[] words = facts.getOrDefault("load", "0 1").split(" ", 2);
        double load = Double.parseDouble(words[0]);
        long cpus = Math.max(1, number(words.length == 2 ? words[1] : "1"));
        String said = words[0] + " on " + cpus + " CPUs";
        findings.add(
                load <= BUSY * cpus
                        ? CheckFinding.ok(spec.name(), "load", said)
                        : CheckFinding.warning(
                                spec.name(),
                                "load",
                                said + ": other processes are using the CPU and would distort the results",
                                "Find them with top, and retry."));
    }

    private void quota() {
        CpuQuota.of(HostFacts.ask(host, "localhost"))
                .ifPresent(quota -> findings.add(CheckFinding.warning(
                        spec.name(),
                        "quota",
                        quota + ": processes that use it up are stopped for the rest of each period",
                        "bench measures such rounds again. Give it whole CPUs of its own, or no limit.")));
    }

    private void fitness() {
        Fitness.reasons(host)
                .forEach(reason -> findings.add(CheckFinding.warning(
                        spec.name(),
                        "fitness",
                        reason,
                        "The profiles thorough and publish refuse such a host (exit code 6) unless you use --force.")));
    }

    private void clockOffset() {
        Instant before = clock.instant();
        String text = host.run(Command.query("date", "+%s.%N")).out().strip();
        Duration round = Duration.between(before, clock.instant());
        if (!text.matches("[0-9]+\\.[0-9]+")) {
            findings.add(CheckFinding.warning(
                    spec.name(), "clock", "date says " + text, "Check that the date program is that of coreutils."));
            return;
        }
        double here = before.plus(round.dividedBy(2)).toEpochMilli() / Unit.MILLIS_PER_SECOND;
        double offset = Double.parseDouble(text) - here;
        String said =
                String.format(Locale.ROOT, "%+.1f s against this machine, ±%.1f s", offset, round.toMillis() / 2000.0);
        String hint = "Synchronise the clock of the host by NTP.";
        if (Math.abs(offset) < CLOCK_WARNING.toSeconds()) {
            findings.add(CheckFinding.ok(spec.name(), "clock", said));
        } else if (Math.abs(offset) < CLOCK_PROBLEM.toSeconds()) {
            findings.add(CheckFinding.warning(spec.name(), "clock", said, hint));
        } else {
            findings.add(CheckFinding.problem(spec.name(), "clock", ExitCode.UNFIT, said, hint));
        }
    }

    private void ports(List<ServerSpec> servers) {
        Set<Integer> taken = Ports.taken(host);
        for (ServerSpec server : servers) {
            server.port()
                    .ifPresent(port -> findings.add(
                            taken.contains(port)
                                    ? CheckFinding.problem(
                                            spec.name(),
                                            "port",
                                            ExitCode.COMMAND,
                                            "port " + port + " of " + server.label() + " is taken",
                                            Ports.hint(port, server.label()))
                                    : CheckFinding.ok(
                                            spec.name(), "port", port + " of " + server.label() + " is free")));
        }
    }

    /** The java program of the client host. */
    public static CheckFinding java(HostSpec spec, Host host) {
        try {
            return CheckFinding.ok(spec.name(), "java", Java.find(spec, host));
        } catch (Failure.Command e) {
            return CheckFinding.of(spec.name(), "java", e);
        }
    }
}
