package dev.jdbcbench.parts;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench anatomy}. */
@AutoService(Extension.class)
public final class AnatomyExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(AnatomyCommand.class, HelpGroup.MEASURE);
    }
}
