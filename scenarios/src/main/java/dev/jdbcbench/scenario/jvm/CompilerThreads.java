package dev.jdbcbench.scenario.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads of this JVM's compilers, as Linux sees them. On a loaded host a compiler that waits for a CPU spends no time, so its
 * time alone does not tell it from one that has nothing to do. The JVM's own command for its queue would load classes that undo
 * optimisations of the driver. Looking must also give the compilers no work of its own, so the files stay open.
 */
public final class CompilerThreads {
    private static final Path TASKS = Path.of("/proc/self/task");

    /** In {@code 4711 (C2 CompilerThre) R 4700 …}: Linux keeps 15 characters of a name, and R is running or runnable. */
    private static final String NAME = " CompilerThre) ";

    private static final byte RUNS = 'R';

    /** The JVM starts and ends compiler threads as it needs them. */
    private static final int LOOKS_UNTIL_LISTED_AGAIN = 16;

    private static final int LONGEST = 512;

    private final Path tasks;
    private final byte[] read = new byte[LONGEST];
    private final List<Stat> stats = new ArrayList<>();
    private int looks;

    private CompilerThreads(Path tasks) {
        this.tasks = tasks;
    }

    /**
     * A thread's file.
     *
     * @param state place of the letter for its state
     */
    private record Stat(RandomAccessFile file, int state) {}

    /** The threads of this JVM. */
    public static CompilerThreads ofThisJvm() {
        return new CompilerThreads(TASKS);
    }

    static CompilerThreads in(Path tasks) {
        return new CompilerThreads(tasks);
    }

    /** Whether one of them runs or waits for a CPU; false where there is no {@code /proc}. */
    public boolean busy() {
        try {
            if (looks++ % LOOKS_UNTIL_LISTED_AGAIN == 0) {
                list();
            }
            boolean busy = false;
            for (Stat stat : stats) {
                stat.file().seek(0);
                busy |= stat.file().read(read) > stat.state() && read[stat.state()] == RUNS;
            }
            return busy;
        } catch (IOException e) {
            looks = 0; // one has just ended
            return true;
        }
    }

    private void list() throws IOException {
        for (Stat stat : stats) {
            stat.file().close();
        }
        stats.clear();
        if (!Files.isDirectory(tasks)) {
            return;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                RandomAccessFile file =
                        new RandomAccessFile(task.resolve("stat").toFile(), "r");
                int length = Math.max(0, file.read(read));
                int name = new String(read, 0, length, StandardCharsets.ISO_8859_1).indexOf(NAME);
                if (name < 0) {
                    file.close();
                } else {
                    stats.add(new Stat(file, name + NAME.length()));
                }
            }
        }
    }
}
