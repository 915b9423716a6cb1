package dev.jdbcbench.sharing;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command line of {@code run} for others: without what needs a host or a file of this user.
 *
 * @param text replaces names, addresses and paths
 */
record SharedCommand(UnaryOperator<String> text) {
    /** A value of an option that names no file. */
    private static final Pattern VALUE = Pattern.compile("[\\w@.,:*+%-]{1,500}");

    /** Options of {@code run} that need no file and no host. */
    private static final Set<String> OPTIONS = Set.of(
            "--topology",
            "--scenario",
            "--mode",
            "--transport",
            "--driver",
            "--server",
            "--install",
            "--profile",
            "--budget",
            "--fork-limit",
            "--groups",
            "--forks",
            "--iterations",
            "--iteration-time",
            "--target",
            "--contrast",
            "--base",
            "--rate",
            "--arrivals",
            "--threads",
            "--thread-kind",
            "--seed",
            "--tables",
            "--table-size",
            "--distribution",
            "--turns");

    private static final Set<String> SWITCHES = Set.of("--percentiles", "--force", "--no-explain");

    /** The words without the options for name, tags and results; empty if they would not work for others. */
    List<String> of(List<String> words) {
        List<String> kept = new ArrayList<>();
        Iterator<String> rest = Naming.removedFrom(words).iterator();
        boolean works = rest.hasNext() && rest.next().equals("run");
        kept.add("run");
        while (rest.hasNext() && works) {
            String[] option = rest.next().split("=", 2);
            boolean alone = option.length == 1;
            if (SWITCHES.contains(option[0]) && alone) {
                kept.add(option[0]);
                continue;
            }
            String value = alone && rest.hasNext() ? rest.next() : option[option.length - 1];
            if (!option[0].equals("--results")) {
                works = OPTIONS.contains(option[0]) && isForAll(option[0], value);
                kept.addAll(List.of(option[0], value));
            }
        }
        return works ? List.copyOf(kept) : List.of();
    }

    private boolean isForAll(String option, String value) {
        return VALUE.matcher(value).matches()
                && text.apply(value).equals(value)
                && switch (option) {
                    case "--topology" -> value.equals(Topology.LOCAL.id());
                    case "--driver" ->
                        Stream.of(value.split(",", -1))
                                .allMatch(driver -> DriverCatalogue.of(driver.split("@", 2)[0])
                                        .isPresent());
                    case "--server" ->
                        Stream.of(value.split(",", -1))
                                .allMatch(server ->
                                        ServerKind.of(server.split("@", 2)[0]).isPresent());
                    default -> true;
                };
    }
}
