package dev.jdbcbench.preparation;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Detects hosts that are clearly unsuitable for measuring. Runs before anything of the run is active there. */
final class Fitness {
    /** Limit in percent of all CPUs. Load that is present now will probably be present during the run. */
    private static final double BUSY_PERCENT = 25;

    private static final double STEAL_PERCENT = 5;

    private static final double HUNDRED = 100;
    private static final int STEAL = 7;
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int STATES = 8;

    /** Prints the frequency governors in use, then the ticks of all CPUs twice, one second apart. */
    private static final String LOOK = """
            cat /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor 2>/dev/null | sort -u | tr '\\n' ' '
            echo
            grep '^cpu ' /proc/stat
            sleep 1
            grep '^cpu ' /proc/stat
            """;

    private Fitness() {}

    /** Observes a host for a second; returns why it is unsuitable, empty if it is suitable. */
    static List<String> reasons(Host host) {
        List<String> lines = host.require("check whether the host is quiet", Command.query("sh", "-c", LOOK))
                .out()
                .lines()
                .toList();
        return reasons(lines);
    }

    /** Evaluates the output of {@link #LOOK}. */
    static List<String> reasons(List<String> lines) {
        List<String> reasons = new ArrayList<>();
        for (String governor : lines.get(0).strip().split(" +", -1)) {
            if (!governor.isEmpty() && !governor.equals("performance") && !governor.equals("userspace")) {
                reasons.add("the frequency governor is " + governor
                        + ": the clock changes while bench measures (cpupower frequency-set -g performance)");
            }
        }
        long[] before = ticks(lines.get(1));
        long[] after = ticks(lines.get(2));
        long total = 0;
        for (int state = 0; state < STATES; state++) {
            total += after[state] - before[state];
        }
        if (total > 0) {
            double steal = HUNDRED * (after[STEAL] - before[STEAL]) / total;
            double idle = HUNDRED * (after[IDLE] - before[IDLE] + after[IOWAIT] - before[IOWAIT]) / total;
            if (steal > STEAL_PERCENT) {
                reasons.add(percent("the hypervisor gives %.0f %% of the CPU time to others", steal));
            }
            if (HUNDRED - idle - steal > BUSY_PERCENT) {
                reasons.add(percent(
                        "other processes use %.0f %% of all CPUs before this run starts anything there",
                        HUNDRED - idle - steal));
            }
        }
        return reasons;
    }

    private static long[] ticks(String line) {
        return Arrays.stream(line.substring("cpu".length()).strip().split(" +", -1))
                .limit(STATES)
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static String percent(String text, double percent) {
        return String.format(Locale.ROOT, text, percent);
    }
}
