package dev.jdbcbench.history;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * A format for histories of cells. A class that implements it and has the annotation {@code @AutoService(HistoryFormat.class)}
 * becomes a value of {@code --format} of {@code bench history}.
 */
public interface HistoryFormat {
    /** The format's name on the command line. */
    String id();

    /** Renders the histories; the list may be empty. */
    String render(List<CellHistory> cells);

    /** As above, in lines for {@code width} columns if the format is for people. */
    default String render(List<CellHistory> cells, int width) {
        return render(cells);
    }

    /** What the format leaves out, one sentence each. */
    default List<String> leftOut(List<CellHistory> cells) {
        long apart = cells.stream()
                .flatMap(cell -> cell.apart().stream())
                .flatMap(group -> group.runs().stream())
                .map(found -> found.run())
                .distinct()
                .count();
        return apart == 0
                ? List.of()
                : List.of(
                        apart + (apart == 1 ? " run is" : " runs are")
                                + " left out, in whole or in part, because more than the driver differs from the newest run; --format text lists the differences");
    }

    /** All formats by ID. */
    static Map<String, HistoryFormat> all() {
        Map<String, HistoryFormat> all = new TreeMap<>();
        ServiceLoader.load(HistoryFormat.class, HistoryFormat.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .forEach(format -> all.put(format.id(), format));
        return all;
    }
}
