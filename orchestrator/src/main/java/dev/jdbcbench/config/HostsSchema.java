package dev.jdbcbench.config;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.driver.Wiring;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys of a hosts file and their meaning, as a JSON schema (draft 2020-12). bench reads hosts files by the same
 * schema that {@code bench schema} prints for editors, so the two cannot differ. In addition to the standard keywords,
 * {@code needed} describes a valid value to the user, and {@code harmless} is the pattern of the values that name no
 * secret, no other host, no file, and nothing to execute.
 */
public final class HostsSchema {
    private static final String RESOURCE = "hosts.schema.json";

    /** Placeholders in the resource. */
    private static final String DRIVERS = "\"@drivers@\"";

    private static final String INSTALLS = "\"@installs@\"";

    private static final String URL = "@url@";

    private final JsonNode root;
    private final JsonNode node;
    private final JsonNode harmless;

    private HostsSchema(JsonNode root, JsonNode node, JsonNode harmless) {
        this.root = root;
        this.node = node;
        this.harmless = harmless;
    }

    /** The schema of the whole file. */
    static HostsSchema whole() {
        JsonNode root = new JsonMapper().readTree(text());
        return new HostsSchema(root, root, root);
    }

    /** The schema as text, with the drivers of the catalogue and the sources of servers filled in. */
    public static String text() {
        String drivers = DriverCatalogue.all().stream()
                .map(kind -> '"' + kind.id() + '"')
                .collect(Collectors.joining(", "));
        String installs =
                Install.all().stream().map(install -> '"' + install.id() + '"').collect(Collectors.joining(", "));
        return Resource.text(HostsSchema.class, RESOURCE)
                .replace(DRIVERS, drivers)
                .replace(INSTALLS, installs)
                .replace(URL, Wiring.A_URL);
    }

    /** Whether the user chooses the keys of this mapping: names of hosts, options of servers. */
    boolean open() {
        return node.path("additionalProperties").isObject()
                || node.path("properties").isMissingNode();
    }

    /** The keys that the schema defines here. */
    List<String> keys() {
        return List.copyOf(node.path("properties").propertyNames());
    }

    /**
     * Checks a text.
     *
     * @return what is needed instead; empty when the text is valid
     */
    Optional<String> refused(String text) {
        JsonNode pattern = node.path("pattern");
        JsonNode values = node.path("enum");
        boolean admitted = switch (node.path("type").asString("")) {
            case "integer" ->
                text.matches("[0-9]{1,9}")
                        && Integer.parseInt(text) >= node.path("minimum").asInt()
                        && Integer.parseInt(text) <= node.path("maximum").asInt();
            case "boolean" -> text.equals("true") || text.equals("false");
            default ->
                (pattern.isMissingNode()
                                || Pattern.compile(pattern.asString())
                                        .matcher(text)
                                        .matches())
                        && (values.isMissingNode()
                                || values.valueStream()
                                        .anyMatch(value -> value.asString().equals(text)));
        };
        return admitted ? Optional.empty() : Optional.of(node.path("needed").asString(oneOf(values)));
    }

    private static String oneOf(JsonNode values) {
        return values.valueStream()
                .map(JsonNode::asString)
                .collect(Collectors.joining(", ", "one of [", "] is needed"));
    }

    /** The schema of the value under a key. */
    HostsSchema child(String key) {
        JsonNode child = node.path("properties").path(key);
        if (child.isMissingNode()) {
            child = node.path("additionalProperties");
        }
        JsonNode reference = child.path("$ref");
        return new HostsSchema(
                root,
                reference.isString() ? root.at(reference.asString().substring(1)) : child,
                child.path("harmless"));
    }

    /** Whether the schema has anything about this value: an unknown key's value has no schema. */
    boolean exists() {
        return node.isObject();
    }

    /** Whether a file that was only found may have this value. Keys are harmful unless the schema marks them; unknown keys are no values. */
    boolean harmless(String text) {
        return !node.isObject()
                || (harmless.isString()
                        && Pattern.compile(harmless.asString()).matcher(text).matches());
    }
}
