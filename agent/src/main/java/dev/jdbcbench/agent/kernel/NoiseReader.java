package dev.jdbcbench.agent.kernel;

import dev.jdbcbench.event.Noise;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads interference on this host from /proc and /sys. Takes a reading before and after a fork and returns the difference. A
 * reading takes about a millisecond; nothing is read while a fork runs.
 */
public final class NoiseReader {
    private static final double HUNDRED = 100;
    private static final double KILO = 1000;
    private static final String CPUS = "sys/devices/system/cpu";
    private static final String CGROUPS = "sys/fs/cgroup";

    private static final Pattern MEGAHERTZ = Pattern.compile("(?m)^cpu MHz\\s*:\\s*([0-9.]+)");

    private final Path root;
    private final List<Path> databases;

    /**
     * Reads the host whose /proc and /sys are below {@code root}.
     *
     * @param databases one file per database of the run on this host; it starts with the process ID, which changes when the
     *     database is restarted
     */
    public NoiseReader(Path root, List<Path> databases) {
        this.root = root;
        this.databases = List.copyOf(databases);
    }

    /**
     * The counters at one moment; null where not available.
     *
     * @param ownTicks CPU time of the agent and of all its ended children, in the unit of {@code cpu}
     * @param databaseTicks CPU time of each of the run's databases on this host, by process ID
     * @param megahertz frequency of each CPU; empty where the host does not report it
     */
    public record Reading(
            @Nullable CpuTimes cpu,
            @Nullable Long ownTicks,
            Map<String, Long> databaseTicks,
            @Nullable Double load,
            @Nullable Throttling throttling,
            @Nullable Long thermalThrottles,
            List<Double> megahertz,
            @Nullable Long retransmits) {}

    /**
     * CPU time of all CPUs together since boot, in clock ticks.
     *
     * @param busy used by processes and interrupts
     * @param steal given to others by the hypervisor
     * @param total busy, stolen and idle
     */
    record CpuTimes(long busy, long steal, long total) {
        /** Parses the text of /proc/stat. */
        static Optional<CpuTimes> of(String stat) {
            long[] ticks = stat.lines()
                    .filter(line -> line.startsWith("cpu "))
                    .findFirst()
                    .map(line -> Stream.of(line.substring(4).strip().split(" +", -1))
                            .mapToLong(Long::parseLong)
                            .toArray())
                    .orElse(new long[0]);
            if (ticks.length < 8) {
                return Optional.empty();
            }
            // user nice system idle iowait irq softirq steal; the guest times that follow are already included in user
            // and nice
            long busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
            return Optional.of(new CpuTimes(busy, ticks[7], busy + ticks[3] + ticks[4] + ticks[7]));
        }
    }

    /**
     * How often and how long a cgroup was throttled because it had used up its CPU quota.
     *
     * @param micros total time, µs
     */
    record Throttling(long periods, long micros) {
        /** Parses a cpu.stat of cgroups v2 or v1; empty where that cgroup cannot have a quota. */
        static Optional<Throttling> of(String stat) {
            Optional<Long> periods = number(stat, "nr_throttled");
            Optional<Long> micros = number(stat, "throttled_usec")
                    .or(() -> number(stat, "throttled_time").map(nanos -> nanos / 1000));
            return periods.flatMap(count -> micros.map(time -> new Throttling(count, time)));
        }

        Throttling plus(Throttling other) {
            return new Throttling(periods + other.periods, micros + other.micros);
        }

        Throttling since(Throttling before) {
            return new Throttling(periods - before.periods, micros - before.micros);
        }

        private static Optional<Long> number(String text, String key) {
            return text.lines()
                    .filter(line -> line.startsWith(key + " "))
                    .findFirst()
                    .map(line -> Long.valueOf(line.substring(key.length()).strip()));
        }
    }

