package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * A form in which {@code bench collect} puts local and distant side by side. A class that implements it and says
 * {@code @AutoService(CollectFormat.class)} is a value of {@code --format}; nothing else has to know of it.
 */
public interface CollectFormat {
    /** What it is called on the command line, in small letters. */
    String id();

    /**
     * Renders it.
     *
     * @param wide whether lines may be as long as it takes; where lines have no end, it means nothing
     */
    String render(Collected collected, boolean wide);

    /** All that there are, by their ids. */
    static Map<String, CollectFormat> all() {
        Map<String, CollectFormat> all = new LinkedHashMap<>();
        ServiceLoader.load(CollectFormat.class, CollectFormat.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .forEach(format -> all.put(format.id(), format));
        return all;
    }
}
