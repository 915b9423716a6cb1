package dev.jdbcbench.cli;

import java.util.Map;

/**
 * A part of bench that the core works without: a jar on the class path that provides this service. Without the jar,
 * its commands do not exist.
 */
public interface Extension {
    /**
     * Its commands, with their places in the help: public classes with picocli's {@code @Command}. Each has a public
     * constructor that takes a {@link CommandContext}, or nothing.
     */
    Map<Class<?>, HelpGroup> commands();
}
