package dev.jdbcbench.plan;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.failure.Synonyms;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.scenario.OltpTables;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.scenario.table.KeyDistribution;
import dev.jdbcbench.untrusted.Glob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The scenarios named in a request.
 *
 * @param choices scenarios with their modes, in catalogue order, the user's own at the end
 * @param own the user's own statements among them
 */
record Scenarios(List<Selection.Choice> choices, List<SqlScenario> own) {
    private static final String ALL = "all";

    private static final Set<ThreadKind> PLATFORM = Set.of(ThreadKind.PLATFORM);

    /** Former names that remain valid: the scenario with virtual threads used to have its own name. */
    private static final Map<String, Map.Entry<String, ThreadKind>> FORMER =
            Map.of("Select1PoolVirtual", Map.entry("Select1Pool", ThreadKind.VIRTUAL));

    Scenarios {
        choices = List.copyOf(choices);
        own = List.copyOf(own);
    }

    /** Selects the scenarios. Unknown scenarios, and modes that a scenario does not have, are added to the problems. */
    static Scenarios of(Inputs inputs, List<String> problems) {
        List<SqlScenario> own = own(inputs, problems);
        List<Selection.Choice> choices = choices(inputs, own, problems);
        return new Scenarios(
                choices,
                own.stream()
                        .filter(sql -> choices.stream()
                                .anyMatch(choice -> choice.scenario().id().equals(sql.name())))
                        .toList());
    }

    /** The user's own statements, from the hosts file and the command line. */
    private static List<SqlScenario> own(Inputs inputs, List<String> problems) {
        Map<String, SqlScenario> own = new LinkedHashMap<>(inputs.hosts().scenarios());
        for (SqlScenario sql : inputs.sql()) {
            SqlScenario other = own.put(sql.name(), sql);
            if (other != null) {
                problems.add("two scenarios are called " + sql.name() + ": in " + other.source() + " and in "
                        + sql.source() + "; choose another with -- name:");
            }
        }
        return List.copyOf(own.values());
    }

