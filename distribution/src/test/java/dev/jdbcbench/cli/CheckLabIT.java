package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.Snapshot;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Creates each problem that {@code bench check} knows on two hosts, and tests its message and exit code. */
class CheckLabIT {
    @TempDir
    private Path directory = Path.of("");

    private Lab lab = Lab.up("0.35ms");
    private String hosts = "";
    private Optional<Snapshot> before = Optional.empty();

    @BeforeEach
    void hostsFile() throws IOException {
        hosts = Files.readString(lab.hosts())
                .replace("identity: id_ed25519", "identity: " + lab.hosts().resolveSibling("id_ed25519"));
        // An installed server needs little disk space and writes little.
        hosts += "servers: { mariadb: { kind: mariadb, install: host } }\n";
        before = Optional.of(lab.snapshot("db", Lab.View.WRITABLE));
    }

    @AfterEach
    void nothingWasChanged() {
        try {
            before.orElseThrow().assertSame(lab.snapshot("db", Lab.View.WRITABLE));
        } finally {
            lab.close();
        }
    }

    private Ended check(String file, String... args) throws IOException {
        Path hostsFile = Files.writeString(directory.resolve("hosts.yaml"), file);
        List<String> all = new ArrayList<>(List.of(
                "check", "--topology", "distant", "--hosts", hostsFile.toString(), "--results", directory.toString()));
        all.addAll(Arrays.asList(args));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    private static void assertFinds(Ended ended, int code, String... lines) {
        String text = ended.out().replaceAll(" +", " ");
        assertThat(text).as(ended.err()).contains(lines);
        assertThat(ended.code()).as(ended.out()).isEqualTo(code);
    }

    @Test
    void everyObstacleIsFoundInOnePass() throws IOException {
        assertFinds(
                check(hosts),
                0,
                "db ssh ok logged in, host key verified",
                "client java ok ",
                "db disk ok wrote",
                "the host answers, the port is free",
                "no problems found; not tried: mariadb login");

        String key = hosts.replaceAll("(?s).*?db:.*?(SHA256:\\S+).*", "$1");
        assertFinds(
                check(hosts.replace(key, "SHA256:ThisIsAnExampleOfAFingerprintWith43Letters0")),
                3,
                "db ssh PROBLEM the host key is not the one in the hosts file",
                "client ssh ok",
                "client disk ok");

        Path noKey = Files.writeString(directory.resolve("no-key"), "nothing");
        assertFinds(
                check(hosts.replaceFirst("(?s)(db:.*?identity: )\\S+", "$1" + noKey)),
                3,
                "db ssh PROBLEM cannot log in");

        lab.link("db", "mgmt", "down");
        assertFinds(check(hosts), 3, "db ssh PROBLEM cannot connect", "Is it up");
        lab.link("db", "mgmt", "up");

        lab.link("db", "data", "down");
        assertFinds(check(hosts), 4, "data address PROBLEM from client to 10.213.78.12", "let its firewall accept");
        lab.link("db", "data", "up");

        lab.script(
                "client",
                "printf '#!/bin/sh\\necho \"openjdk version \\\\\"11.0.2\\\\\" 2019-01-15\" >&2\\n' >/srv/java; chmod 755 /srv/java");
        Ended many = check(hosts.replace("dataAddress: 10.213.78.11", "dataAddress: 10.213.78.11\n    java: /srv/java")
                        .replace("install: host }", "install: host, port: 22 }")
                + "jvm: { heap: 900G }\n");
        assertFinds(
                many,
                4,
                "client java PROBLEM Java is too old on client: /srv/java is version 11, at least 17 is needed",
                "apt install openjdk-17-jre-headless",
                "db port PROBLEM port 22 of mariadb is taken",
                "client memory PROBLEM",
                "Take a smaller heap",
                "3 problems");

        assertFinds(
                check(hosts.replace("dataAddress: 10.213.78.11", "dataAddress: 10.213.78.11\n    java: /nonexistent")),
                4,
                "client java PROBLEM cannot run /nonexistent on client");
    }

    /** A host while bench works there from another machine, and after that bench was killed and its lease expired. */
    @Test
    @Full
    void claimedHostIsReportedUntilItsLeaseExpires() throws IOException {
        lab.script("db", """
                cd /home/bench
                su bench -s /bin/sh -c 'mkdir -p .cache/bench/journal .cache/bench/runs/20261121-091500-distant-7f3a/bench'
                cd .cache/bench
                printf '%s\n%s\n' /home/bench/.cache/bench/runs/20261121-091500-distant-7f3a/bench \
                    '0000-another-boot pid:[1] 4711:12 ada@desk 2026-11-21T09:15:00Z' >journal/20261121-091500-distant-7f3a-bench
                echo "$(cut -d . -f 1 /proc/uptime) 60 - keep" >runs/20261121-091500-distant-7f3a/bench/lease
                printf '/home/bench/.cache\n' >made
                chown -R bench: /home/bench/.cache
                """);
        assertFinds(
                check(hosts),
                0,
                "db other runs warning run 20261121-091500-distant-7f3a/bench (ada@desk, since 2026-11-21T09:15:00Z) is running here");
        Ended refused = BenchTest.bench(
                "clean", "--hosts", directory.resolve("hosts.yaml").toString());
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.err()).contains("a run is in progress on db; nothing of it was removed", "ada@desk");
        assertThat(lab.exec(
                                "db",
                                "test",
                                "-e",
                                "/home/bench/.cache/bench/runs/20261121-091500-distant-7f3a/bench/lease")
                        .ok())
                .isTrue();

        lab.script(
                "db",
                "echo 1 60 - keep >/home/bench/.cache/bench/runs/20261121-091500-distant-7f3a/bench/lease;"
                        + " cut -d . -f 1 /proc/uptime | grep -qv '^[0-9]\\{1,2\\}$'");
        assertFinds(check(hosts), 0, "db leftovers warning run 20261121-091500-distant-7f3a/bench");
        Ended cleaned = BenchTest.bench(
                "clean", "--hosts", directory.resolve("hosts.yaml").toString());
        assertThat(cleaned.code()).as(cleaned.err()).isZero();
        assertThat(cleaned.err()).contains("db: removed what run 20261121-091500-distant-7f3a left");
    }

