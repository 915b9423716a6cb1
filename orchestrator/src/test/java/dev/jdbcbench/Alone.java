package dev.jdbcbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test whose assertions hold only on a machine that does nothing else: how far two times are apart, or who is found to disturb. The build
 * runs such tests one after the other, and none beside them.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("alone")
public @interface Alone {}
