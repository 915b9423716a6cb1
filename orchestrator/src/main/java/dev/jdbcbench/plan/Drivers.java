package dev.jdbcbench.plan;

import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.driver.DriverCatalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The drivers named in a request, with versions. Label and version together are unique. */
final class Drivers {
    private static final Pattern VERSION = Pattern.compile("[0-9][A-Za-z0-9._-]*");

    private Drivers() {}

    /**
     * The named drivers, or the default ones if none is named. Unknown and duplicate drivers and malformed versions are added
     * to the problems.
     */
    static List<DriverSpec> of(Inputs inputs, List<String> problems) {
        List<DriverSpec> all = new ArrayList<>(drivers(inputs, problems));
        inputs.request()
                .where()
                .reference()
                .ifPresent(id -> reference(id, inputs, problems).ifPresent(all::add));
        return List.copyOf(all);
    }

    /** A program that is measured alongside the drivers. Its version is the one installed on the client host. */
    private static Optional<DriverSpec> reference(String id, Inputs inputs, List<String> problems) {
        DriverSpec spec = DriverSpec.of(DriverCatalogue.SYSBENCH);
        if (!id.equals(spec.label())) {
            problems.add("--reference: unknown reference: " + id + "; there is " + spec.label());
            return Optional.empty();
        }
        if (inputs.hosts().drivers().containsKey(id)) {
            problems.add("--reference " + id + ": the hosts file calls a driver " + id + "; give it another name");
            return Optional.empty();
        }
        return Optional.of(spec);
    }

    private static List<DriverSpec> drivers(Inputs inputs, List<String> problems) {
        Map<String, DriverSpec> known = new LinkedHashMap<>();
        DriverCatalogue.all().forEach(kind -> known.put(kind.id(), DriverSpec.of(kind)));
        known.putAll(inputs.hosts().drivers());
        if (inputs.request().where().drivers().isEmpty()) {
            return known.values().stream().filter(DriverSpec::byDefault).toList();
        }
        List<DriverSpec> found = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (String word : inputs.request().where().drivers()) {
            String[] parts = word.split("@", 2);
            DriverSpec spec = known.get(parts[0]);
            LocalJar build = inputs.localJars().get(word);
            if (spec == null) {
                problems.add("--driver: unknown driver: " + parts[0] + DriverWords.hint(word, known.keySet()));
            } else if (build == null && parts.length == 2 && parts[1].contains("..")) {
                problems.add("--driver " + word + ": a range of versions is for bench bisect; name versions, like "
                        + parts[0] + "@" + parts[1].replaceFirst("\\.\\.+", "," + parts[0] + "@"));
            } else if (build == null
                    && parts.length == 2
                    && !VERSION.matcher(parts[1]).matches()) {
                problems.add("--driver: " + parts[1] + " is not a version of " + parts[0] + "; write for instance "
                        + parts[0] + "@" + spec.version());
            } else {
                words.add(word);
                found.add(build != null ? spec.from(build) : parts.length == 1 ? spec : spec.at(parts[1]));
            }
        }
        List<DriverSpec> distinguished = distinguished(found);
        refuseDuplicates(words, distinguished, problems);
        return distinguished;
    }

    /** Whether the two are one file under two paths, from which they would get different versions. */
    private static boolean areCopies(DriverSpec one, DriverSpec other) {
        return one.label().equals(other.label())
                && one.jar().isPresent()
                && one.jar().map(LocalJar::sha256).equals(other.jar().map(LocalJar::sha256));
    }

    private static void refuseDuplicates(List<String> words, List<DriverSpec> specs, List<String> problems) {
        for (int i = 0; i < specs.size(); i++) {
            DriverSpec spec = specs.get(i);
            int first = 0;
            while (!specs.get(first).equals(spec) && !areCopies(specs.get(first), spec)) {
                first++;
            }
            if (first < i) {
                problems.add(duplicate(
                        words.get(first), words.get(i), specs.get(first).equals(spec), id(spec)));
            }
        }
    }

    private static String duplicate(String one, String other, boolean equal, String id) {
        if (!equal) {
            return one + " and " + other
                    + " are the same driver: the two files have the same checksum; name one of them";
        }
        return one.equals(other)
                ? "the driver " + one + " is named twice; name it once"
                : one + " and " + other + " are the same driver at the same version, " + id + "; name it once";
    }

    /** Distinguishes builds that report the same version by file name, and if those are equal too, by checksum. */
    private static List<DriverSpec> distinguished(List<DriverSpec> specs) {
        return distinguished(
                distinguished(specs, LocalJar::stem),
                jar -> jar.stem() + "-" + jar.sha256().substring(0, 8));
    }

    private static List<DriverSpec> distinguished(List<DriverSpec> specs, Function<LocalJar, String> mark) {
        return specs.stream()
                .map(spec -> {
                    boolean twice = specs.stream()
                                    .filter(other -> id(other).equals(id(spec)))
                                    .count()
                            > 1;
                    return spec.jar()
                            .filter(jar -> twice)
                            .map(jar -> spec.called(jar.version() + "+" + mark.apply(jar)))
                            .orElse(spec);
                })
                .toList();
    }

    private static String id(DriverSpec spec) {
        return spec.label() + "@" + spec.version();
    }
}
