package dev.jdbcbench.report.layout;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The CPUs to which client and server are pinned, in the words of every report. */
public final class CpuText {
    private CpuText() {}

    /** {@code CPUs: client 1, server 0}; empty if neither is pinned. */
    public static Optional<String> of(@Nullable String client, @Nullable String server) {
        return client == null && server == null
                ? Optional.empty()
                : Optional.of("CPUs: client " + Objects.requireNonNullElse(client, "all") + ", server "
                        + Objects.requireNonNullElse(server, "all"));
    }
}
