package dev.jdbcbench.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jdbcbench.failure.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The problems for which a file is refused. */
final class Problems {
    private Problems() {}

    /** One line each, without the directory of the file. */
    static List<String> of(Path directory, ThrowingCallable reading) {
        List<String> found = new ArrayList<>();
        assertThatThrownBy(reading)
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure ->
                        failure.why().lines().forEach(line -> found.add(line.replace(directory + "/", ""))));
        return found;
    }
}
