package dev.jdbcbench.watch;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench watch}. */
@AutoService(Extension.class)
public final class WatchExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(WatchCommand.class, HelpGroup.MEASURE);
    }
}
