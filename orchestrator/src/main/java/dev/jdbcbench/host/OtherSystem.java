package dev.jdbcbench.host;

/** This machine as a host when it isn't Linux: a service that an extension provides. */
@FunctionalInterface
public interface OtherSystem {
    /**
     * The machine, with bench's own program in place of {@code host.sh}.
     *
     * @param name the user's name for it
     */
    Host host(String name);
}
