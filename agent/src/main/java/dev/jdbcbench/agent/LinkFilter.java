package dev.jdbcbench.agent;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;

/**
 * What the two ends of JMH's link may send one another. The link is a socket on loopback over which Java objects travel; a driver's code,
 * and every other process of the host, can write to it. Only what JMH itself sends is read: its own classes and plain values of the JDK.
 */
final class LinkFilter {
    /**
     * Nesting and arrays, far above what JMH sends. Bytes and references are not limited: they are counted over the whole life of the link,
     * which is as long as a fork.
     */
    private static final String LIMITS = "maxdepth=40;maxarray=1000000";

    /** In the form of the property {@code jdk.serialFilter}. */
    static final String PATTERN =
            LIMITS + ";org.openjdk.jmh.**;java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*";

    private static final ObjectInputFilter WITHIN_LIMITS = ObjectInputFilter.Config.createFilter(LIMITS);
    private static final ObjectInputFilter KNOWN = ObjectInputFilter.Config.createFilter(PATTERN);

    private LinkFilter() {}

    /** From now on this JVM reads nothing else. An administrator's own filter for the whole JVM stays. */
    static void install() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(LinkFilter::check);
        }
    }

    /** The pattern, and the JDK's exceptions: a fork that fails sends why. */
    static Status check(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        if (type != null
                && Throwable.class.isAssignableFrom(type)
                && isOfJdk(type)
                && WITHIN_LIMITS.checkInput(info) != Status.REJECTED) {
            return Status.ALLOWED;
        }
        return KNOWN.checkInput(info);
    }

    private static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }
}
