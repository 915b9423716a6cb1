package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Makes a {@link Scenario} one that users can name: its entry in the {@link ScenarioCatalogue}. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Listed {
    /** Where it is shown among the others: the smallest number first; those of one number by name. */
    int order() default Integer.MAX_VALUE;

    /** What is measured, in one line. */
    String operation();

    /** The published benchmark that it repeats. */
    String repeats() default "nothing";

    /** The modes in which it can be measured, beside default and tuned, which every scenario has. */
    Mode[] modes();

    /** The modes in which it is measured when nothing is named; none where it is measured only when asked for. */
    Mode[] core() default {};

    /** What it asks of a driver. */
    Feature[] features() default {};

    /** About how many bytes an operation moves at least; 0 when it is next to nothing. */
    long payloadBytes() default 0;

    /** Whether several JVMs may carry it out at the same time while they warm up. */
    boolean besideOthers() default true;
}
