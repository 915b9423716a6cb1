package dev.jdbcbench.history;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench history}. */
@AutoService(Extension.class)
public final class HistoryExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(HistoryCommand.class, HelpGroup.VERSIONS);
    }
}
