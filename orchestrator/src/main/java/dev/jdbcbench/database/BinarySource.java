package dev.jdbcbench.database;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import java.util.function.Consumer;

/** A source of the programs of a server. */
public interface BinarySource {
    /**
     * Installs the programs on a host, unless they are there already.
     *
     * @throws Failure.Command if they are not available or cannot run there; the message has the reason and a remedy
     */
    Binaries provide(HostScript script);

    /** Installs them, and says what takes long. */
    default Binaries provide(HostScript script, Consumer<String> say) {
        return provide(script);
    }
}
