package dev.jdbcbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Tests that use this machine as a host of bench. Only one such class runs at a time, from its first test to its last. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnThisMachine.Taking.class)
public @interface OnThisMachine {
    /** Holds {@link Exclusive#THIS_MACHINE} for a class. */
    final class Taking implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            // JUnit closes closeable values in the store when the class ends.
            context.getStore(Namespace.create(OnThisMachine.class))
                    .computeIfAbsent(Exclusive.THIS_MACHINE, Exclusive::take);
        }
    }
}
