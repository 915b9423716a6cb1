package dev.jdbcbench.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrippedTest {
    private static byte[] strip(byte[] program) throws IOException {
        Stripped stripped = Stripped.of(new ByteArrayInputStream(program), program.length);
        byte[] content = stripped.content().readAllBytes();
        assertThat(content).hasSize((int) stripped.size());
        return content;
    }

    /** A file header, one program header whose segment ends at {@code end}, and sections up to {@code size}. */
    private static byte[] elf(int end, int size) {
        ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1});
        file.putLong(32, 64).putLong(40, end);
        file.putShort(54, (short) 56)
                .putShort(56, (short) 1)
                .putShort(60, (short) 9)
                .putShort(62, (short) 8);
        file.putLong(64 + 8, 100).putLong(64 + 32, end - 100);
        return file.array();
    }

    @Test
    void everythingAfterTheLastSegmentIsLeftOut() throws IOException {
        byte[] stripped = strip(elf(200_000, 300_000));
        assertThat(stripped).hasSize(200_000);
        ByteBuffer header = ByteBuffer.wrap(stripped).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(header.getLong(40)).as("position of the sections").isZero();
        assertThat(header.getShort(60)).as("their number").isZero();
        assertThat(header.getShort(62)).as("their names").isZero();
        assertThat(header.getLong(32)).as("position of the program headers").isEqualTo(64);
    }

    @Test
    void programHeadersStayIfTheyComeAfterTheLastSegment() throws IOException {
        byte[] program = elf(101, 300);
        assertThat(strip(program)).hasSize(64 + 56);
    }

    @Test
    void programWithoutSectionsStaysAsItIs() throws IOException {
        byte[] program = elf(400, 400);
        assertThat(strip(program)).isEqualTo(elf(400, 400));
    }

    /** A segment that claims to end after the file, program headers outside the part that is read, and no header at all. */
    @Test
    void damagedProgramStaysAsItIs() throws IOException {
        byte[] tooLong = elf(500, 400);
        assertThat(strip(tooLong)).isEqualTo(elf(500, 400));
        byte[] far = elf(200, 400);
        ByteBuffer.wrap(far).order(ByteOrder.LITTLE_ENDIAN).putLong(32, Long.MAX_VALUE - 10);
        assertThat(strip(far.clone())).isEqualTo(far);
        byte[] none = elf(200, 400);
        ByteBuffer.wrap(none).order(ByteOrder.LITTLE_ENDIAN).putShort(56, (short) 0);
        assertThat(strip(none.clone())).isEqualTo(none);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#!/bin/sh\necho a script\n", "\u007fELF"})
    void otherFilesStayAsTheyAre(String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(strip(content)).isEqualTo(content);
    }

    @Test
    void strippedProgramRuns(@TempDir Path directory) throws Exception {
        Path echo = Path.of("/bin/echo");
        assumeTrue(Files.isRegularFile(echo), "there is no /bin/echo");
        byte[] original = Files.readAllBytes(echo);
        assumeTrue(original[0] == 0x7f, "it is not an ELF program");
        byte[] withSymbols = Arrays.copyOf(original, original.length + 100_000);
        byte[] stripped = strip(withSymbols);
        assertThat(stripped).hasSizeLessThan(original.length);
        // Another process writes it: a program that this JVM writes is busy while a process of another test starts.
        String script = "cat >\"$0\" && chmod u+x \"$0\" && exec \"$0\" it runs";
        String program = directory.resolve("echo").toString();
        Process process = new ProcessBuilder("sh", "-c", script, program).start();
        try (OutputStream out = process.getOutputStream()) {
            out.write(stripped);
        }
        assertThat(process.getInputStream()).hasContent("it runs");
        assertThat(process.waitFor()).isZero();
    }
}
