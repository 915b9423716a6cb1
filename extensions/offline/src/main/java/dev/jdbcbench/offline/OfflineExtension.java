package dev.jdbcbench.offline;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench fetch}. */
@AutoService(Extension.class)
public final class OfflineExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(FetchCommand.class, HelpGroup.HOSTS);
    }
}
