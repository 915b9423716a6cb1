package dev.jdbcbench.host;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.failure.Failure;
import java.util.List;
import java.util.function.Consumer;

/** The hosts that one run has obtained, or is about to. */
public interface ObtainedHosts {
    /**
     * Makes sure that they can be requested from here.
     *
     * @throws Failure if they cannot
     */
    void check();

    /**
     * Requests them, and waits until they are there.
     *
     * @param names bench's names for them
     * @param said receives what it waits for
     * @throws Failure if the request is refused, or is withdrawn by a user
     */
    void obtain(HostRequest request, List<String> names, Consumer<String> said);

    /** The names of those that are there now; empty before {@link #obtain} and after {@link #release}. */
    List<String> names();

    /**
     * Connects to one of them.
     *
     * @throws Failure.Gone if it is no longer there
     */
    Host connect(String name);

    /** Gives all of them back, with everything on them. */
    void release();

    /** What {@link #release} does, for the user. */
    String releasing();

    /** One line for the user: what happens to them if they are not released. */
    String left();
}
