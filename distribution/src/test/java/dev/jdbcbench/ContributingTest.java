package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ContributingTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAME = Pattern.compile("`([a-z]+)\\.([A-Z]\\w+)(?:\\.operation\\(\\))?`");

    /** A guide that points at missing classes is worse than none. */
    @Test
    void everyNamedClassIsInItsNamedPackage() throws IOException {
        Matcher named = NAME.matcher(Files.readString(ROOT.resolve("CONTRIBUTING.md")));
        int count = 0;
        while (named.find()) {
            count++;
            String file = named.group(1) + "/" + named.group(2) + ".java";
            assertThat(Modules.all().stream()
                            .map(module -> ROOT.resolve(module).resolve("src/main/java/dev/jdbcbench/" + file)))
                    .as(file)
                    .anyMatch(Files::isRegularFile);
        }
        assertThat(count).isGreaterThan(15);
    }
}
