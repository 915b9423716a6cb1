package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
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
}
