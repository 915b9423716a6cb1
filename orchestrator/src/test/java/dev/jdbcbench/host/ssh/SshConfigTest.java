package dev.jdbcbench.host.ssh;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshConfigTest {
    /** Output of {@code ssh -G} in OpenSSH 9.2, without the options that bench ignores. */
    private static final String DEFAULTS = """
            host db1
            user me
            hostname db1
            port 22
            identitiesonly no
            kbdinteractiveauthentication yes
            passwordauthentication yes
            pubkeyauthentication true
            stricthostkeychecking ask
            serveralivecountmax 3
            serveraliveinterval 0
            hostkeyalgorithms ssh-ed25519-cert-v01@openssh.com,ssh-ed25519,ecdsa-sha2-nistp256,\
            sk-ssh-ed25519@openssh.com,rsa-sha2-512,rsa-sha2-256
            identityfile ~/.ssh/id_rsa
            identityfile ~/.ssh/id_ed25519
            globalknownhostsfile /etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2
            userknownhostsfile /home/me/.ssh/known_hosts /home/me/.ssh/known_hosts2
            connecttimeout none
            """;

    private static final SshPlaces PLACES = new SshPlaces(
            Path.of("/home/me"),
            Path.of("/home/me/.ssh"),
            "me",
            Map.of("SSH_AUTH_SOCK", "/run/agent", "OTHER", "/run/other"),
            Map.of());

    private static SshConfig parse(String more) {
        return SshConfig.parse("db1", more + DEFAULTS, PLACES);
    }

    @Test
    void defaultsAreThoseOfSshWithTimeoutsOfBench() {
        SshConfig config = parse("");
        assertThat(config.hostName()).isEqualTo("db1");
        assertThat(config.user()).isEqualTo("me");
        assertThat(config.port()).isEqualTo(22);
        assertThat(config.route()).isEqualTo(new SshConfig.Route(Optional.empty(), Optional.empty()));
        assertThat(config.jumps()).isEmpty();
        assertThat(config.login())
                .isEqualTo(new SshConfig.Login(
                        List.of(Path.of("/home/me/.ssh/id_rsa"), Path.of("/home/me/.ssh/id_ed25519")),
                        List.of(),
                        false,
                        Optional.of(Path.of("/run/agent")),
                        List.of("publickey", "keyboard-interactive", "password")));
        assertThat(config.trust().files())
                .containsExactly(
                        Path.of("/home/me/.ssh/known_hosts"),
                        Path.of("/home/me/.ssh/known_hosts2"),
                        Path.of("/etc/ssh/ssh_known_hosts"),
                        Path.of("/etc/ssh/ssh_known_hosts2"));
        assertThat(config.trust().algorithms())
                .as("neither certificates nor algorithms that the library cannot verify")
                .containsExactly("ssh-ed25519", "ecdsa-sha2-nistp256", "rsa-sha2-512", "rsa-sha2-256");
        assertThat(config.timeouts())
                .isEqualTo(new SshConfig.Timeouts(Duration.ofSeconds(10), Duration.ofSeconds(15), 3));
    }

    @Test
    void emptyConfigurationGivesTheSameDefaults() {
        SshConfig config = SshConfig.parse("db1", "", PLACES);
        assertThat(config.trust().userFiles())
                .containsExactly(Path.of("/home/me/.ssh/known_hosts"), Path.of("/home/me/.ssh/known_hosts2"));
        assertThat(config.login().identities()).contains(Path.of("/home/me/.ssh/id_ed25519"));
        assertThat(config.trust().algorithms()).isEqualTo(SshConfig.HOST_KEY_ALGORITHMS);
        assertThat(config.hostName()).isEqualTo("db1");
    }

    @Test
    void configuredValuesAreUsed() {
        SshConfig config = parse("""
                hostname 10.0.0.7
                user bench
                port 2222
                identityfile ~/keys/%h_%r_%p
                identityfile /x y/key
                certificatefile ~/.ssh/signed
                identitiesonly yes
                identityagent ~/agent
                proxyjump u@a:33,b
                hostkeyalias name
                stricthostkeychecking accept-new
                revokedhostkeys /etc/revoked
                userknownhostsfile /home/me/one /a b/two
                serveraliveinterval 5
                serveralivecountmax 2
                connecttimeout 4
                preferredauthentications gssapi-with-mic,password,publickey
                """);
        assertThat(config.hostName()).isEqualTo("10.0.0.7");
        assertThat(config.user()).isEqualTo("bench");
        assertThat(config.port()).isEqualTo(2222);
        assertThat(config.jumps()).containsExactly("u@a:33", "b");
        assertThat(config.login().identities())
                .startsWith(Path.of("/home/me/keys/10.0.0.7_bench_2222"), Path.of("/x y/key"));
        assertThat(config.login().certificates()).containsExactly(Path.of("/home/me/.ssh/signed"));
        assertThat(config.login().only()).isTrue();
        assertThat(config.login().agent()).contains(Path.of("/home/me/agent"));
        assertThat(config.login().methods()).containsExactly("password", "publickey");
        assertThat(config.trust().alias()).contains("name");
        assertThat(config.trust().checking()).isEqualTo("accept-new");
        assertThat(config.trust().revoked()).contains(Path.of("/etc/revoked"));
        assertThat(config.trust().userFiles()).containsExactly(Path.of("/home/me/one"), Path.of("/a b/two"));
        assertThat(config.timeouts())
                .isEqualTo(new SshConfig.Timeouts(Duration.ofSeconds(4), Duration.ofSeconds(5), 2));
    }

    @Test
    void noneMeansNone() {
        SshConfig config = parse("userknownhostsfile none\nidentityagent none\nproxyjump none\nproxycommand none\n");
        assertThat(config.trust().userFiles()).isEmpty();
        assertThat(config.login().agent()).isEmpty();
        assertThat(config.route()).isEqualTo(new SshConfig.Route(Optional.empty(), Optional.empty()));
    }

    @Test
    void identityNoneDisablesTheDefaultKeys() {
        assertThat(SshConfig.parse("db1", "identityfile none\n", PLACES).login().identities())
                .isEmpty();
        assertThat(SshConfig.parse("db1", "", PLACES).login().identities()).hasSize(3);
    }

    @Test
    void agentMayBeNamedByAVariable() {
        assertThat(parse("identityagent $OTHER\n").login().agent()).contains(Path.of("/run/other"));
        assertThat(parse("identityagent SSH_AUTH_SOCK\n").login().agent()).contains(Path.of("/run/agent"));
        assertThat(parse("identityagent $UNSET\n").login().agent()).isEmpty();
    }

    @Test
    void disabledMethodsAreNotTried() {
        assertThat(parse("passwordauthentication no\n").login().methods())
                .containsExactly("publickey", "keyboard-interactive");
    }

    @Test
    void placeholdersOfACommandAreReplaced() {
        assertThat(parse("hostname 10.0.0.7\nproxycommand nc -X 5 %h %p # %n %r %%\n")
                        .route()
                        .command())
                .contains("nc -X 5 10.0.0.7 22 # db1 me %");
    }

    @Test
    void unknownPlaceholderIsAFailure() {
        assertWhy(Failure.Host.class, () -> parse("identityfile ~/%C\n")).contains("%C in ~/%C");
    }

    @Test
    void sshDirectoryCanBeReplaced() {
        SshPlaces elsewhere = new SshPlaces(Path.of("/home/me"), Path.of("/tmp/ssh"), "me", Map.of(), Map.of());
        SshConfig config = SshConfig.parse("db1", DEFAULTS, elsewhere);
        assertThat(config.login().identities()).contains(Path.of("/tmp/ssh/id_rsa"));
        assertThat(config.trust().files()).contains(Path.of("/tmp/ssh/known_hosts"));
        assertThat(config.login().agent()).isEmpty();
    }

    @Test
    void rsaWithSha1NeedsExplicitConfiguration() {
        assertThat(parse("hostkeyalgorithms ssh-rsa,ssh-ed25519\n").trust().algorithms())
                .containsExactly("ssh-rsa", "ssh-ed25519");
    }

    @Test
    void aliasHasTheAddressThatItStandsFor() throws IOException {
        SshConfigSource source = new SshConfigSource(
                new SshPlaces(Path.of("/home/me"), ssh, "me", Map.of(), Map.of()), Optional.empty());
        Files.writeString(ssh.resolve("config"), "Host far\n  HostName 10.0.0.7\n");
        assertThat(SshHost.addressOf(host("far"), source)).isEqualTo("10.0.0.7");
        assertThat(SshHost.addressOf(host("near"), source)).isEqualTo("near");
        assertThat(SshHost.addressOf(HostSpec.thisMachine(), source)).isEqualTo("localhost");
    }

    // Without an ssh program, bench reads the file itself.

    @TempDir
    private Path ssh = Path.of("");

    private SshConfig read(String file, HostSpec spec) throws IOException {
        Files.writeString(ssh.resolve("config"), file);
        SshPlaces places = new SshPlaces(Path.of("/home/me"), ssh, "me", Map.of(), Map.of());
        return new SshConfigSource(places, Optional.empty()).of(spec, false);
    }

    private static HostSpec host(String address) {
        return HostSpec.at("db1", address, Optional.empty(), Optional.empty());
    }

    @Test
    void withoutTheSshProgramTheFileIsRead() throws IOException {
        SshConfig config = read("""
                Host db
                  HostName 10.0.0.7
                  User bench
                  Port 2222
                  IdentityFile ~/.ssh/one
                  IdentityFile ~/.ssh/two
                  ProxyJump a,b
                  UserKnownHostsFile ~/.ssh/other
                Host *
                  StrictHostKeyChecking no
                """, host("db"));
        assertThat(config.hostName()).isEqualTo("10.0.0.7");
        assertThat(config.user()).isEqualTo("bench");
        assertThat(config.port()).isEqualTo(2222);
        assertThat(config.login().identities()).containsExactly(ssh.resolve("one"), ssh.resolve("two"));
        assertThat(config.trust().userFiles()).containsExactly(ssh.resolve("other"));
        assertThat(config.trust().checking()).isEqualTo("no");
        assertThat(config.jumps()).containsExactly("a", "b");
    }

    @Test
    void hostsFileTakesPrecedence() throws IOException {
        HostSpec spec = HostSpec.at("db1", "db", Optional.of("other"), Optional.of(99));
        SshConfig config = read("Host db\n User bench\n Port 2222\n", spec);
        assertThat(config.user()).isEqualTo("other");
        assertThat(config.port()).isEqualTo(99);
    }

    /** Later sections repeat values that were set before; only the first counts. */
    @Test
    void withoutTheSshProgramTheFirstValueCounts() throws IOException {
        HostSpec spec = HostSpec.at("db1", "db", Optional.empty(), Optional.of(99));
        SshConfig config =
                read("Host db\n Port 22\n User one\nHost d*\n User two\nHost *\n User one\n Port 99\n", spec);
        assertThat(config.user()).isEqualTo("one");
        assertThat(config.port()).isEqualTo(99);
    }

    @Test
    void withoutTheSshProgramTimesAndAlgorithmsAreReadAlike() throws IOException {
        SshConfig config =
                read("Host *\n HostKeyAlgorithms +ssh-rsa\n ConnectTimeout 4\n ServerAliveInterval 5\n", host("db"));
        assertThat(config.trust().algorithms()).contains("ssh-ed25519", "ssh-rsa");
        assertThat(config.timeouts())
                .isEqualTo(new SshConfig.Timeouts(Duration.ofSeconds(4), Duration.ofSeconds(5), 3));
    }

    @Test
    void quotesAroundAValueAreRemovedAndThoseOfACommandKept() throws IOException {
        SshConfig config = read(
                "Host *\n User \"me too\"\n IdentityAgent \"/a b/agent\"\n ProxyCommand \"/a b/connect\"\n",
                host("db"));
        assertThat(config.user()).isEqualTo("me too");
        assertThat(config.login().agent()).contains(Path.of("/a b/agent"));
        assertThat(config.route().command()).contains("\"/a b/connect\"");
    }

    @Test
    void withoutTheSshProgramMatchBlocksAreRefused() {
        for (String line : List.of("Match host db", "Include more")) {
            assertThatThrownBy(() -> read("Host a\n  " + line + "\n", host("db")))
                    .isInstanceOfSatisfying(Failure.Host.class, failure -> {
                        assertThat(failure.why()).contains("config, line 2: " + line);
                        assertThat(failure.hint()).contains("openssh-client");
                    });
        }
    }

    @Test
    void addressThatLooksLikeAnOptionIsRefused() {
        assertWhy(Failure.Host.class, () -> read("", host("-oProxyCommand=touch x")))
                .isEqualTo("\"-oProxyCommand=touch x\" is not a valid address");
    }

    /** Address and user may become part of a ProxyCommand. */
    @Test
    void shellSyntaxInAddressAndUserIsRefused() {
        HostSpec user = HostSpec.at("db", "db", Optional.of("$(touch x)"), Optional.empty());
        assertWhy(Failure.Host.class, () -> read("", user)).isEqualTo("\"$(touch x)\" is not a valid user");
        assertWhy(Failure.Host.class, () -> read("", host("db;id"))).isEqualTo("\"db;id\" is not a valid address");
    }
}
