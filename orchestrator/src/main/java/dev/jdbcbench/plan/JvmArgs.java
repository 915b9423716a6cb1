package dev.jdbcbench.plan;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.run.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The arguments of each measured JVM. */
public final class JvmArgs {
    /**
     * Fixed locale and encoding, so results do not depend on the host's settings, and no memory-mapped performance data
     * on disk.
     */
    private static final List<String> FIXED = List.of(
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            "-XX:-UsePerfData");

    private static final Pattern HEAP = Pattern.compile("-Xmx([0-9]{1,15})([kKmMgG]?)");

    private static final String PUBLISHED_HEAP = "128m";

    /**
     * Arguments of the comparison published in 2016, and no memory-mapped performance data on disk, which affects no
     * measurement.
     */
    private static final List<String> PUBLISHED =
            List.of("-Duser.country=US", "-Duser.language=en", "-XX:-UsePerfData");

    private JvmArgs() {}

    /** The maximum heap set by these arguments, in MB; empty when none sets it in bytes. */
    public static OptionalLong heapMegabytes(List<String> jvmArgs) {
        return jvmArgs.stream()
                .map(HEAP::matcher)
                .filter(Matcher::matches)
                .mapToLong(heap -> switch (heap.group(2).toUpperCase(Locale.ROOT)) {
                    case "K" -> Long.parseLong(heap.group(1)) >> 10;
                    case "M" -> Long.parseLong(heap.group(1));
                    case "G" -> Long.parseLong(heap.group(1)) << 10;
                    default -> Long.parseLong(heap.group(1)) >> 20;
                })
                .reduce((first, last) -> last);
    }

    /**
     * The published plan keeps its own arguments unless the hosts file sets others. The user's arguments are always appended.
     */
    static List<String> of(Inputs inputs, Profile profile) {
        boolean published = profile.published();
        String heap = published && inputs.hosts().heap().equals(Hosts.DEFAULT_HEAP)
                ? PUBLISHED_HEAP
                : inputs.hosts().heap();
        List<String> jvmArgs = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
        jvmArgs.addAll(published ? PUBLISHED : FIXED);
        if (!published || !inputs.hosts().jvmArgs().equals(Hosts.DEFAULT_JVM_ARGS)) {
            jvmArgs.addAll(inputs.hosts().jvmArgs());
        }
        jvmArgs.addAll(inputs.request().jvmArgs());
        return jvmArgs;
    }
}
