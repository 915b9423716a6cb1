package dev.jdbcbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that need this machine itself, with its network or with its kernel's settings. Like all {@link Full} tests, they run
 * only with {@code -Pfull}. Other integration tests run in namespaces that act as separate machines.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("real-machine")
@Tag("full")
public @interface RealMachine {}
