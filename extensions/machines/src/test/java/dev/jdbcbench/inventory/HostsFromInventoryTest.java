package dev.jdbcbench.inventory;

import static dev.jdbcbench.failure.Failing.assertText;
import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.config.HostsSchema;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.FakeHost;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostsFromInventoryTest {
    private static final String YAML = """
            ---
            all:
              vars:
                ansible_user: everybody
                ansible_password: planted-secret
              children:
                clients:
                  hosts:
                    client1.example.com:
                      ansible_host: 198.51.100.10
                      ansible_port: 2222
                      ansible_ssh_private_key_file: ~/.ssh/id_ed25519
                db:
                  vars:
                    ansible_user: bench
                    ansible_become_pass: !vault |
                      $ANSIBLE_VAULT;1.1;AES256
                      61626364
                  hosts:
                    db[1:2]:
                web:
                  hosts:
                    web1: { ansible_connection: winrm }
            """;

    private static final String INI = """
            # the machines
            bastion ansible_host=198.51.100.1

            [clients]
            client1.example.com ansible_host=198.51.100.10 ansible_port=2222 ansible_ssh_private_key_file='~/.ssh/id_ed25519' # ours

            [all:vars]
            ansible_user=everybody
            ansible_password = planted-secret

            [db:children]
            primaries

            [primaries]
            db[1:2]

            [db:vars]
            ansible_user = everyone

            [primaries:vars]
            ansible_user = "bench" # not root
            """;

    private static final String LISTED = """
            {"_meta": {"hostvars": {
               "client1.example.com": {"ansible_host": "198.51.100.10", "ansible_port": 2222, "ansible_user": "everybody",
                  "ansible_ssh_private_key_file": "~/.ssh/id_ed25519", "ansible_password": {"__ansible_vault": "planted-secret"}},
               "db1": {"ansible_user": "bench"}, "db2": {"ansible_user": "bench"}}},
             "all": {"children": ["ungrouped", "clients", "db"]},
             "clients": {"hosts": ["client1.example.com"]}, "db": {"children": ["primaries"]}, "primaries": {"hosts": ["db1", "db2"]}}
            """;

    @TempDir
    private Path directory = Path.of("");

    private static FakeHost withoutAnsible() {
        return new FakeHost("localhost", true).answer("sh -c 'command -v ansible-inventory'", 1, "", "");
    }

    private static FakeHost withAnsible(int exit, String out, String err) {
        return new FakeHost("localhost", true)
                .answer("sh -c 'command -v ansible-inventory'", 0, "/usr/bin/ansible-inventory\n", "")
                .answer(
                        "env ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED=true ansible-inventory --list -i",
                        exit,
                        out,
                        err);
    }

    private HostsFromInventory made(String name, String text) throws IOException {
        return made(name, text, Optional.empty(), Optional.empty());
    }

    private HostsFromInventory made(String name, String text, Optional<String> client, Optional<String> database)
            throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return HostsFromInventory.of(withoutAnsible(), file, client, database);
    }

    private Hosts read(HostsFromInventory made) throws IOException {
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(HostsSchema.text())
                        .validate(made.text(), InputFormat.YAML))
                .as(made.text())
                .isEmpty();
        return HostsFile.read(Files.writeString(directory.resolve("hosts.yaml"), made.text()));
    }

    private static HostSpec host(Hosts hosts, String name) {
        return Objects.requireNonNull(hosts.hosts().get(name), name);
    }

    private void assertHosts(HostsFromInventory made) throws IOException {
        Hosts hosts = read(made);
        assertThat(hosts.hosts()).containsOnlyKeys("client1-example-com", "db1", "db2");
        assertThat(hosts.client()).contains("client1-example-com");
        assertThat(hosts.database()).contains("db1");
        HostSpec client = host(hosts, "client1-example-com");
        assertThat(client.address()).isEqualTo("198.51.100.10");
        assertThat(client.port()).contains(2222);
        assertThat(client.user()).contains("everybody");
        assertThat(client.identity()).contains(Path.of(System.getProperty("user.home"), ".ssh", "id_ed25519"));
        assertThat(host(hosts, "db2").address()).isEqualTo("db2");
        assertThat(host(hosts, "db2").user())
                .as("the user of the nearest group")
                .contains("bench");
        assertThat(made.text()).doesNotContain("planted-secret");
        assertThat(made.notes())
                .anyMatch(note -> note.startsWith("database: the first of 2 hosts of group db"))
                .anyMatch(note -> note.startsWith("client1-example-com: its password was not copied"));
    }

    @Test
    void yamlInventoryBecomesAHostsFile() throws IOException {
        assertHosts(made("inventory.yml", YAML));
    }

    @Test
    void iniInventoryBecomesAHostsFile() throws IOException {
        assertHosts(made("inventory", INI));
    }

    @Test
    void installedAnsibleInventoryIsUsed() throws IOException {
        Path file = Files.writeString(directory.resolve("inventory.aws.yml"), "plugin: aws_ec2\n");
        HostsFromInventory made =
                HostsFromInventory.of(withAnsible(0, LISTED, ""), file, Optional.empty(), Optional.empty());
        assertHosts(made);
        assertThat(made.notes()).contains("read by ansible-inventory");
    }

    @Test
    void failingAnsibleInventoryShowsItsOutput() throws IOException {
        Path file = Files.writeString(directory.resolve("inventory.yml"), YAML);
        for (FakeHost machine : new FakeHost[] {
            withAnsible(1, "", "ERROR! Attempting to decrypt but no vault secrets found"), withAnsible(0, "no json", "")
        }) {
            assertText(
                            Failure.Command.class,
                            () -> HostsFromInventory.of(machine, file, Optional.empty(), Optional.empty()))
                    .contains("ansible-inventory cannot read", "ansible-inventory --list -i")
                    .containsAnyOf("no vault secrets", "Unrecognized token");
        }
    }

    @Test
    void missingFileIsReportedBeforeAnsibleIsCalled() {
        Path gone = directory.resolve("gone.yml");
        assertText(
                        Failure.Input.class,
                        () -> HostsFromInventory.of(withoutAnsible(), gone, Optional.empty(), Optional.empty()))
                .contains(gone.toString(), "no such file", "Name a file that exists")
                .doesNotContain("ansible-core");
    }

    @Test
    void otherGroupNamesAreReported() throws IOException {
        String text = """
                [apps]
                localhost ansible_connection=local
                [galera]
                10.0.0.5:2200
                """;
        assertText(Failure.Input.class, () -> made("inventory.ini", text))
                .contains("groups with hosts: apps, galera", "--client GROUP");
        assertWhy(Failure.Input.class, () -> made("inventory.ini", text, Optional.of("app"), Optional.empty()))
                .contains("did you mean apps?");
        Hosts hosts = read(made("inventory.ini", text, Optional.of("apps"), Optional.of("galera")));
        assertThat(host(hosts, "localhost").local()).isTrue();
        assertThat(host(hosts, "10-0-0-5").address()).isEqualTo("10.0.0.5");
        assertThat(host(hosts, "10-0-0-5").port()).contains(2200);
    }

    @Test
    void oneRoleSuffices() throws IOException {
        HostsFromInventory made = made("inventory.ini", "[databases]\nd\n");
        assertThat(read(made).client()).isEmpty();
        assertThat(made.notes()).contains("no group of client hosts: the client is this machine");
    }

    @Test
    void secretsAreNeverCopied() throws IOException {
        HostsFromInventory made = made("inventory.yml", """
                db:
                  hosts:
                    d:
                      ansible_user: !vault |
                        $ANSIBLE_VAULT;1.1;AES256
                        planted
                      ansible_ssh_common_args: -o ProxyCommand="sshpass -p planted ssh -W %h:%p gate"
                """);
        assertThat(made.text()).doesNotContain("planted").doesNotContain("user:");
        assertThat(made.notes())
                .contains("d: ansible_user is a secret and was not copied")
                .anyMatch(note -> note.startsWith("d: ansible_ssh_common_args was not copied"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.yml | plugin: aws_ec2 | only ansible-inventory can run",
                "x.yml | 'db: { hosts: { d: { ansible_host: \"{{ ip }}\" } } }' | ansible_host is a template",
                "x.yml | 'db: { hosts: { d: { ansible_host: !vault x } } }' | its address is a secret",
                "x.yml | 'db: { hosts: { d: { ansible_port: 99999 } } }' | d: 99999 is not a port",
                "x.yml | 'db: { hosts: { d: { ansible_connection: docker } } }' | reached by docker",
                "x.yml | 'db: { hosts: [ d ] }' | x.yml:1:14: hosts must be a mapping",
                "x.yml | 'db: { host: { d: } }' | db.host is not one of hosts, vars and children",
                "x.yml | 'db: { hosts: { \"d[3:1]\": } }' | ends before it begins",
                "x.yml | 'db: { children: { db: } }' | db is a child of itself",
                "x.yml | 'db: {' | x.yml:1:",
                "x.yml | 'db: { hosts: { d: } }\ndbs: { hosts: { e: } }' | several groups match: db, dbs",
                "x.ini | '[db:kids]' | :kids is neither :children nor :vars",
                "x.ini | '[db:children]\nnone' | there is no section [none]",
                "x.ini | '[db]\nd ansible_host' | x.ini:2: name=value is expected after a host",
                "x.ini | '[db]\nd x=\"1' | a quotation mark is not closed",
                "x.ini | '[db]\nd[x:3]' | is not a range",
                "x | '#!/bin/sh' | it is a program",
                "x | '$ANSIBLE_VAULT;1.1' | it is encrypted"
            })
    void unreadablePartsAreRefusedWithTheirPlace(String name, String text, String message) {
        assertText(Failure.Input.class, () -> made(name, text)).contains(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: b", "x\"y\\z", "#no", "123", "true", "0x1F", "-dash", "tab\there", "ü", "*star"})
    void textsThatLookLikeNumbersRemainTexts(String user) throws IOException {
        HostsFromInventory made = HostsFromInventory.of(
                withAnsible(
                        0,
                        Json.line(Map.of(
                                "_meta",
                                Map.of("hostvars", Map.of("d", Map.of("ansible_user", user))),
                                "db",
                                Map.of("hosts", List.of("d")))),
                        ""),
                Files.writeString(directory.resolve("x"), ""),
                Optional.empty(),
                Optional.empty());
        assertThat(host(read(made), "d").user()).contains(user.replace('\t', '?'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-J bastion | bastion | bastion",
                "-Jjump@bastion:2200 | bastion | bastion",
                "-o ProxyJump=bastion | bastion | bastion",
                "-oProxyJump=198.51.100.1 | bastion | bastion",
                "-o ProxyJump=jump@203.0.113.7:2200 | jump@203.0.113.7:2200 |",
                "-o ProxyCommand='ssh -W %h:%p -q bastion' | bastion | bastion",
                "-o 'ProxyCommand=ssh -q -W %h:%p jump@bastion' | bastion | bastion",
            })
    void jumpHostIsNamed(String arguments, String jump, String added) throws IOException {
        String quote = arguments.contains("'") ? "\"" : "'";
        HostsFromInventory made = made("inventory", """
                bastion ansible_host=198.51.100.1 ansible_user=jump
                [db]
                db1
                [all:vars]
                ansible_ssh_common_args=%s%s%s
                """.formatted(quote, arguments, quote));
        assertThat(made.text()).contains("  db1:\n    address: db1\n    jump: " + yaml(jump));
        Hosts hosts = read(made);
        assertThat(hosts.hosts().keySet()).isEqualTo(added == null ? Set.of("db1") : Set.of("db1", added));
        assertThat(made.notes()).noneMatch(note -> note.contains("copied"));
    }

    private static String yaml(String text) {
        return text.contains(":") ? "\"" + text + "\"" : text;
    }

    @Test
    void otherSshArgumentsAreReported() throws IOException {
        for (String arguments :
                List.of("-o ServerAliveInterval=10", "-J one,two", "-o ServerAliveInterval=10 -J gate")) {
            HostsFromInventory made =
                    made("inventory", "gate\n[db]\ndb1 ansible_ssh_extra_args='%s'\n".formatted(arguments));
            assertThat(made.notes()).anyMatch(note -> note.startsWith("db1: ") && note.contains("ssh_extra_args"));
            assertThat(made.text().contains("jump: gate")).isEqualTo(arguments.endsWith("gate"));
        }
    }

    @Test
    void rangesAreExpandedLikeAnsible() {
        assertThat(HostPattern.expanded("db[08:10].x")).containsExactly("db08.x", "db09.x", "db10.x");
        assertThat(HostPattern.expanded("n[1:5:2]")).containsExactly("n1", "n3", "n5");
        assertThat(HostPattern.expanded("[a:b][1:2]")).containsExactly("a1", "a2", "b1", "b2");
        assertThat(HostPattern.expanded("plain")).containsExactly("plain");
        assertThat(HostPattern.named("db1:2222").port()).contains("2222");
        assertThat(HostPattern.named("db[1:3]").port()).isEmpty();
    }

    private static String groups(int count, String format, String last) {
        return IntStream.range(0, count)
                        .mapToObj(i -> format.replace("THIS", "g" + i).replace("NEXT", "g" + (i + 1)))
                        .collect(Collectors.joining())
                + last;
    }

    @ParameterizedTest
    @CsvSource({
        "hosts.ini, [THIS:children]~NEXT~, [g15000]~h~",
        "circle.ini, [THIS:children]~NEXT~, [g15000:children]~g0~",
        "hosts.yml, THIS: { children: { NEXT: } }~, g15000: { hosts: { h: } }~",
        "circle.yml, THIS: { children: { NEXT: } }~, g15000: { children: { g0: } }~"
    })
    void groupsInACircleOrTooDeepAreReported(String name, String format, String last) throws IOException {
        Path file = Files.writeString(
                directory.resolve(name), groups(15_000, format, last).replace('~', '\n'));
        assertThatThrownBy(() -> HostsFromInventory.of(withoutAnsible(), file, Optional.of("g0"), Optional.empty()))
                .isInstanceOfSatisfying(
                        Failure.Input.class,
                        failure ->
                                assertThat(failure.why()).contains("is below itself, or nested more deeply than 50"));
    }

    @Test
    void longPatternIsReported() throws IOException {
        Path file = Files.writeString(directory.resolve("hosts"), "[clients]\ndb" + "[1:1]".repeat(15_000) + "\n");
        assertWhy(
                        Failure.Input.class,
                        () -> HostsFromInventory.of(withoutAnsible(), file, Optional.empty(), Optional.empty()))
                .contains(":2: a name of 75002 characters is too long");
    }

    @Test
    void hostsThatCannotBeUsedAreNamedAndTheOthersAreWritten() throws IOException {
        HostsFromInventory made = made("inventory.yml", """
                clients:
                  hosts:
                    c1: { ansible_host: "{{ ip }}" }
                    c2: { ansible_host: 198.51.100.2 }
                db:
                  hosts:
                    d1: { ansible_port: 99999 }
                    d2: { ansible_ssh_common_args: -J d1 }
                    d3: { ansible_host: 198.51.100.3 }
                """);
        assertThat(read(made).hosts().keySet()).containsExactly("c2", "d3");
        assertThat(made.text()).contains("client: c2\n", "database: d3\n");
        assertThat(made.leftOut())
                .containsExactly(
                        "c1: ansible_host is a template, which only a playbook evaluates: {{ ip }}",
                        "d1: 99999 is not a port",
                        "d2: its jump host is left out");
    }

    @Test
    void dottedVariableIsRead() throws IOException {
        assertThat(read(made("x.ini", "[db]\ndb1\n[db:vars]\na.b=1\nansible_port=2222\n"))
                        .hosts()
                        .keySet())
                .containsExactly("db1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssh -i k.pem -W %h:%p -p 2222 ops@203.0.113.5",
                "ssh -W %h:%p -l ops -p2222 -o StrictHostKeyChecking=no -ik.pem 203.0.113.5"
            })
    void jumpHostWithAKeyGetsASectionOfItsOwn(String command) throws IOException {
        HostsFromInventory made =
                made("x.ini", "[db]\ndb1\n[db:vars]\nansible_ssh_common_args='-o ProxyCommand=\"" + command + "\"'\n");
        read(made);
        assertThat(made.text())
                .contains("jump: jump-ops-203-0-113-5-2222\n")
                .contains("  jump-ops-203-0-113-5-2222:\n    address: 203.0.113.5\n    user: ops\n    port: ")
                .contains("2222")
                .containsPattern("identity: /.*/k[.]pem\n");
    }
}
