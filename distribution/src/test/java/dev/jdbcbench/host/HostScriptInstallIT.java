package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.driver.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that installing replaces a damaged script. A separate class, because other tests use the script at the same
 * time.
 */
@OnThisMachine
class HostScriptInstallIT {
    private final Host host = new LocalHost("localhost");

    @Test
    void changedScriptIsReplaced() throws IOException {
        String checksum = Sha256.of(Path.of("../orchestrator/src/main/resources/dev/jdbcbench/host/host.sh"));
        Path installed = Path.of(HostScript.install(host).cache(), "host-" + checksum.substring(0, 12) + ".sh");
        for (String damaged : List.of("", "exit 0\n")) {
            Files.writeString(installed, damaged); // "exit 0" reports success for every command
            HostScript.install(host);
            assertThat(Sha256.of(installed)).isEqualTo(checksum);
            assertThat(installed).isExecutable();
        }
    }
}
