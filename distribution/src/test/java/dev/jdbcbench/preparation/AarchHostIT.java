package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.FakeHost;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the scripts that bench sends to a host with the shell of Debian's busybox for aarch64, emulated by qemu-user.
 */
@OnThisMachine
@RealMachine
class AarchHostIT {
    private static final LocalHost HERE = new LocalHost("localhost");
    private static final Path PROGRAM =
            Path.of("src", "test", "machine", "aarch64").toAbsolutePath();
    /** Downloads the package without root, and without changing the machine's apt configuration. */
    private static final String ROOT = """
            cd "$1"
            mkdir -p state/lists/partial cache/archives/partial
            : >status
            apt="-o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State=$1/state -o Dir::State::status=$1/status
                -o Dir::Cache=$1/cache -o Debug::NoLocking=1 -o Acquire::Languages=none -o APT::Sandbox::User=root"
            apt-get $apt update
            apt-get $apt download busybox-static
            dpkg-deb --extract busybox-static_*.deb root
            """;
    /** How Linux describes an Arm processor. */
    private static final String CPU = """
            processor	: 0
            BogoMIPS	: 243.75
            Features	: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp ssbs
            CPU implementer	: 0x41
            CPU architecture: 8
            CPU variant	: 0x3
            CPU part	: 0xd0c
            CPU revision	: 1
            """;

    @TempDir
    private static Path directory = Path.of("");

    @BeforeAll
    static void makeRoot() throws IOException {
        for (String tool :
                List.of("/usr/libexec/qemu-binfmt/aarch64-binfmt-P", "/usr/bin/apt-get", "/usr/bin/unshare")) {
            if (!Files.isExecutable(Path.of(tool))) {
                Lab.skip("no aarch64 is emulated, because there is no " + tool + " (apt install qemu-user-static)");
            }
        }
        Outcome made = HERE.run(Command.of("sh", "-euc", ROOT, "sh", directory.toString()));
        if (!made.ok()) {
            Lab.skip("no aarch64 is emulated, because its busybox cannot be downloaded: " + made.lastLines());
        }
        Files.writeString(directory.resolve("root/cpuinfo"), CPU);
        Outcome started = HERE.run(emulated("true"));
        if (!started.ok()) {
            Lab.skip("no aarch64 is emulated, because this machine does not allow it: " + started.lastLines());
        }
    }

    private static Command emulated(String... words) {
        List<String> all = new ArrayList<>(
                List.of(PROGRAM.toString(), directory.resolve("root").toString()));
        all.addAll(List.of(words));
        return Command.of(all);
    }

    private static String script(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(HostFacts.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void portableServerIsRefusedForTheProcessor() throws IOException {
        Outcome system = HERE.run(emulated("uname", "-sm"));
        Outcome paths = HERE.run(emulated("sh", "-s", "paths").reading(script("/dev/jdbcbench/host/host.sh")));
        assertThat(paths.ok()).as(paths.err()).isTrue();
        FakeHost host = new FakeHost("db1", false)
                .answer("uname -sm", 0, system.out(), "")
                .answer("sh -s paths", 0, paths.out(), "");
        assertThat(PortableMariaDb.unfit(HostScript.locate(host)))
                .contains("the portable MariaDB is built for x86_64, and db1 is aarch64");
    }

    @Test
    void factsOfAnArmProcessorAreRead() throws IOException {
        Outcome asked = HERE.run(emulated("sh", "-s", "127.0.0.1").reading(script("facts.sh")));
        assertThat(asked.ok()).as(asked.err()).isTrue();
        assertThat(asked.err()).isEmpty();
        Map<String, String> facts = new TreeMap<>();
        asked.out().lines().forEach(line -> facts.put(line.replaceFirst("=.*", ""), line.replaceFirst("[^=]*=", "")));
        assertThat(facts)
                .containsEntry("architecture", "aarch64")
                .containsEntry(
                        "cpu",
                        "implementer 0x41, part 0xd0c, variant 0x3, revision 1 (/proc/cpuinfo has no model name)")
                .containsEntry("cpus", "1");
        assertThat(facts.get("virtualisation"))
                .as("only x86 has a flag for virtualisation")
                .startsWith("unknown: /proc/cpuinfo has no flags");
    }
}