    /** The difference between two readings. */
    public static Noise between(Reading before, Reading after) {
        Double steal = null;
        Double foreign = null;
        Double database = null;
        if (before.cpu != null && after.cpu != null && after.cpu.total > before.cpu.total) {
            long total = after.cpu.total - before.cpu.total;
            steal = percent(after.cpu.steal - before.cpu.steal, total);
            long ofDatabases = sum(after.databaseTicks) - sum(before.databaseTicks);
            // If a database was restarted in between, the CPU time of its old process is unknown.
            boolean same = before.databaseTicks.keySet().equals(after.databaseTicks.keySet());
            if (same && !after.databaseTicks.isEmpty()) {
                database = percent(ofDatabases, total);
            }
            if (same && before.ownTicks != null && after.ownTicks != null) {
                long known = after.ownTicks - before.ownTicks + ofDatabases;
                foreign = percent(after.cpu.busy - before.cpu.busy - known, total);
            }
        }
        Throttling throttling = before.throttling == null || after.throttling == null
                ? null
                : after.throttling.since(before.throttling);
        DoubleSummaryStatistics megahertz = Stream.of(before.megahertz, after.megahertz)
                .flatMap(Collection::stream)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        boolean frequency = megahertz.getCount() > 0;
        return new Noise(
                steal,
                foreign,
                database,
                after.load,
                throttling == null ? null : (Long) throttling.periods,
                throttling == null ? null : (Long) throttling.micros,
                difference(before.thermalThrottles, after.thermalThrottles),
                frequency ? (Double) megahertz.getMin() : null,
                frequency ? (Double) megahertz.getAverage() : null,
                frequency ? (Double) megahertz.getMax() : null,
                difference(before.retransmits, after.retransmits));
    }

    /** Percentage, at least 0: the two tick counters may differ by a tick, which can make the difference negative. */
    private static Double percent(long ticks, long total) {
        return Math.max(0, HUNDRED * ticks / total);
    }

    private static long sum(Map<String, Long> ticks) {
        return ticks.values().stream().mapToLong(Long::longValue).sum();
    }

    private static @Nullable Long difference(@Nullable Long before, @Nullable Long after) {
        return before == null || after == null ? null : (Long) (after - before);
    }

    /** Reads the current counters. */
    public Reading read() {
        return read(List.of());
    }

    /**
     * Reads the current counters while children of the agent are alive.
     *
     * @param children their process IDs: the kernel adds their time to the agent's only when they end
     */
    public Reading read(List<Long> children) {
        Long own = text("proc/self/stat").map(NoiseReader::ownTicks).orElse(null);
        for (long child : children) {
            Long ticks =
                    text("proc/" + child + "/stat").map(NoiseReader::ownTicks).orElse(null);
            own = own == null || ticks == null ? null : (Long) (own + ticks);
        }
        return new Reading(
                text("proc/stat").flatMap(CpuTimes::of).orElse(null),
                own,
                databaseTicks(),
                text("proc/loadavg").map(NoiseReader::load).orElse(null),
                throttling().orElse(null),
                thermalThrottles().orElse(null),
                megahertz(),
                text("proc/net/snmp").flatMap(NoiseReader::retransmits).orElse(null));
    }

    /** CPU time of the run's databases on this host, in clock ticks; less than before when one was restarted. */
    public long ticksOfDatabases() {
        return sum(databaseTicks());
    }

    private Map<String, Long> databaseTicks() {
        Map<String, Long> ticks = new HashMap<>();
        for (Path file : databases) {
            text(file)
                    .map(text -> text.split(" ", 2)[0])
                    .ifPresent(id -> text("proc/" + id + "/stat").ifPresent(stat -> ticks.put(id, ownTicks(stat))));
        }
        return ticks;
    }

    /** Everything that cannot be read on this host, each with the reason: {@code frequency: …}. */
    public List<String> notReadable() {
        Reading now = read();
        String hidden = cpuinfo().contains("hypervisor") ? " (the hypervisor hides it)" : "";
        List<String> missing = new ArrayList<>();
        if (now.cpu == null) {
            missing.add("steal: /proc/stat has no line of all CPUs");
        }
        if (now.cpu == null || now.ownTicks == null) {
            missing.add("other processes: /proc/stat or /proc/self/stat cannot be read");
        }
        if (now.load == null) {
            missing.add("load: /proc/loadavg cannot be read");
        }
        if (now.throttling == null) {
            missing.add("throttling: there is no cpu.stat of a cgroup in /" + CGROUPS);
        }
        if (now.thermalThrottles == null) {
            missing.add("thermal throttling: /" + CPUS + "/cpu0/thermal_throttle is not there" + hidden);
        }
        if (now.megahertz.isEmpty()) {
            missing.add("frequency: /" + CPUS
                    + "/cpu0/cpufreq is not there, and the CPU does not count its cycles: no aperfmperf" + hidden);
        }
        if (now.retransmits == null) {
            missing.add("retransmits: /proc/net/snmp does not count them");
        }
        return missing;
    }

