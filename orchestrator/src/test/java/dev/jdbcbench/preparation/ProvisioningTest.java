package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.execution.Provision;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.Said;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests which source {@code install: auto} chooses. */
class ProvisioningTest {
    private static final Install HOST = Install.named("host");
    private static final Install PORTABLE = Install.named("portable");
    private static final ServerSpec MARIADB = ServerSpec.of(ServerKind.MARIADB, Install.AUTO);
    private static final Optional<String> ARM =
            Optional.of("the portable MariaDB is built for x86_64, and db1 is aarch64");

    private final Said said = new Said();

    private Install chosen(Optional<Install> partners, Optional<String> unfit) {
        Optional<Partner> partner = partners.map(install -> new Partner(
                "20261121-091500-local-7f3a",
                Topology.LOCAL,
                ServerKind.MARIADB,
                Optional.of(install),
                Optional.empty(),
                Optional.empty()));
        PortableMariaDb portable = new PortableMariaDb(
                new Artifacts((file, bytes, total) -> {
                    throw new AssertionError("fetched " + file);
                }),
                Path.of("/nowhere"));
        return Provisioning.choose(MARIADB, partner, unfit, portable, () -> HOST, true, said);
    }

    /** So {@code check} can say what the server of a run will be. */
    @Test
    void automaticSourceIsExpectedToBeThePortableOne() {
        assertThat(Provisioning.expected(MARIADB)).isEqualTo(PORTABLE);
        assertThat(Provisioning.expected(ServerSpec.of(ServerKind.MYSQL, Install.AUTO)))
                .isEqualTo(Install.AUTO);
        assertThat(Provisioning.expected(ServerSpec.of(ServerKind.MARIADB, HOST)))
                .isEqualTo(HOST);
    }

    @Test
    void oldSourceIsRemarkedOnOnce() {
        assertThat(Provision.remarks(Stream.of(PORTABLE, HOST, PORTABLE)))
                .singleElement()
                .asString()
                .contains("lacks the security fixes since then");
    }

    @Test
    void portableComesFirst() {
        assertThat(chosen(Optional.empty(), Optional.empty())).isEqualTo(PORTABLE);
        assertThat(said.lines()).isEmpty();
    }

    @Test
    void portableIsSkippedOnOtherProcessorsWithANote() {
        assertThat(chosen(Optional.empty(), ARM)).isEqualTo(HOST);
        assertThat(said.lines())
                .containsExactly("mariadb: the portable MariaDB is built for x86_64, and db1 is aarch64");
    }

    @Test
    void partnerDecidesUnlessItsProgramsCannotRun() {
        assertThat(chosen(Optional.of(HOST), Optional.empty())).isEqualTo(HOST);
        assertThat(chosen(Optional.of(PORTABLE), Optional.empty())).isEqualTo(PORTABLE);
        assertThat(chosen(Optional.of(PORTABLE), ARM)).isEqualTo(HOST);
        assertThat(said.lines()).hasSize(3).last().asString().contains("aarch64");
    }
}
