package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.util.List;
import java.util.ServiceLoader;

/** A kind of hosts that bench obtains for one run: a service that an extension provides. */
public interface HostKind {
    /** Its name in a {@link dev.jdbcbench.config.HostRequest}. */
    String id();

    /** The hosts of a run, whether or not they exist. */
    ObtainedHosts of(String run);

    /**
     * The kind on the class path.
     *
     * @throws Failure.Input if there is none
     */
    static HostKind of(String id, List<HostKind> provided) {
        return provided.stream()
                .filter(kind -> kind.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "cannot reach hosts of the kind " + id,
                        List.of("this bench lacks the extension that provides them"),
                        "Add the jar of that extension (for slurm: machines) to the class path."));
    }

    /** The kinds on the class path. */
    static List<HostKind> provided() {
        return ServiceLoader.load(HostKind.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