    /** utime, stime, cutime and cstime from /proc/PID/stat: a process and its ended children. */
    static long ownTicks(String stat) {
        // The program name, in parentheses, may itself contain blanks and parentheses.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Stream.of(fields[11], fields[12], fields[13], fields[14])
                .mapToLong(Long::parseLong)
                .sum();
    }

    /** The one-minute average from /proc/loadavg. */
    static double load(String loadavg) {
        return Double.parseDouble(loadavg.split(" ", 2)[0]);
    }

    /** RetransSegs from /proc/net/snmp, whose lines come in pairs of names and numbers. */
    static Optional<Long> retransmits(String snmp) {
        List<List<String>> tcp = snmp.lines()
                .filter(line -> line.startsWith("Tcp: "))
                .map(line -> List.of(line.split(" ", -1)))
                .toList();
        int column = tcp.size() < 2 ? -1 : tcp.get(0).indexOf("RetransSegs");
        return column < 0
                ? Optional.empty()
                : Optional.of(Long.valueOf(tcp.get(1).get(column)));
    }

    /**
     * The frequencies in /proc/cpuinfo, MHz. Empty unless the CPU counts its cycles; otherwise the kernel always prints the
     * same number.
     */
    static List<Double> megahertz(String cpuinfo) {
        List<Double> megahertz = new ArrayList<>();
        Matcher line = MEGAHERTZ.matcher(cpuinfo.contains(" aperfmperf") ? cpuinfo : "");
        while (line.find()) {
            megahertz.add(Double.valueOf(line.group(1)));
        }
        return megahertz;
    }

    /**
     * The cgroup that limits a process's CPU, and its ancestors up to the root, below /sys/fs/cgroup.
     *
     * @param cgroup the text of /proc/PID/cgroup
     */
    static List<String> cgroups(String cgroup) {
        List<String> paths = new ArrayList<>();
        for (String line : cgroup.lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            boolean v1 = List.of(parts[1].split(",", -1)).contains("cpu");
            if (v1) {
                paths.clear(); // if v1 controls the CPU, v2 is mounted without it
            }
            if (v1 || parts[0].equals("0")) {
                for (String path = parts[2]; path.length() > 1; path = path.substring(0, path.lastIndexOf('/'))) {
                    paths.add(parts[1] + path);
                }
                paths.add(parts[1]);
            }
            if (v1) {
                break;
            }
        }
        return paths;
    }

    /**
     * Sums the throttling of the process's cgroups. In a container the cgroup's path may not exist, because its own cgroup is
     * mounted as the root.
     */
    private Optional<Throttling> throttling() {
        return text("proc/self/cgroup").map(NoiseReader::cgroups).orElse(List.of()).stream()
                .filter(path -> !path.contains(".."))
                .flatMap(path -> text(CGROUPS + "/" + path + "/cpu.stat").stream())
                .map(stat -> Throttling.of(stat).orElse(new Throttling(0, 0)))
                .reduce(Throttling::plus);
    }

    private Optional<Long> thermalThrottles() {
        return perCpu("thermal_throttle/core_throttle_count").stream().reduce(Long::sum);
    }

    private List<Double> megahertz() {
        List<Double> megahertz = perCpu("cpufreq/scaling_cur_freq").stream()
                .map(kilohertz -> kilohertz / KILO)
                .toList();
        return megahertz.isEmpty() ? megahertz(cpuinfo()) : megahertz;
    }

    private String cpuinfo() {
        return text("proc/cpuinfo").orElse("");
    }

    /** The number in this file for each CPU that has one. */
    private List<Long> perCpu(String file) {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> cpus = Files.newDirectoryStream(root.resolve(CPUS), "cpu[0-9]*")) {
            for (Path cpu : cpus) {
                text(root.relativize(cpu) + "/" + file).ifPresent(number -> numbers.add(Long.valueOf(number.strip())));
            }
        } catch (IOException e) {
            return List.of(); // directory does not exist: nothing to read
        }
        return numbers;
    }

    /** Reads all bytes at once from a stream: these files report no length, and some answer only the first read. */
    private Optional<String> text(String file) {
        return text(root.resolve(file));
    }

    private static Optional<String> text(Path file) {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
