package dev.jdbcbench.host.ssh;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.fuzz.Effort;
import dev.jdbcbench.fuzz.Ring;
import dev.jdbcbench.fuzz.TextMutations;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that reading any SSH file of a user ends soon: it succeeds, or fails with an explanation. */
class SshFilesFuzzIT {
    private static final int RANDOM = 500;

    private static final String ANSWER = """
            host db1
            user me
            hostname %h.example.com
            port 22
            identitiesonly no
            passwordauthentication yes
            stricthostkeychecking ask
            serveralivecountmax 3
            serveraliveinterval 15
            hostkeyalgorithms ssh-ed25519,rsa-sha2-512
            identityfile ~/.ssh/id_%u
            identityagent ${SSH_AUTH_SOCK}
            certificatefile ~/.ssh/c
            proxyjump a@b:22,c
            proxycommand nc %h %p
            revokedhostkeys /etc/x
            globalknownhostsfile /etc/ssh/ssh_known_hosts "/etc/ssh/b c"
            userknownhostsfile /home/me/.ssh/known_hosts
            connecttimeout none
            """;

    private static final String CONFIG = """
            # mine
            Host db1 db?.example.com !db3
              HostName=10.0.0.1
              User "me"
              Port 2222
              IdentityFile ~/.ssh/id_%r
              ProxyJump bastion
            Host *
              ServerAliveInterval 5
              UserKnownHostsFile "~/.ssh/known hosts"
            """;

    private static final String KNOWN = """
            [db1]:2222,db1 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGZvb2Jhcg== me
            |1|aGVsbG8gd29ybGQgaGVsbG8=|aGVsbG8gd29ybGQgaGVsbG8= ssh-rsa AAAAB3NzaC1yc2E= you
            @revoked * ssh-rsa AAAAB3NzaC1yc2E=
            @cert-authority *.example.com,!x ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGZvb2Jhcg==
            """;

    private final Effort effort = Effort.chosen();

    @TempDir
    private Path home = Path.of("");

    private SshPlaces places() {
        return new SshPlaces(home, home.resolve(".ssh"), "me", Map.of("SSH_AUTH_SOCK", "/run/agent"), Map.of());
    }

    @Test
    void randomSshOutputNeverEndsAsABug() {
        TextMutations mutations = new TextMutations(ANSWER);
        try (Ring ring = new Ring("answer of ssh -G", effort, input -> {
            SshConfig.parse("db1", new String(input, StandardCharsets.UTF_8), places())
                    .jumps();
            return Optional.empty();
        })) {
            effort.repeat(RANDOM, random -> ring.feed("damaged", mutations.next(random)));
        }
    }

    /** Without {@code PATH}, bench reads the file itself. */
    @Test
    void randomSshConfigurationNeverEndsAsABug() throws Exception {
        Path file = Files.createDirectories(home.resolve(".ssh")).resolve("config");
        TextMutations mutations = new TextMutations(CONFIG);
        HostSpec host = HostSpec.at("db1", "db1", Optional.empty(), Optional.empty());
        try (Ring ring = new Ring("ssh config", effort, input -> {
            Files.write(file, input);
            SshConfigSource.of(places()).of(host, false);
            return Optional.empty();
        })) {
            effort.repeat(RANDOM, random -> ring.feed("damaged", mutations.next(random)));
        }
    }

    @Test
    void randomKnownHostsNeverEndAsABug() {
        Path file = home.resolve("known_hosts");
        TextMutations mutations = new TextMutations(KNOWN);
        try (Ring ring = new Ring("known_hosts", effort, input -> {
            Files.write(file, input);
            KnownHosts known =
                    KnownHosts.read(List.of(file), Optional.of(file), "[db1.example.com]:2222", Optional.of("db1"));
            new HostKeys(known, Optional.empty()).check("db1", new byte[] {0, 0, 0, 1, 'x'});
            return Optional.empty();
        })) {
            ring.feed("many stars", "*a".repeat(2000) + " ssh-rsa AAAA\n");
            effort.repeat(RANDOM, random -> ring.feed("damaged", mutations.next(random)));
        }
    }
}
