package dev.jdbcbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that use this machine as a host of bench, or make the lab, and need no other network. Where {@code src/test/machine/bin/java} can
 * make namespaces, several such classes run at the same time, each as if it had a machine of its own.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("own-machine")
public @interface OwnMachine {}
