package dev.jdbcbench.report;

import com.google.auto.service.AutoService;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.run.Json;

/** A collection for other programs: collect/1. */
@AutoService(CollectFormat.class)
public final class CollectJson implements CollectFormat {
    @Override
    public String id() {
        return "json";
    }

    @Override
    public String render(Collected collected, boolean wide) {
        return Json.pretty(collected);
    }
}
