package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks every error message of bench, read from its source. Writes the list to {@code target/messages.txt}, so a
 * person can read it as a whole.
 */
class MessagesIT {
    /** An exit code, which marks a failure; problems and findings have other parts. */
    private static final String EXIT_CODE = "\\d+";

    @Test
    void everyFailureSaysWhatFailedAndWhatToDo() throws IOException {
        List<MessageList.Message> messages = MessageList.all();
        Files.writeString(
                Path.of("target", "messages.txt"),
                messages.stream()
                        .sorted(Comparator.comparing(MessageList.Message::exit)
                                .thenComparing(MessageList.Message::what))
                        .map(MessageList.Message::toString)
                        .collect(Collectors.joining("\n")));
        List<MessageList.Message> failures = messages.stream()
                .filter(message -> message.exit().matches(EXIT_CODE))
                .toList();
        assertThat(failures).hasSizeGreaterThan(200);
        assertThat(failures)
                .filteredOn(
                        message -> message.what().isBlank() || message.hint().isBlank())
                .isEmpty();
    }

    /**
     * {@code claims.txt} has each text that claims something, and indented below it the tests that fail if it is not
     * so, or {@code no claim:} with the reason.
     */
    @Test
    void eachClaimHasATestThatFailsIfItIsNotSo() throws IOException {
        Map<String, List<String>> listed = new LinkedHashMap<>();
        List<String> tests = List.of();
        for (String line : Files.readAllLines(Path.of("src", "test", "resources", "claims.txt"))) {
            if (line.startsWith("    ")) {
                tests.add(line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                tests = new ArrayList<>();
                assertThat(listed.put(line, tests)).as("twice: " + line).isNull();
            }
        }
        List<String> claims = MessageList.claims().stream()
                .map(claim -> claim.file().replace(".java", "") + ": " + claim.text())
                .toList();
        assertThat(claims).hasSizeGreaterThan(60);
        assertThat(listed.keySet()).containsExactlyInAnyOrderElementsOf(claims);
        String sources = sourcesOfTests();
        assertThat(listed)
                .allSatisfy((claim, proofs) -> assertThat(proofs)
                        .as(claim)
                        .isNotEmpty()
                        .allMatch(proof -> proof.startsWith("no claim: ") || exists(proof, sources)));
    }

    private static boolean exists(String test, String sources) {
        int dot = test.indexOf('.');
        int type = dot < 0 ? -1 : sources.indexOf("\nclass " + test.substring(0, dot) + " ");
        int end = sources.indexOf("\npackage ", type);
        return type >= 0
                && sources.substring(type, end < 0 ? sources.length() : end)
                        .contains("void " + test.substring(dot + 1) + "(");
    }

    private static String sourcesOfTests() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String module :
                Stream.concat(Modules.all().stream(), Stream.of("distribution")).toList()) {
            try (var files = Files.walk(Path.of("..", module, "src", "test", "java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    all.append('\n')
                            .append(Files.readString(file)
                                    .replace("\nfinal class ", "\nclass ")
                                    .replace("\npublic class ", "\nclass "));
                }
            }
        }
        return all.toString();
    }
}
