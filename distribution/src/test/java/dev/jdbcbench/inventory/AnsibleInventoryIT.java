package dev.jdbcbench.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.Lab;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads inventories with the real ansible-inventory, including a vault's secrets and broken files. */
class AnsibleInventoryIT {
    private static final LocalHost HERE = new LocalHost("localhost");

    @TempDir
    private Path directory = Path.of("");

    @BeforeAll
    static void needsAnsible() {
        if (!AnsibleReader.available(HERE)) {
            Lab.skip("ansible-inventory is not on the PATH, so no inventory is read by it (apt install ansible-core)");
        }
    }

    private HostsFromInventory made(Path inventory) {
        return HostsFromInventory.of(HERE, inventory, Optional.empty(), Optional.empty());
    }

    private void assertHosts(HostsFromInventory made) throws IOException {
        assertThat(made.notes()).contains("read by ansible-inventory");
        assertThat(made.text()).doesNotContain("planted-secret").doesNotContain("VAULT");
        Hosts hosts = HostsFile.read(Files.writeString(directory.resolve("made.yaml"), made.text()));
        assertThat(hosts.hosts()).containsOnlyKeys("client1-example-com", "db1", "db2", "bastion");
        assertThat(Objects.requireNonNull(hosts.hosts().get("client1-example-com"))
                        .port())
                .contains(2222);
        assertThat(Objects.requireNonNull(hosts.hosts().get("client1-example-com"))
                        .user())
                .as("the user from group_vars")
                .contains("tester");
        assertThat(Objects.requireNonNull(hosts.hosts().get("db2")).user()).contains("bench");
        assertThat(made.text()).containsPattern("db2:\\n    address: db2\\n    user: bench\\n    jump: bastion\\n");
    }

    @Test
    void iniInventoryWithGroupsVariablesAndAJumpHostIsRead() throws IOException {
        Path variables = Files.createDirectory(directory.resolve("group_vars"));
        Files.writeString(variables.resolve("clients.yml"), "ansible_user: tester\nansible_password: planted-secret\n");
        assertHosts(made(Files.writeString(directory.resolve("hosts"), """
                bastion ansible_host=198.51.100.1 ansible_user=jump
                [clients]
                client1.example.com ansible_host=198.51.100.10 ansible_port=2222
                [db:children]
                primaries
                [primaries]
                db[1:2]
                [db:vars]
                ansible_user=bench
                ansible_ssh_common_args='-o ProxyCommand="ssh -W %h:%p -q bastion"'
                """)));
    }

    @Test
    void yamlInventoryWithAVaultIsRead() throws IOException {
        Path variables = Files.createDirectory(directory.resolve("group_vars"));
        Files.writeString(variables.resolve("clients.yml"), "ansible_user: tester\n");
        assertHosts(made(Files.writeString(directory.resolve("hosts.yml"), """
                all:
                  hosts:
                    bastion: { ansible_host: 198.51.100.1, ansible_user: jump }
                  children:
                    clients:
                      hosts:
                        client1.example.com: { ansible_host: 198.51.100.10, ansible_port: 2222 }
                    db:
                      vars:
                        ansible_user: bench
                        ansible_ssh_common_args: -J 198.51.100.1
                        ansible_become_password: !vault |
                          $ANSIBLE_VAULT;1.1;AES256
                          61626364
                      hosts:
                        db[1:2]:
                """)));
    }

    @Test
    void unparsableInventoryIsReportedWithAReason() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.yml"), "all:\n  hosts: [a, b\n");
        assertThatThrownBy(() -> made(broken))
                .isInstanceOfSatisfying(
                        Failure.Command.class,
                        failure -> assertThat(failure.text())
                                .containsPattern("ansible-inventory cannot read " + broken)
                                .containsPattern("line\\W+3,\\W+column\\W+1"));
    }
}
