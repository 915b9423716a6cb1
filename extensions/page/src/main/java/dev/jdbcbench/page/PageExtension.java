package dev.jdbcbench.page;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench report}. */
@AutoService(Extension.class)
public final class PageExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(ReportCommand.class, HelpGroup.MEASURE);
    }
}
