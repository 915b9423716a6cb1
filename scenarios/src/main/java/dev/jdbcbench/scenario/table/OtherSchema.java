package dev.jdbcbench.scenario.table;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the schema that a statement names. Such a schema is not the run's own, and may contain the user's data. */
public final class OtherSchema {
    private static final Set<String> SYSTEM = Set.of("information_schema", "performance_schema", "mysql", "sys");

    private static final String NAME = "`?([\\p{L}\\p{N}_$-]+)`?\\s*\\.\\s*[`\\p{L}_$]";

    /** These functions also contain the keyword FROM. */
    private static final Pattern FUNCTION =
            Pattern.compile("(?i)\\b(?:extract|trim|substring|substr|mid)\\s*\\([^()]*\\)");

    private static final Pattern ANYWHERE =
            Pattern.compile("(?i)(?:^update(?: low_priority| ignore)*|\\b(?:into|from|join|table|call))\\s+" + NAME);

    private static final Pattern AT_THE_BEGINNING =
            Pattern.compile("(?i)^(?:insert(?: ignore)? into|insert|replace into|update|delete from|truncate(?: table)?"
                    + "|(?:create|drop|alter) (?:table|view)(?: if exists| if not exists)?)\\s+" + NAME);

    private OtherSchema() {}

    /**
     * The schema that a statement uses; empty if it names none.
     *
     * @param shape the statement without literals
     */
    public static Optional<String> usedBy(String shape) {
        Matcher named = ANYWHERE.matcher(FUNCTION.matcher(shape).replaceAll(" "));
        while (named.find()) {
            if (!SYSTEM.contains(named.group(1).toLowerCase(Locale.ROOT))) {
                return Optional.of(named.group(1));
            }
        }
        return Optional.empty();
    }

    /** The schema that a statement changes, as its beginning shows; empty if it names none. */
    public static Optional<String> changedBy(String sql) {
        Matcher named = AT_THE_BEGINNING.matcher(sql);
        return named.find() ? Optional.of(named.group(1)) : Optional.empty();
    }
}
