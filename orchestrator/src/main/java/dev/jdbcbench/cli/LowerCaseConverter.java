package dev.jdbcbench.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Converts option values to lower case, so their case does not matter. */
public class LowerCaseConverter implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
        return value.toLowerCase(Locale.ROOT);
    }

    /** Converts names of topologies; accepts remote for distant. */
    public static final class OfTopology extends LowerCaseConverter {
        @Override
        public String convert(String value) {
            String id = super.convert(value);
            return id.equals("remote") ? "distant" : id;
        }
    }
}
