package dev.jdbcbench.scenario.jvm;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * CPU time of all CPUs of this host together since boot, in clock ticks, from /proc/stat.
 *
 * @param busy used by processes and interrupts, or given to others by the hypervisor, and so not available
 * @param total busy and idle
 */
record HostCpu(long busy, long total) {
    private static final String STAT = "/proc/stat";
    private static final int LONGEST_LINE = 512;

    /** Fields of the line of all CPUs: user nice system idle iowait irq softirq steal. */
    private static final int FIELDS = 8;

    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final double HUNDRED = 100;

    /** The current times; empty where the host does not report them. */
    static Optional<HostCpu> now() {
        try (InputStream in = new FileInputStream(STAT)) {
            return of(new String(in.readNBytes(LONGEST_LINE), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return Optional.empty(); // a host without /proc
        }
    }

    /** Parses the beginning of /proc/stat. */
    static Optional<HostCpu> of(String stat) {
        String line = stat.lines().findFirst().orElse("");
        String[] words = line.split(" +", -1);
        if (!words[0].equals("cpu") || words.length <= FIELDS) {
            return Optional.empty();
        }
        long busy = 0;
        long idle = 0;
        for (int field = 0; field < FIELDS; field++) {
            String word = words[field + 1];
            if (!word.matches("[0-9]{1,18}")) {
                return Optional.empty();
            }
            if (field == IDLE || field == IOWAIT) {
                idle += Long.parseLong(word);
            } else {
                busy += Long.parseLong(word);
            }
        }
        return Optional.of(new HostCpu(busy, busy + idle));
    }

    /** The times that have passed since an earlier reading. */
    HostCpu since(HostCpu before) {
        return new HostCpu(Math.max(0, busy - before.busy), Math.max(0, total - before.total));
    }

    /** The busy part in percent; 0 in less than a tick. */
    double percent() {
        return total == 0 ? 0 : HUNDRED * busy / total;
    }
}