    /** Simulates a busy, small or misconfigured host: fakes the load, memory, clock and disk that the host reports. */
    @Test
    @Full
    void missingResourcesOfAHostAreReported() throws IOException {
        lab.script("client", "echo '7.50 5.00 4.00 2/300 4711' >/tmp/load; mount --bind /tmp/load /proc/loadavg");
        lab.script(
                "client",
                "sed 's/^MemAvailable:.*/MemAvailable: 700000 kB/; s/^SwapFree:.*/SwapFree: 1000000 kB/' /proc/meminfo"
                        + " >/tmp/memory; mount --bind /tmp/memory /proc/meminfo");
        assertFinds(
                check(hosts),
                0,
                "client load warning 7.50 on",
                "client memory warning 683 MB free, 1518 MB needed (3 JVMs with a heap of 256 MB at once): it would swap");

        lab.script(
                "db",
                "printf '#!/bin/sh\\necho \"$(($(/usr/bin/date +%%s) - 3600)).000000000\"\\n' >/usr/local/bin/date; chmod 755 /usr/local/bin/date");
        lab.script(
                "db",
                "mkdir -p /tmp/full && mount -t tmpfs -o size=100m,mode=777 tmpfs /home/bench/.cache 2>/dev/null"
                        + " || { mkdir /home/bench/.cache && mount -t tmpfs -o size=100m,mode=777 tmpfs /home/bench/.cache; }");
        Ended ended = check(hosts);
        assertFinds(
                ended,
                4,
                "db clock PROBLEM -3",
                "Synchronise the clock of the host by NTP",
                "db disk PROBLEM no room for",
                "MB are free");
        lab.script("db", "umount /home/bench/.cache; rmdir /home/bench/.cache");
        assertFinds(check(hosts), 6, "db clock PROBLEM -3");

        lab.script("db", "rm /usr/local/bin/date; chmod 500 /home/bench; chown root /home/bench");
        assertFinds(check(hosts), 3, "db ssh PROBLEM");
        lab.script("db", "chown bench /home/bench; chmod 555 /home/bench");
        assertFinds(check(hosts), 4, "db disk PROBLEM cannot write below /home/bench");
        lab.script("db", "chmod 700 /home/bench");
    }
}
