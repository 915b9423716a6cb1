package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCheckIT {
    @TempDir
    private Path directory = Path.of("");

    /** Runs the look in a process group of its own, with this program in place of dd. */
    private String look(String dd) throws Exception {
        Path room = Files.createDirectories(directory.resolve("room"));
        Path programs = Files.createDirectories(directory.resolve("programs"));
        Path program = Files.writeString(programs.resolve("dd"), "#!/bin/sh\n" + dd + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path out = directory.resolve("out");
        ProcessBuilder process = new ProcessBuilder(
                        "setsid", "sh", "-c", HostCheck.LOOK, "sh", room + "/cache", room + "/runs", "3", "", "2")
                .redirectOutput(out.toFile())
                .redirectError(out.toFile());
        process.environment().put("PATH", programs + ":" + System.getenv("PATH"));
        process.environment().put("ROOM", room.toString());
        assertThat(process.start().waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(room).isEmptyDirectory();
        return Files.readString(out);
    }

    /** A file with the room of a database would stay if its name did. */
    @Test
    void checkKilledWhileItWritesLeavesNoFile() throws Exception {
        look("kill -KILL 0");
    }

    @Test
    void roomIsWrittenAndReleased() throws Exception {
        assertThat(look("/bin/dd \"$@\"; code=$?; stat -L -c 'size=%s' /proc/$$/fd/7 >\"$ROOM/../size\"; exit $code"))
                .contains("missing=")
                .doesNotContain("full=", "closed=");
        assertThat(directory.resolve("size")).content().isEqualToIgnoringNewLines("size=2097152");
    }

    @Test
    void fullDiskIsReported() throws Exception {
        assertThat(look("echo 'dd: error writing: No space left on device' >&2; exit 1"))
                .contains("full=" + directory.resolve("room") + " 3 dd: error writing: No space left on device");
    }
}
