package dev.jdbcbench.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HostsSchemaTest {
    private static final Path EXAMPLE = Path.of("..", "hosts.example.yaml");

    private final JsonNode root = new JsonMapper().readTree(HostsSchema.text());
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(HostsSchema.text());

    private List<Error> errors(String yaml) {
        return schema.validate(yaml, InputFormat.YAML);
    }

    @Test
    void exampleIsValid() throws IOException {
        assertThat(errors(Files.readString(EXAMPLE))).isEmpty();
    }

    /** Keys in comments count too: they are commented out because they name files that do not exist. */
    @Test
    void exampleShowsEveryKey() throws IOException {
        String example = Files.readString(EXAMPLE);
        Set<String> keys = new TreeSet<>();
        collectKeys(root, keys);
        assertThat(keys).hasSizeGreaterThan(35).allMatch(key -> example.contains(key + ":"));
    }

    private static void collectKeys(JsonNode node, Set<String> keys) {
        if (node.path("properties").isObject()) {
            keys.addAll(node.path("properties").propertyNames());
        }
        node.forEach(child -> collectKeys(child, keys));
    }

    @Test
    void enumerationsMatchTheProgram() {
        assertThat(words("/$defs/server/properties/kind/enum")).containsExactly(ids(ServerKind.values()));
        assertThat(words("/$defs/server/properties/install/enum"))
                .containsExactly(Install.all().stream().map(Install::id).toArray(String[]::new));
        assertThat(words("/$defs/driver/properties/driver/enum"))
                .containsExactly(ids(DriverCatalogue.all().toArray()));
    }

    private List<String> words(String pointer) {
        return root.at(pointer).valueStream().map(JsonNode::asString).toList();
    }

    private static String[] ids(Object[] values) {
        return Arrays.stream(values).map(String::valueOf).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client: a",
                "hosts: { a: { adress: 10.0.0.1 } }",
                "hosts: { a: { address: 10.0.0.1, port: 0 } }",
                "hosts: { a: { address: 10.0.0.1, password: literal } }",
                "hosts: { a: { address: 10.0.0.1, hostKey: MD5 } }",
                "hosts: { a: { address: 10.0.0.1 } }\nservers: { m: { kind: postgres } }",
                "hosts: { a: { address: 10.0.0.1 } }\nservers: { m: { kind: mysql, install: external, address: x, admin: { user: u, password: { env: P } } } }",
                "hosts: { a: { address: 10.0.0.1 } }\nservers: { m: { kind: mysql, install: external, address: x, tls: off, admin: { user: u, password: { env: P } } } }",
                "hosts: { a: { address: 10.0.0.1 } }\njvm: { heap: 512 }",
                "hosts: { a: { address: 10.0.0.1 } }\ndrivers: { d: { version: 1 } }",
                "drivers: { d: { class: x.Driver } }",
                "drivers: { d: { class: x.Driver, url: \"jdbc:x://elsewhere/{database}\", coordinates: g:a:1 } }",
                "hosts: { a: { address: 10.0.0.1, cpus: { clint: 0 } } }"
            })
    void schemaRefusesWhatTheProgramRefuses(String yaml) {
        assertThat(errors(yaml)).isNotEmpty();
    }
}
