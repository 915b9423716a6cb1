package dev.jdbcbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that use this machine as a host of bench, or create the lab, and need no other network. If
 * {@code src/test/machine/bin/java} can create namespaces, several such classes run in parallel, each as if it had its
 * own machine.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("own-machine")
public @interface OwnMachine {}
