package dev.jdbcbench.preparation;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import java.util.List;
import java.util.ServiceLoader;

/** The program on the client host that is measured beside the drivers: a service that an extension provides. */
public interface ReferenceSource {
    /**
     * Its version on this host.
     *
     * @throws Failure.Command if it is not installed, or has another version than needed
     */
    String version(Host client);

    /**
     * That on the class path.
     *
     * @throws Failure.Input if there is none
     */
    static ReferenceSource provided() {
        return ServiceLoader.load(ReferenceSource.class)
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "cannot measure a program beside the drivers",
                        List.of("this bench lacks the extension sysbench, which measures it"),
                        "Leave out --reference, or add the jar of that extension to the class path."));
    }
}