    /**
     * Scenarios with their modes. Without {@code --scenario} it is the core set. Without {@code --mode} a scenario of the core
     * set gets its core modes, and any other scenario all of its modes. {@code --scenario all} includes all modes;
     * {@code InsertBatch100:rewrite} selects one mode of one scenario.
     */
    private static List<Selection.Choice> choices(Inputs inputs, List<SqlScenario> own, List<String> problems) {
        List<Mode> modes = modes(inputs, problems);
        OltpTables tables = tables(inputs.request().what().tables(), problems);
        List<ScenarioCatalogue.Entry> known = new ArrayList<>(ScenarioCatalogue.ENTRIES);
        own.forEach(sql -> known.add(ScenarioCatalogue.of(sql)));
        Set<ThreadKind> kinds = threadKinds(inputs, problems);
        Map<String, List<Mode>> chosen = new LinkedHashMap<>();
        Map<String, Set<ThreadKind>> threads = new LinkedHashMap<>();
        List<String> globs = new ArrayList<>(inputs.request().what().scenarios());
        if (globs.isEmpty() && inputs.sql().isEmpty()) {
            globs.add(ScenarioCatalogue.CORE); // a user who passes --sql wants that statement, not the core set
        }
        // Statements from --sql and transactions from --recording are always measured, the latter as they were
        // recorded.
        for (SqlScenario sql : inputs.sql()) {
            ScenarioCatalogue.Entry entry = ScenarioCatalogue.of(sql);
            boolean asRecorded = inputs.request().what().modes().isEmpty()
                    && !entry.coreModes().isEmpty();
            chosen.put(
                    sql.name(),
                    (asRecorded ? entry.coreModes() : entry.modes())
                            .stream().filter(modes::contains).toList());
        }
        List<String> impossible = inputs.sql().stream()
                .flatMap(sql -> sql.whyNotIn(modes).stream())
                .toList();
        if (!modes.isEmpty() && impossible.size() == inputs.sql().size()) {
            impossible.forEach(why -> problems.add(
                    "--mode " + String.join(",", inputs.request().what().modes()) + ": " + why));
        }
        for (Named named : globs.stream().map(Named::of).toList()) {
            for (ScenarioCatalogue.Entry entry : matching(named, known, modes, problems)) {
                boolean core = inputs.request().what().modes().isEmpty()
                        && named.modes().isEmpty()
                        && !named.scenarios().equals(ALL)
                        && !entry.coreModes().isEmpty();
                List<Mode> all = new ArrayList<>(chosen.getOrDefault(entry.id(), List.of()));
                (core ? entry.coreModes() : named.of(entry))
                        .stream()
                                .filter(modes::contains)
                                .filter(mode -> !all.contains(mode))
                                .forEach(all::add);
                chosen.put(entry.id(), all);
                threads.computeIfAbsent(entry.id(), id -> new TreeSet<>())
                        .addAll(named.kind().map(kind -> Set.of(kind)).orElse(entry.threadKinds() ? kinds : PLATFORM));
            }
        }
        if (!tables.equals(OltpTables.DEFAULT)
                && known.stream()
                        .noneMatch(entry -> entry.oltp()
                                && !chosen.getOrDefault(entry.id(), List.of()).isEmpty())) {
            problems.add(
                    "--tables, --table-size and --distribution apply to the scenarios Oltp* only, and none is chosen");
        }
        if (!inputs.request().what().threadKinds().isEmpty()
                && problems.isEmpty()
                && known.stream().noneMatch(entry -> entry.threadKinds() && chosen.containsKey(entry.id()))) {
            problems.add("--thread-kind applies to "
                    + known.stream()
                            .filter(ScenarioCatalogue.Entry::threadKinds)
                            .map(ScenarioCatalogue.Entry::id)
                            .collect(Collectors.joining(", "))
                    + ", and no such scenario is measured: add it to --scenario");
        }
        return known.stream()
                .filter(entry -> !chosen.getOrDefault(entry.id(), List.of()).isEmpty())
                .map(entry -> new Selection.Choice(
                        entry,
                        entry.modes().stream()
                                .filter(chosen.getOrDefault(entry.id(), List.of())::contains)
                                .toList(),
                        entry.oltp() ? tables.params() : Map.of(),
                        List.copyOf(threads.getOrDefault(entry.id(), PLATFORM))))
                .toList();
    }

    /** The data of the OLTP scenarios. */
    private static OltpTables tables(Request.Tables asked, List<String> problems) {
        int number = number("--tables", asked.number(), 1, OltpTables.MOST_TABLES, problems)
                .orElse(OltpTables.DEFAULT.tables());
        int size = number("--table-size", asked.size(), OltpTables.FEWEST_ROWS, OltpTables.MOST_ROWS, problems)
                .orElse(OltpTables.DEFAULT.size());
        KeyDistribution distribution = asked.distribution()
                .map(id -> KeyDistribution.of(id).orElseGet(() -> {
                    List<String> known = Arrays.stream(KeyDistribution.values())
                            .map(KeyDistribution::id)
                            .toList();
                    problems.add("--distribution: unknown distribution: " + id + Suggestion.of(id, known));
                    return OltpTables.DEFAULT.distribution();
                }))
                .orElse(OltpTables.DEFAULT.distribution());
        return new OltpTables(number, size, distribution);
    }

