package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class PortableMariaDbTest {
    @Test
    void itsAgeIsSaidFromOneYearOn() {
        assertThat(PortableMariaDb.age(LocalDate.of(2026, 2, 3))).isEmpty();
        assertThat(PortableMariaDb.age(LocalDate.of(2026, 2, 4)))
                .contains(
                        "the portable MariaDB (11.4.5-MariaDB, released 2025-02-04) is 12 months old and lacks the security"
                                + " fixes since then; `--install host` takes the host's own");
    }
}
