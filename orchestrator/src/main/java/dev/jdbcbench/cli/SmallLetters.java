package dev.jdbcbench.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/** Takes the names of options' values in capitals, too. */
class SmallLetters implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
        return value.toLowerCase(Locale.ROOT);
    }

    /** Names of topologies: a host that is far away is remote for many. */
    static final class OfTopology extends SmallLetters {
        @Override
        public String convert(String value) {
            String id = super.convert(value);
            return id.equals("remote") ? "distant" : id;
        }
    }
}
