package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Adds a {@link Scenario} to the {@link ScenarioCatalogue}, so users can select it. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Listed {
    /** Display order, smallest first; ties are sorted by name. */
    int order() default Integer.MAX_VALUE;

    /** The measured operation, in one line. */
    String operation();

    /** The published benchmark that it repeats. */
    String repeats() default "nothing";

    /** The modes in which it can be measured, in addition to default and tuned, which every scenario has. */
    Mode[] modes();

    /** The modes in which it is measured by default; empty if it is measured only on request. */
    Mode[] core() default {};

    /** Features that it needs from a driver. */
    Feature[] features() default {};

    /** Approximate minimum number of bytes moved per operation; 0 when negligible. */
    long payloadBytes() default 0;

    /** Whether several JVMs may run it at the same time while they warm up. */
    boolean besideOthers() default true;
}
