package dev.jdbcbench.flame;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Extension;
import dev.jdbcbench.cli.HelpGroup;
import java.util.Map;

/** Adds {@code bench profile}. */
@AutoService(Extension.class)
public final class ProfileExtension implements Extension {
    @Override
    public Map<Class<?>, HelpGroup> commands() {
        return Map.of(ProfileCommand.class, HelpGroup.MEASURE);
    }
}
