package dev.jdbcbench.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.execution.Releases;
import dev.jdbcbench.failure.Failure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whether the default drivers are the newest releases that the repositories list. A newer one is printed, and fails the full
 * tests only: a release elsewhere must not break the build of a change here.
 */
class DefaultDriversIT {
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "drizzle"})
    void defaultIsTheNewestRelease(String id) {
        DriverSpec driver = DriverSpec.of(DriverCatalogue.of(id).orElseThrow());
        String newest;
        try {
            newest = Releases.newest(driver, "");
        } catch (Failure.Command e) {
            System.err.println("SKIPPED: whether " + id + " " + driver.version() + " is the newest: " + e.getMessage());
            abort("the repositories cannot be asked");
            return;
        }
        if (!newest.equals(driver.version())) {
            System.err.println("NEWER: " + id + " " + newest + " is released; the default is " + driver.version()
                    + ". Change pom.xml and Pins.");
        }
        if (Boolean.getBoolean("bench.full")) {
            assertThat(driver.version()).as("the default version of " + id).isEqualTo(newest);
        }
    }
}
