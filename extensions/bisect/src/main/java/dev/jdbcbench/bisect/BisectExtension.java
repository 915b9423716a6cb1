package dev.jdbcbench.bisect;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench bisect}. */
@AutoService(Extension.class)
public final class BisectExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(BisectCommand.class, HelpGroup.VERSIONS);
    }
}
