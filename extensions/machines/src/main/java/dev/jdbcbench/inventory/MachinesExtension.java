package dev.jdbcbench.inventory;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench import-hosts}. */
@AutoService(Extension.class)
public final class MachinesExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(ImportHostsCommand.class, HelpGroup.OTHER);
    }
}
