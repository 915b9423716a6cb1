package dev.jdbcbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalJarTest {
    @TempDir
    private Path directory = Path.of("");

    private Path jar(String name, String manifestVersion, String pomVersion) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!manifestVersion.isEmpty()) {
            manifest.getMainAttributes().putValue("Bundle-Version", manifestVersion);
        }
        Path file = directory.resolve(name);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            if (!pomVersion.isEmpty()) {
                jar.putNextEntry(new JarEntry("META-INF/maven/org.mariadb.jdbc/mariadb-java-client/pom.properties"));
                jar.write(("version=" + pomVersion + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    @Test
    void versionComesFromTheManifestOrTheFileName() throws IOException {
        assertThat(LocalJar.of(jar("a.jar", "4.0.1", "4.0.1-SNAPSHOT")).version())
                .isEqualTo("4.0.1-SNAPSHOT");
        assertThat(LocalJar.of(jar("b.jar", "4.0.1", "")).version()).isEqualTo("4.0.1");
        assertThat(LocalJar.of(jar("my build.jar", "", "")).version()).isEqualTo("my_build");
    }

    @Test
    void otherFilesAreReportedAsNotAJar() throws IOException {
        Path text = Files.writeString(directory.resolve("text.jar"), "no jar");
        assertThatThrownBy(() -> LocalJar.of(text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a jar");
        assertThatThrownBy(() -> LocalJar.of(directory.resolve("nosuch.jar"))).hasMessageContaining("no file");
    }

    @Test
    void filesAndVersionsAreDistinguished() {
        assertThat(LocalJar.isPath("driver.jar")).isTrue();
        assertThat(LocalJar.isPath("target/driver")).isTrue();
        assertThat(LocalJar.isPath("3.5.11")).isFalse();
    }
}
