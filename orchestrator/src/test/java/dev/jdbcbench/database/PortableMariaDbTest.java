package dev.jdbcbench.database;

import static dev.jdbcbench.failure.Failing.assertText;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.FakeHost;
import dev.jdbcbench.host.HostScript;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class PortableMariaDbTest {
    @Test
    void ageIsReportedAfterOneYear() {
        assertThat(PortableMariaDb.age(LocalDate.of(2026, 2, 3))).isEmpty();
        assertThat(PortableMariaDb.age(LocalDate.of(2026, 2, 4)))
                .contains(
                        "the portable MariaDB (11.4.5-MariaDB, released 2025-02-04) is 12 months old and lacks the security"
                                + " fixes since then; `--install host` takes the host's own");
    }

    private static HostScript host(String architecture) {
        return HostScript.locate(new FakeHost("db1", false).answer("uname -sm", 0, "Linux " + architecture + "\n", ""));
    }

    @Test
    void otherProcessorsAreRefusedBeforeDownloading() {
        PortableMariaDb portable = new PortableMariaDb(
                new Artifacts((file, bytes, total) -> {
                    throw new AssertionError("fetched " + file);
                }),
                Path.of("/nowhere"));
        assertThat(PortableMariaDb.unfit(host("x86_64"))).isEmpty();
        assertText(Failure.Command.class, () -> portable.provide(host("aarch64")))
                .contains(
                        "the portable MariaDB cannot run on db1",
                        "is built for x86_64, and db1 is aarch64",
                        "--install host");
    }
}
