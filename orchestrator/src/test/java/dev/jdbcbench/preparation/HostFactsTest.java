package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.host.FakeHost;
import dev.jdbcbench.run.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

@Isolated("changes the default locale")
class HostFactsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    private static FakeHost host() {
        return new FakeHost("db1", false)
                .answer("sh -s 10.0.0.20", 0, """
                        kernel=Linux 6.18.44
                        load=0.16 0.51 1.32 1/84 29677
                        booted=1795258536
                        virtualisation=virtual machine (the CPU has the flag hypervisor, sys_vendor=QEMU)
                        governor=unknown: /sys/devices/system/cpu/cpu0/cpufreq is not there (the hypervisor hides it)
                        nonsense
                        password=planted
                        """, "")
                .answer("date", 0, "1795252500.250000000\n", "");
    }

    @Test
    void factsHaveAFixedOrder() {
        Map<String, String> facts = HostFacts.ask(host(), "10.0.0.20", CLOCK);
        assertThat(facts.keySet())
                .startsWith("distribution", "kernel", "booted")
                .endsWith("load", "openFiles")
                .hasSize(27)
                .doesNotContain("password", "nonsense");
        assertThat(facts)
                .containsEntry("kernel", "Linux 6.18.44")
                .containsEntry("booted", "2026-11-21T10:55:36Z")
                .containsEntry("virtualisation", "virtual machine (the CPU has the flag hypervisor, sys_vendor=QEMU)");
    }

    @Test
    void unknownFactsHaveAReason() {
        assertThat(HostFacts.ask(host(), "10.0.0.20", CLOCK))
                .containsEntry("cpu", "unknown: the host did not report it")
                .containsEntry(
                        "governor",
                        "unknown: /sys/devices/system/cpu/cpu0/cpufreq is not there (the hypervisor hides it)");
        FakeHost broken =
                host().answer("sh -s 10.0.0.21", 127, "", "sh: not found").answer("date", 1, "", "");
        assertThat(HostFacts.ask(broken, "10.0.0.21", CLOCK))
                .containsEntry("cpu", "unknown: the host did not report it (the facts script ended with status 127)")
                .containsEntry("clockOffset", "unknown: its program date does not know +%s.%N");
    }

    @Test
    void processorsAreNamedLikeUnameDoes(@TempDir Path directory) throws Exception {
        Path uname = Files.writeString(
                directory.resolve("uname"), "#!/bin/sh\n[ \"$*\" = -m ] && echo aarch64\n", StandardCharsets.US_ASCII);
        Files.setPosixFilePermissions(uname, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder builder =
                new ProcessBuilder("sh", "src/main/resources/dev/jdbcbench/preparation/facts.sh", "127.0.0.1");
        builder.environment().put("PATH", directory + ":" + System.getenv("PATH"));
        Process facts = builder.start();
        String said = new String(facts.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(facts.waitFor()).isZero();
        assertThat(said).contains("\narchitecture=aarch64\n");
    }

    @Test
    void hostClockIsComparedWithTheLocalOne() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        assertThat(HostFacts.ask(host(), "10.0.0.20", CLOCK)).containsEntry("clockOffset", "+0.2500 s ± 0.0000 s");
        FakeHost behind = host().answer("date", 0, "1795252498.900000000\n", "");
        assertThat(HostFacts.ask(behind, "10.0.0.20", CLOCK)).containsEntry("clockOffset", "-1.1000 s ± 0.0000 s");
        FakeHost busybox = host().answer("date", 0, "1795252498.%N\n", "");
        assertThat(HostFacts.ask(busybox, "10.0.0.20", CLOCK).get("clockOffset"))
                .startsWith("unknown: ");
    }

    @Test
    void onlyTheVersionIsTakenFromTheOutputOfJava() {
        FakeHost host = host().answer("java -XX:-UsePerfData -version", 0, "", """
                Picked up JAVA_TOOL_OPTIONS: -Dpassword=planted
                openjdk version "17.0.15" 2025-04-15
                OpenJDK Runtime Environment (build 17.0.15+6-Debian-1deb12u1)
                OpenJDK 64-Bit Server VM (build 17.0.15+6-Debian-1deb12u1, mixed mode, sharing)
                """);
        assertThat(HostFacts.jdk(host, "java"))
                .isEqualTo("OpenJDK 64-Bit Server VM (build 17.0.15+6-Debian-1deb12u1, mixed mode, sharing)");
        assertThat(HostFacts.jdk(host().answer("java -XX:-UsePerfData -version", 1, "", "no"), "java"))
                .startsWith("unknown: ");
    }

    @Test
    void fileMapsHostsToFacts() {
        JsonNode json = Json.read(
                Json.pretty(new HostFacts("run-1", Map.of("db1", Map.of("cpus", "2"), "client", Map.of("cpus", "4")))),
                JsonNode.class);
        assertThat(json.propertyNames()).containsExactly("schema", "run", "hosts");
        assertThat(json.get("schema").asString()).isEqualTo("hosts/1");
        assertThat(json.get("hosts").propertyNames()).containsExactly("client", "db1");
        assertThat(json.at("/hosts/client/cpus").asString()).isEqualTo("4");
    }
}
