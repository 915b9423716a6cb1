package dev.jdbcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import org.junit.jupiter.api.Test;

class ChangesTest {
    private final Plan plan = RunExample.local().plan();

    private Plan with(String from, String to) {
        String json = Json.line(plan);
        assertThat(json).contains(from);
        return Json.read(json.replace(from, to), Plan.class);
    }

    @Test
    void unchangedPlanHasNoChanges() {
        assertThat(Changes.between(plan, with("\"seed\"", "\"seed\""))).isEmpty();
    }

    @Test
    void changesAreReportedWithPlaceAndBothValues() {
        assertThat(Changes.between(plan, with("\"options\":{}", "\"options\":{\"sql_mode\":\"ANSI\"}")))
                .anySatisfy(line ->
                        assertThat(line).startsWith("servers[local mariadb].options.sql_mode: nothing, now ANSI"));
    }

    @Test
    void manyChangesAreCutAndCounted() {
        assertThat(Changes.between(plan, with("\"mode\":\"text\"", "\"mode\":\"hit\"")))
                .hasSizeLessThanOrEqualTo(13)
                .first()
                .asString()
                .contains("mode: text, now hit");
    }

    @Test
    void rewordedReasonIsNotAChange() {
        assertThat(Changes.between(plan, with("\"unsupported\":\"", "\"unsupported\":\"in other words: ")))
                .isEmpty();
        assertThat(Changes.between(plan, with("\"unsupported\":null", "\"unsupported\":\"no longer\"")))
                .isNotEmpty();
    }
}
