package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launchers of the checkout and of the archive are separate files, because each is a complete program. */
class LaunchersTest {
    private static final List<Path> LAUNCHERS = List.of(Path.of("../bench"), Path.of("src/archive/bench"));

    private static String part(Path launcher, String regex) throws IOException {
        Matcher found = Pattern.compile(regex, Pattern.MULTILINE).matcher(Files.readString(launcher));
        assertThat(found.find()).as(launcher + ": " + regex).isTrue();
        return found.group();
    }

    private static void assertSame(String regex) throws IOException {
        assertThat(part(LAUNCHERS.get(1), regex)).isEqualTo(part(LAUNCHERS.get(0), regex));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "find_home", "find_name", "ask_java"})
    void bothLaunchersShareTheirFunctions(String name) throws IOException {
        assertSame("^" + name + "\\(\\) \\{\\n(?s:.*?)^}$");
    }

    @Test
    void bothLaunchersStartTheSameCommand() throws IOException {
        assertSame("^JAVA_OLDEST=.*$");
        assertSame("^COMMAND_FAILED=.*$");
        assertSame("^jvm=.*$");
        assertSame("^# If stdout is closed(?s:.*?)^fi$(?s:.*?)^fi$");
        assertSame("there is no Java of version .* or later here");
    }
}
