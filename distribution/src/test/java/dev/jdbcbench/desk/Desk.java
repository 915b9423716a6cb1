package dev.jdbcbench.desk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A desk with another system, emulated for processes of this machine: its name, its files, and the programs that it has. */
public enum Desk {
    /** Only programs of POSIX are on the PATH, besides Java. */
    MACOS("Mac OS X", "aarch64"),
    /** No program is on the PATH, besides Java. */
    WINDOWS("Windows 11", "amd64");

    private static final List<String> POSIX =
            List.of("java", "sh", "cat", "chmod", "cksum", "cp", "id", "ln", "ls", "mkdir", "mv", "rm", "sed");
    private final String system;
    private final String architecture;

    Desk(String system, String architecture) {
        this.system = system;
        this.architecture = architecture;
    }

    /**
     * The command that starts bench there.
     *
     * @param home bench's archive, unpacked
     */
    public List<String> command(Path home) throws IOException {
        if (this == MACOS) {
            return List.of("/bin/sh", home.resolve("bin/bench").toString());
        }
        String line = Files.readAllLines(home.resolve("bin/bench.cmd")).stream()
                .filter(text -> text.startsWith("\"%java%\""))
                .findFirst()
                .orElseThrow();
        List<String> words = new ArrayList<>();
        for (String word : line.replace("%~dp0", home.resolve("bin") + "/")
                .replace('\\', '/')
                .replace("%java%", "java")
                .replace(" %*", "")
                .split(" (?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
            words.add(word.replace("\"", ""));
        }
        return words;
    }

    /**
     * The environment of a process there.
     *
     * @param directory for the programs that the desk has
     * @param programs a directory with programs of this machine
     * @param hosts whether programs of this machine, such as the files that jsch opens, must understand the paths
     */
    public Map<String, String> environment(Path directory, Path programs, boolean hosts) throws IOException {
        Path path = Files.createDirectories(directory.resolve(name()));
        for (String program : this == MACOS ? POSIX : List.of("java")) {
            Path link = path.resolve(program);
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, programs.resolve(program).toRealPath());
            }
        }
        Path jar = jar(directory);
        List<String> flags = new ArrayList<>(List.of(
                "-Djava.nio.file.spi.DefaultFileSystemProvider=" + DeskFileSystemProvider.class.getName(),
                "-Dbench.desk.variables=JAVA_TOOL_OPTIONS",
                "-Xbootclasspath/a:" + jar,
                "\"-javaagent:" + jar + "=" + system + ":" + architecture + "\""));
        if (this == WINDOWS) {
            flags.add("-Ddesk.windows=" + (hosts ? "names" : "paths"));
        }
        Map<String, String> environment = new TreeMap<>();
        environment.put("PATH", path.toString());
        environment.put("JAVA_TOOL_OPTIONS", String.join(" ", flags));
        return environment;
    }

    /** The jar with the file system and the agent. */
    private static Path jar(Path directory) throws IOException {
        Path jar = directory.resolve("desk.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", DeskSystem.class.getName());
        String place = Desk.class.getPackageName().replace('.', '/');
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                DirectoryStream<Path> classes =
                        Files.newDirectoryStream(Path.of("target/test-classes", place), "Desk?*.class")) {
            for (Path file : classes) {
                out.putNextEntry(new JarEntry(place + "/" + file.getFileName()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
