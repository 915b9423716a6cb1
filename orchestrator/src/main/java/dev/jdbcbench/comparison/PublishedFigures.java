package dev.jdbcbench.comparison;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Published driver benchmarks, as a reference for one's own numbers: a service that an extension provides. Only ratios
 * are comparable: times depend on hosts, drivers and servers.
 */
public interface PublishedFigures {
    /** The source of the figures, with caveats. Its name is the value of {@code --reference}. */
    Collected.Reference reference();

    /**
     * The published figures for a cell over TCP with one thread; empty when there are none.
     *
     * @param driver the driver's label
     */
    Optional<Collected.Published> find(String scenario, Mode mode, String driver);

    /**
     * The figures of a publication.
     *
     * @throws Failure.Input when there is no publication of that name
     */
    static PublishedFigures of(String name) {
        List<PublishedFigures> all = ServiceLoader.load(PublishedFigures.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        List<String> names =
                all.stream().map(figures -> figures.reference().name()).toList();
        return all.stream()
                .filter(figures -> figures.reference().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "--reference: there is no published comparison called " + name,
                        names.isEmpty()
                                ? List.of("this bench lacks the extension jmh, which has published figures")
                                : all.stream()
                                        .map(figures -> figures.reference().name() + ": "
                                                + figures.reference().source() + Suggestion.of(name, names))
                                        .toList(),
                        names.isEmpty()
                                ? "Leave --reference out, or add the jar of that extension to the class path."
                                : "Choose " + String.join(" or ", names) + ", or leave --reference out."));
    }
}