    private static Optional<Integer> number(
            String option, Optional<String> text, int least, int most, List<String> problems) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String digits = text.get();
        Optional<Integer> number = Optional.of(digits)
                .filter(word -> word.matches("[0-9]{1,9}"))
                .map(Integer::valueOf)
                .filter(value -> value >= least && value <= most);
        if (number.isEmpty()) {
            problems.add(option + " needs a number from " + least + " to " + most + ", not " + digits);
        }
        return number;
    }

    private static List<ScenarioCatalogue.Entry> matching(
            Named named, List<ScenarioCatalogue.Entry> known, List<Mode> modes, List<String> problems) {
        String glob = named.scenarios();
        boolean core = glob.equals(ScenarioCatalogue.CORE);
        List<ScenarioCatalogue.Entry> matching = known.stream()
                .filter(entry ->
                        core ? !entry.coreModes().isEmpty() : glob.equals(ALL) || Glob.matches(glob, entry.id()))
                .toList();
        if (matching.isEmpty()) {
            List<String> names = new ArrayList<>(List.of(ScenarioCatalogue.CORE, ALL));
            known.forEach(entry -> names.add(entry.id()));
            problems.add("--scenario: unknown scenario: " + glob + Suggestion.of(glob, names));
        } else if (matching.stream().allMatch(entry -> named.of(entry).isEmpty())) {
            List<String> names = matching.stream()
                    .flatMap(entry -> entry.modes().stream())
                    .distinct()
                    .map(Mode::id)
                    .toList();
            problems.add("--scenario " + named + ": " + glob + " has no mode " + named.modes()
                    + Suggestion.of(named.modes(), names));
        } else if (matching.size() == 1 && Collections.disjoint(matching.get(0).modes(), modes) && !core) {
            problems.add("--scenario " + glob + " has none of the requested modes; it has "
                    + Mode.ids(matching.get(0).modes()));
        }
        return matching;
    }

    /**
     * One value of {@code --scenario}: {@code Insert*}, or {@code Insert*:text} to restrict these scenarios to some
     * modes.
     *
     * @param modes a glob; empty if none is given
     * @param kind the kind of threads, if the name implies one
     */
    private record Named(String scenarios, String modes, Optional<ThreadKind> kind) {
        static Named of(String word) {
            int colon = word.indexOf(':');
            String name = colon < 0 ? word : word.substring(0, colon);
            Optional<Map.Entry<String, ThreadKind>> former = Optional.ofNullable(FORMER.get(name));
            return new Named(
                    former.map(Map.Entry::getKey).orElse(name),
                    colon < 0 ? "" : word.substring(colon + 1),
                    former.map(Map.Entry::getValue));
        }

        /** The selected modes of a scenario. */
        List<Mode> of(ScenarioCatalogue.Entry entry) {
            return modes.isEmpty()
                    ? entry.modes()
                    : entry.modes().stream()
                            .filter(mode -> Glob.matches(modes, mode.id()))
                            .toList();
        }

        @Override
        public String toString() {
            return modes.isEmpty() ? scenarios : scenarios + ":" + modes;
        }
    }

    private static Set<ThreadKind> threadKinds(Inputs inputs, List<String> problems) {
        Set<ThreadKind> found = new TreeSet<>();
        List<String> known =
                Arrays.stream(ThreadKind.values()).map(ThreadKind::id).toList();
        for (String id : inputs.request().what().threadKinds()) {
            ThreadKind.of(id)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add(
                                    "--thread-kind: unknown kind of threads: " + id + Suggestion.of(id, known)));
        }
        return found.isEmpty() ? PLATFORM : found;
    }

    private static List<Mode> modes(Inputs inputs, List<String> problems) {
        if (inputs.request().what().modes().isEmpty()
                || inputs.request().what().modes().contains(ALL)) {
            return List.of(Mode.values());
        }
        Set<Mode> found = new TreeSet<>();
        List<String> known = Arrays.stream(Mode.values()).map(Mode::id).toList();
        for (String id : inputs.request().what().modes()) {
            Mode.of(id)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add("--mode: unknown mode: " + id
                                    + Synonyms.ofMode(id)
                                            .map(answer -> "; " + answer)
                                            .orElseGet(() -> Suggestion.of(id, known))));
        }
        return List.copyOf(found);
    }
}
