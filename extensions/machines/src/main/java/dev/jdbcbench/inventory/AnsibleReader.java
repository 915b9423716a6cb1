package dev.jdbcbench.inventory;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.run.Json;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads an inventory with Ansible's own program, which supports plugins, templates, and variables in other files. */
final class AnsibleReader {
    private static final String PROGRAM = "ansible-inventory";

    private AnsibleReader() {}

    /** Whether the program is on this machine. */
    static boolean available(Host machine) {
        return machine.run(Command.query("sh", "-c", "command -v " + PROGRAM)).ok();
    }

    /**
     * Reads an inventory.
     *
     * @throws Failure.Command if the program fails
     */
    static Inventory read(Host machine, Path file) {
        // By default it only warns about what it cannot parse, prints an inventory without it, and exits with 0.
        Outcome outcome = machine.run(Command.query(
                "env", "ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED=true", PROGRAM, "--list", "-i", file.toString()));
        try {
            if (outcome.ok()) {
                return of(Json.read(outcome.out(), JsonNode.class));
            }
        } catch (JacksonException e) {
            throw failed(file, Json.problem(e), e);
        }
        throw failed(file, outcome.err().strip(), null);
    }

    private static Failure.Command failed(Path file, String why, @org.jspecify.annotations.Nullable Exception cause) {
        return new Failure.Command(
                PROGRAM + " cannot read " + file,
                why,
                "Run it yourself: " + PROGRAM + " --list -i "
                        + Command.of(file.toString()).quoted(),
                cause);
    }

    /** Converts the output of {@code --list}. */
    static Inventory of(JsonNode list) {
        Inventory inventory = new Inventory();
        list.properties().forEach(entry -> {
            String group = entry.getKey();
            if (group.equals("_meta")) {
                return;
            }
            inventory.addGroup(group);
            texts(entry.getValue().path("hosts")).forEach(host -> inventory.addHost(group, host));
            texts(entry.getValue().path("children")).forEach(child -> inventory.addChild(group, child));
        });
        list.path("_meta")
                .path("hostvars")
                .properties()
                .forEach(host -> host.getValue()
                        .properties()
                        .forEach(variable ->
                                inventory.setOfHost(host.getKey(), variable.getKey(), value(variable.getValue()))));
        return inventory;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    private static Inventory.Value value(JsonNode node) {
        if (node.has("__ansible_vault")) {
            return Inventory.Value.SECRET;
        }
        return Inventory.Value.of(node.isContainer() ? "{...}" : node.asString());
    }
}
