package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.driver.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the bill of materials from the build with the libraries that the build delivers. */
class BillOfMaterialsIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final Path BILL = CHECKOUT.resolve("target/bom.json");
    private static final String OURS = "dev.jdbcbench";
    private static final String LIB = "lib/";

    @BeforeAll
    static void needsABillOfThisBuild() throws IOException {
        // The goal that writes the bill skips itself offline, and the launcher's build does not run it.
        boolean written = Files.exists(BILL)
                && Files.getLastModifiedTime(BILL).compareTo(Files.getLastModifiedTime(CHECKOUT.resolve("pom.xml")))
                        > 0;
        boolean launcher = System.getProperty("bench.launcher") != null;
        if (launcher || !written) {
            System.err.println(
                    "SKIPPED: this build writes no bill of materials (-o, or -Dbench.launcher), so none is compared");
        }
        assumeTrue(!launcher && written, "this build writes no bill of materials");
    }

    private static List<JsonNode> components() {
        JsonNode bill = JsonMapper.shared().readTree(BILL);
        List<JsonNode> components = new ArrayList<>();
        bill.get("components").forEach(components::add);
        return components;
    }

    @Test
    void everyDeliveredLibraryIsListedWithItsChecksum() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        for (JsonNode component : components()) {
            for (JsonNode hash : component.path("hashes")) {
                if (hash.get("alg").asString().equals("SHA-256")) {
                    listed.put(
                            component.get("name").asString() + "-"
                                    + component.get("version").asString() + ".jar",
                            hash.get("content").asString());
                }
            }
        }
        Map<String, String> delivered = new TreeMap<>();
        for (String jar : List.of("scenarios/target/benchmarks.jar", "distribution/target/bench.jar")) {
            Path file = CHECKOUT.resolve(jar);
            // Only the class path counts: lib/ may still hold libraries of an earlier build.
            for (String library : classPath(file)) {
                delivered.put(library.substring(LIB.length()), Sha256.of(file.resolveSibling(library)));
            }
        }
        delivered.keySet().removeIf(name -> Modules.all().stream().anyMatch(module -> Modules.isJarOf(module, name)));
        assertThat(delivered).isNotEmpty();
        assertThat(listed).isEqualTo(delivered);
    }

    private static List<String> classPath(Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            String words = opened.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return List.of(words.split(" ", -1));
        }
    }

    @Test
    void everyComponentHasALicence() {
        assertThat(components())
                .isNotEmpty()
                .allSatisfy(component -> assertThat(component.path("licenses"))
                        .as(component.get("name").asString())
                        .isNotEmpty());
        assertThat(components())
                .filteredOn(component -> component.get("group").asString().equals(OURS))
                .extracting(component -> component.get("name").asString())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Modules.artifacts().stream(), Stream.of("extensions", "distribution"))
                                .toList());
    }
}
