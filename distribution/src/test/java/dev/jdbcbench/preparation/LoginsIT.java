package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.site.Said;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

@OnThisMachine
class LoginsIT {
    private static final String RUN = "logins-" + ProcessHandle.current().pid();
    private final HostScript script = HostScript.install(new LocalHost("localhost"));

    /** As after Ctrl-C: the command in progress fails, and the thread stays interrupted. */
    @Test
    void interruptedWorkLeavesNoDirectory() {
        Path directory = Path.of(script.directory(RUN, "sweep"));
        assertThatThrownBy(() -> Logins.inDirectory(script, RUN, "sweep", new Said(), work -> {
                    assertThat(directory).hasToString(work).exists();
                    Thread.currentThread().interrupt();
                    throw new Failure.Interrupted(null);
                }))
                .isInstanceOf(Failure.Interrupted.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(directory).doesNotExist();
        assertThat(script.entries()).noneMatch(entry -> entry.run().equals(RUN));
    }
}
