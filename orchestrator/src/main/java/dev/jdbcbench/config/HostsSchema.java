package dev.jdbcbench.config;

import dev.jdbcbench.driver.DriverCatalogue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys of a hosts file with their meaning, as a JSON schema (draft 2020-12): what {@code bench schema} prints for editors is what
 * the file is read by, so that the two cannot differ.
 */
public final class HostsSchema {
    private static final String RESOURCE = "hosts.schema.json";

    /** Stands for them in the resource. */
    private static final String DRIVERS = "\"@drivers@\"";

    private final JsonNode root;
    private final JsonNode node;

    private HostsSchema(JsonNode root, JsonNode node) {
        this.root = root;
        this.node = node;
    }

    /** The schema of the whole file. */
    static HostsSchema whole() {
        JsonNode root = new JsonMapper().readTree(text());
        return new HostsSchema(root, root);
    }

    /** The schema's own text, with the drivers of the catalogue. */
    public static String text() {
        try (InputStream in = HostsSchema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            String drivers = DriverCatalogue.all().stream()
                    .map(kind -> '"' + kind.id() + '"')
                    .collect(Collectors.joining(", "));
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace(DRIVERS, drivers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the user chooses the keys here: names of hosts, options of servers. */
    boolean open() {
        return node.path("additionalProperties").isObject()
                || node.path("properties").isMissingNode();
    }

    /** The keys that are known here. */
    List<String> keys() {
        return List.copyOf(node.path("properties").propertyNames());
    }

    /** What is known of the mapping under a key. */
    HostsSchema child(String key) {
        JsonNode child = node.path("properties").path(key);
        if (child.isMissingNode()) {
            child = node.path("additionalProperties");
        }
        JsonNode reference = child.path("$ref");
        return new HostsSchema(
                root, reference.isString() ? root.at(reference.asString().substring(1)) : child);
    }
}
