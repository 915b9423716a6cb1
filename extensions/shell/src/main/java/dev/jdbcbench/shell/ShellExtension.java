package dev.jdbcbench.shell;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench completion}. */
@AutoService(Extension.class)
public final class ShellExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(CompletionCommand.class, HelpGroup.OTHER);
    }
}
