package dev.jdbcbench.sharing;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.usecase.NamedRun;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The names that {@code --share} replaces in reports of runs.
 *
 * @param known what is known of a run's hosts, by its ID
 * @param err receives warnings about hosts that are unknown here
 */
record SharedNames(Function<String, NamedRun> known, PrintWriter err) {
    /** Each private name with its replacement: names, addresses and users of hosts. */
    Map<String, String> of(List<Fold> folds) {
        Map<String, String> roles = new LinkedHashMap<>();
        roles.put(System.getProperty("user.name"), "user");
        folds.forEach(fold -> fold.plan().servers().forEach(server -> {
            roles.putIfAbsent(server.client(), fold.plan().clients().isEmpty() ? "client" : "clients");
            roles.putIfAbsent(server.database(), "database");
        }));
        folds.forEach(fold -> {
            for (int i = 0; i < fold.plan().clients().size(); i++) {
                roles.putIfAbsent(fold.plan().clients().get(i), "client" + (i + 1));
            }
        });
        for (Fold fold : folds) {
            if (fold.plan().profile().interleaved()) {
                names(fold, roles);
            }
        }
        return roles;
    }

    private static void names(HostSpec host, String role, Map<String, String> roles) {
        roles.putIfAbsent(host.name(), role);
        roles.putIfAbsent(host.address(), role);
        host.dataAddress().ifPresent(address -> roles.putIfAbsent(address, role));
        host.user().ifPresent(user -> roles.putIfAbsent(user, "user"));
        host.jump().ifPresent(jump -> names(jump, "jump", roles));
    }

    /** Adds the hosts and external servers of a run, as far as this machine knows them. */
    private void names(Fold fold, Map<String, String> roles) {
        String run = fold.plan().run();
        try {
            NamedRun named = known.apply(run);
            named.hosts().forEach(host -> names(host, roles.getOrDefault(host.name(), "host"), roles));
            for (ServerSpec.External server : named.externals()) {
                roles.putIfAbsent(server.address(), "database");
                roles.putIfAbsent(server.admin().user(), "user");
                server.account().ifPresent(account -> roles.putIfAbsent(account.user(), "user"));
            }
        } catch (Failure.Input e) {
            err.println("warning: --share: addresses and users of the hosts of run " + run
                    + " are not known here, so they are replaced only where their form shows what they are ("
                    + e.getMessage() + ": " + e.why() + ")");
        }
    }
}
