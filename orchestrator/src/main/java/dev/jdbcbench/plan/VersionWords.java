package dev.jdbcbench.plan;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.request.Request;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Versions of drivers that stand for a release: {@code mysql@newest}, and {@code mysql@8} for the newest 8.x. They become what
 * they stand for when a request is read, so plans and results have the release, and a run that is resumed keeps it.
 */
public final class VersionWords {
    static final List<String> NEWEST = List.of("newest", "latest");

    private static final Pattern BEGINNING = Pattern.compile("[0-9]{1,4}(?:\\.[0-9]{1,4})?");

    private VersionWords() {}

    /** Finds releases. */
    @FunctionalInterface
    public interface Releases {
        /**
         * The newest release of a driver.
         *
         * @param beginning the first numbers of its version; empty for any
         */
        String newest(DriverSpec driver, String beginning);
    }

    /** The request with the releases in place of the words. */
    static Request replaced(Request request, Hosts hosts, Releases releases, Consumer<String> say) {
        return request.withWhere(request.where()
                .withDrivers(request.where().drivers().stream()
                        .map(word -> replaced(word, hosts, releases, say))
                        .toList()));
    }

    private static String replaced(String word, Hosts hosts, Releases releases, Consumer<String> say) {
        String[] parts = word.split("@", 2);
        Optional<DriverSpec> driver = Optional.ofNullable(hosts.drivers().get(parts[0]))
                .or(() -> DriverCatalogue.of(parts[0]).map(DriverSpec::of));
        if (parts.length < 2 || driver.isEmpty() || parts[1].equals(driver.get().version())) {
            return word;
        }
        boolean newest = NEWEST.contains(parts[1]);
        if (!newest && !BEGINNING.matcher(parts[1]).matches()) {
            return word;
        }
        String found = parts[0] + "@" + releases.newest(driver.get(), newest ? "" : parts[1]);
        say.accept(word + " is " + found);
        return found;
    }
}
