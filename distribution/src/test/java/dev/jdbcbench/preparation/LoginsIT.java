package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.site.Progress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnThisMachine
class LoginsIT {
    private static final String RUN = "logins-" + ProcessHandle.current().pid();
    private static final Progress SILENT = new Progress() {
        @Override
        public void say(String line) {}

        @Override
        public void warn(String line) {}

        @Override
        public void transferred(String file, long bytes, long total) {}

        @Override
        public void planned(Plan plan, List<Event> before) {}

        @Override
        public void waiting(String what, long seconds) {}

        @Override
        public void cleaningUp() {}

        @Override
        public void onEvent(Event event) {}
    };

    private final HostScript script = HostScript.install(new LocalHost("localhost"));

    /** As after Ctrl-C: the command in progress fails, and the thread stays interrupted. */
    @Test
    void interruptedWorkLeavesNoDirectory() {
        Path directory = Path.of(script.directory(RUN, "sweep"));
        assertThatThrownBy(() -> Logins.inDirectory(script, RUN, "sweep", SILENT, work -> {
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
