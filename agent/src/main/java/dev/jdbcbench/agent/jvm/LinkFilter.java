package dev.jdbcbench.agent.jvm;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;

/**
 * Filters what the two ends of JMH's link may deserialize. The link is a loopback socket that carries Java objects; the driver,
 * and any other process of the host, can write to it. Only JMH's own classes and plain JDK values are accepted.
 */
public final class LinkFilter {
    /**
     * Limits on nesting and arrays, far above what JMH sends. Bytes and references are not limited, because they are counted
     * over the whole life of the link, which is that of the fork.
     */
    private static final String LIMITS = "maxdepth=40;maxarray=1000000";

    /** In the syntax of the property {@code jdk.serialFilter}. */
    static final String PATTERN =
            LIMITS + ";org.openjdk.jmh.**;java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*";

    private static final ObjectInputFilter WITHIN_LIMITS = ObjectInputFilter.Config.createFilter(LIMITS);
    private static final ObjectInputFilter KNOWN = ObjectInputFilter.Config.createFilter(PATTERN);

    private LinkFilter() {}

    /** Installs the filter for this JVM, unless an administrator has already set one. */
    public static void install() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(LinkFilter::check);
        }
    }

    /** Applies the pattern, and also admits the JDK's exceptions: a failing fork sends its cause. */
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
