package dev.jdbcbench.result.fold;

import dev.jdbcbench.run.Plan;
import java.util.List;

/** Notes on the external servers of a run that were not verified. */
final class Cautions {
    private Cautions() {}

    static List<String> of(Plan plan) {
        return plan.servers().stream()
                .flatMap(server -> server
                        .protection()
                        .flatMap(protection -> protection
                                .caution()
                                .map(caution -> server.server() + ": " + caution + " (tls: " + protection + ")"))
                        .stream())
                .distinct()
                .toList();
    }
}
