package dev.jdbcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.request.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionWordsTest {
    @Test
    void wordsBecomeReleasesAndExactVersionsStay() {
        List<String> said = new ArrayList<>();
        Request request = Request.of(Request.Where.DEFAULT.withDrivers(List.of(
                "mysql@newest", "mysql@8", "mariadb@3.5.9", "drizzle@1.4", "mariadb", "mysql@my.jar", "nosuch@3")));
        Request replaced = VersionWords.replaced(
                request,
                Hosts.none(),
                (driver, beginning) -> beginning.isEmpty() ? "99.1.0" : beginning + ".4.0",
                said::add);
        assertThat(replaced.where().drivers())
                .containsExactly(
                        "mysql@99.1.0",
                        "mysql@8.4.0",
                        "mariadb@3.5.9",
                        "drizzle@1.4",
                        "mariadb",
                        "mysql@my.jar",
                        "nosuch@3");
        assertThat(said).containsExactly("mysql@newest is mysql@99.1.0", "mysql@8 is mysql@8.4.0");
    }
}
