package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.jcraft.jsch.HostKeyRepository;
import dev.jdbcbench.failure.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownHostsTest {
    private static final String ED = "ssh-ed25519";
    private static final String RSA = "ssh-rsa";

    @TempDir
    private Path directory = Path.of("");

    private static byte[] key(String type, String rest) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(4).putInt(type.length()).array());
        out.writeBytes((type + rest).getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static String line(String names, String type, String rest) {
        return names + " " + type + " " + Base64.getEncoder().encodeToString(key(type, rest)) + " comment\n";
    }

    private HostKeys keys(String lines, Optional<String> pin) throws IOException {
        Path file = Files.writeString(directory.resolve("known"), lines);
        return new HostKeys(
                KnownHosts.read(
                        List.of(directory.resolve("nosuch"), file), Optional.empty(), "[db1]:2222", Optional.of("db1")),
                pin);
    }

    private HostKeys.Verdict verdict(String lines, String type, String rest) throws IOException {
        HostKeys keys = keys(lines, Optional.empty());
        int result = keys.check("whatever the library calls it", key(type, rest));
        assertThat(result == HostKeyRepository.OK).isEqualTo(keys.verdict() == HostKeys.Verdict.TRUSTED);
        return keys.verdict();
    }

    /** {@code ssh-keygen -H} generated the matching hash for {@code [db1]:2222}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[db1]:2222; true",
                "[DB1]:2222; true",
                "db1; false",
                "a,[db1]:2222,b; true",
                "[db?]:2222; true",
                "[*]:*; true",
                "*,![db1]:2222; false",
                "![db1]:2222; false",
                "[db1]:2223; false",
                "|1|nothing; false",
                "|1|Do4rFY3k/p/X0Fst+m0GL3/q0UM=|ipsTaEQ9Pssx/Ucg/l31Shl2QjQ=; true",
                "|1|Do4rFY3k/p/X0Fst+m0GL3/q0UM=|reQ0C2mOyMU9kpU2v2aTxwJoZWo=; false"
            })
    void namesAreMatchedLikeSshDoes(String names, boolean matched) {
        assertThat(KnownHosts.matches(names, "[db1]:2222")).isEqualTo(matched);
    }

    @Test
    void knownKeyIsTrustedAndAnotherIsReportedAsChanged() throws IOException {
        String known = "# nothing\n\n" + line("[db1]:2222", ED, "a") + line("[db1]:2222", ED, "b") + "broken\n";
        assertThat(verdict(known, ED, "a")).isEqualTo(HostKeys.Verdict.TRUSTED);
        assertThat(verdict(known, ED, "b")).isEqualTo(HostKeys.Verdict.TRUSTED);
        assertThat(verdict(known, ED, "c")).isEqualTo(HostKeys.Verdict.CHANGED);
        assertThat(verdict(known, RSA, "c")).isEqualTo(HostKeys.Verdict.UNKNOWN);
    }

    @Test
    void standardPortEntryTrustsButDoesNotReject() throws IOException {
        String known = line("db1", ED, "a");
        assertThat(verdict(known, ED, "a")).isEqualTo(HostKeys.Verdict.TRUSTED);
        assertThat(verdict(known, ED, "b")).isEqualTo(HostKeys.Verdict.UNKNOWN);
        assertThat(verdict(known + line("[db1]:2222", ED, "b"), ED, "a")).isEqualTo(HostKeys.Verdict.CHANGED);
    }

    @Test
    void revokedKeyIsAlwaysRefused() throws IOException {
        String known = line("[db1]:2222", ED, "a") + line("@revoked *", ED, "a");
        assertThat(verdict(known, ED, "a")).isEqualTo(HostKeys.Verdict.REVOKED);
        HostKeys pinned = keys(known, Optional.of(HostKeys.fingerprint(key(ED, "a"))));
        assertThat(pinned.check("", key(ED, "a"))).isNotEqualTo(HostKeyRepository.OK);
        assertThat(verdict(line("@revoked other", ED, "a") + line("[db1]:2222", ED, "a"), ED, "a"))
                .isEqualTo(HostKeys.Verdict.TRUSTED);
    }

    @Test
    void authorityKeyIsNotAHostKey() throws IOException {
        assertThat(verdict(line("@cert-authority *", ED, "a"), ED, "a")).isEqualTo(HostKeys.Verdict.UNKNOWN);
        assertThat(verdict(line("@marker [db1]:2222", ED, "a"), ED, "a")).isEqualTo(HostKeys.Verdict.UNKNOWN);
    }

    @Test
    void fingerprintOfTheHostsFileDecidesAlone() throws IOException {
        HostKeys pinned = keys(line("[db1]:2222", ED, "a"), Optional.of(HostKeys.fingerprint(key(ED, "b"))));
        assertThat(pinned.check("", key(ED, "a"))).isEqualTo(HostKeyRepository.CHANGED);
        assertThat(pinned.check("", key(ED, "b"))).isEqualTo(HostKeyRepository.OK);
    }

    @Test
    void knownKeyTypesAreRequestedFirst() throws IOException {
        List<String> configured = List.of("ssh-ed25519", "ecdsa-sha2-nistp256", "rsa-sha2-512", "rsa-sha2-256");
        assertThat(keys(line("[db1]:2222", RSA, "a"), Optional.empty()).algorithms(configured))
                .containsExactly("rsa-sha2-512,rsa-sha2-256,ssh-ed25519,ecdsa-sha2-nistp256");
        assertThat(keys(line("@cert-authority *", ED, "a"), Optional.empty()).algorithms(List.of("ssh-ed25519")))
                .as("a certificate is requested if it can be verified")
                .containsExactly("ssh-ed25519-cert-v01@openssh.com,ssh-ed25519");
        assertThat(keys("", Optional.of("SHA256:x")).algorithms(configured))
                .containsExactly("ssh-ed25519", "ecdsa-sha2-nistp256", "rsa-sha2-512,rsa-sha2-256");
    }

    /** If the configuration pins a key, a certificate authority cannot vouch for another one. */
    @Test
    void authorityDoesNotReplaceAPinnedKey() throws IOException {
        String authority = line("@cert-authority *", ED, "a");
        assertThat(keys(authority, Optional.empty()).getHostKey()).isNotEmpty();
        assertThat(keys(authority, Optional.of("SHA256:x")).getHostKey()).isEmpty();
    }

    @Test
    void revokedKeysMayBeInASeparateFile() throws IOException {
        Path revoked = Files.writeString(directory.resolve("revoked"), line("", ED, "a"));
        HostKeys keys = new HostKeys(
                KnownHosts.read(
                        List.of(Files.writeString(directory.resolve("known"), line("db1", ED, "a"))),
                        Optional.of(revoked),
                        "db1",
                        Optional.empty()),
                Optional.empty());
        keys.check("", key(ED, "a"));
        assertThat(keys.verdict()).isEqualTo(HostKeys.Verdict.REVOKED);
    }

    @Test
    void unreadableListOfRevokedKeysIsAFailure() throws IOException {
        Path binary = Files.writeString(directory.resolve("krl"), "SSHKRL\n");
        assertThatThrownBy(() -> KnownHosts.read(List.of(), Optional.of(binary), "db1", Optional.empty()))
                .isInstanceOf(Failure.Host.class)
                .hasMessageContaining("RevokedHostKeys");
        assertThatThrownBy(() ->
                        KnownHosts.read(List.of(), Optional.of(directory.resolve("nosuch")), "db1", Optional.empty()))
                .isInstanceOf(Failure.Host.class);
    }
}
