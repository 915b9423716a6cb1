package dev.jdbcbench.run;

import java.util.Arrays;
import java.util.Locale;

/** What decides how a profile is treated, besides its numbers. Files tell it by the name, which is read here only. */
public enum ProfileKind {
    /** Checks that everything works; its times mean nothing. */
    SMOKE,
    QUICK,
    /** The plan of 2016, even if modified. */
    PUBLISHED_2016,
    /** Another program measured. */
    IMPORTED,
    /** Nothing besides its numbers matters. */
    USUAL;

    /** The name in files. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind of the profile of a name, current or old. */
    public static ProfileKind ofName(String name) {
        if (name.equals("published")) {
            return PUBLISHED_2016;
        }
        return Arrays.stream(values())
                .filter(kind -> kind != USUAL && kind.id().equals(name))
                .findFirst()
                .orElse(USUAL);
    }

    /** Whether times are shown. */
    public boolean showsTimes() {
        return this != SMOKE;
    }
}
