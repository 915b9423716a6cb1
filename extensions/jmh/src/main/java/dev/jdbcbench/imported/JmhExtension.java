package dev.jdbcbench.imported;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench import}. */
@AutoService(Extension.class)
public final class JmhExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(ImportCommand.class, HelpGroup.OTHER);
    }
}
