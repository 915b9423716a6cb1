package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Modules;
import dev.jdbcbench.OnThisMachine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The core alone, as if all extensions had been left out, and with one that it has never seen. */
@OnThisMachine
class ExtensionsIT {
    private static final Path JARS = Path.of("target", "lib");

    @TempDir
    private Path directory = Path.of("");

    private record Ended(int code, String output) {}

    private static List<Path> core() throws Exception {
        List<String> extensions = Modules.all().stream()
                .filter(module -> module.startsWith("extensions/"))
                .toList();
        assertThat(extensions).isNotEmpty();
        return all().stream()
                .filter(jar -> extensions.stream()
                        .noneMatch(module -> Modules.isJarOf(module, String.valueOf(jar.getFileName()))))
                .toList();
    }

    private static List<Path> all() throws Exception {
        try (Stream<Path> jars = Files.list(JARS)) {
            return jars.toList();
        }
    }

    private Ended bench(List<Path> classPath, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                String.join(
                        ":",
                        classPath.stream()
                                .map(Path::toAbsolutePath)
                                .map(Path::toString)
                                .toList()),
                Bench.class.getName()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    @Test
    void coreAloneHasNoneOfTheirCommands() throws Exception {
        Ended help = bench(core(), "--help");
        assertThat(help.code()).as(help.output()).isZero();
        assertThat(help.output())
                .contains("explain", "collect", "compare", "resume")
                .doesNotContain("import", "bisect", "history", "profile  ", "watch  ");
        for (String command : List.of("history", "import", "watch")) {
            Ended unknown = bench(core(), command);
            assertThat(unknown.code()).as(command).isEqualTo(2);
            assertThat(unknown.output()).contains("there is no command " + command, "lacks the extension");
        }
        assertThat(bench(core(), "list", "scenarios").output()).contains("InsertBatch100");
        assertThat(bench(core(), "run", "--dry-run", "--scenario", "Do1", "--driver", "mariadb"))
                .satisfies(ended -> assertThat(ended.code()).as(ended.output()).isZero());
    }

    private static String[] command(String word) {
        return word.startsWith("--")
                ? new String[] {word.equals("--share") ? "collect" : "run", word, "x"}
                : new String[] {word};
    }

    @Test
    void coreAloneNamesTheExtensionOfEachCommandAndOptionThatItLacks() throws Exception {
        String help = "";
        for (String command : List.of("", "run", "collect")) {
            help += bench(core(), (command + " --help").strip().split(" ")).output();
        }
        for (Map.Entry<String, List<String>> extension : LeftOut.WORDS.entrySet()) {
            for (String word : extension.getValue()) {
                assertThat(help).doesNotContainPattern("(?m)^ +" + word + "[ =]");
                Ended ended = bench(core(), command(word));
                assertThat(ended.code()).as(word).isEqualTo(2);
                assertThat(ended.output()).contains("this bench lacks the extension " + extension.getKey());
            }
        }
    }

    @Test
    void wordsOfMissingExtensionsAreThoseThatTheyAdd() throws Exception {
        String help = bench(all(), "--help").output()
                + bench(all(), "run", "--help").output()
                + bench(all(), "collect", "--help").output();
        assertThat(LeftOut.WORDS.values().stream().flatMap(List::stream))
                .allSatisfy(word -> assertThat(help).containsPattern("(?m)(^| )" + word + "[ =,\n]"));
        assertThat(bench(all(), "run", "--share").output()).doesNotContain("lacks");
    }

    @Test
    void coreAloneRefusesAHostsFileThatNeedsAnExtension() throws Exception {
        Path hosts = Files.writeString(
                directory.resolve("hosts.yaml"),
                "hosts: { c1: { address: c1.invalid }, c2: { address: c2.invalid }, db1: { address: db1.invalid } }\nclients: [c1, c2]\ndatabase: db1\n");
        Ended ended = bench(
                core(),
                "run",
                "--topology",
                "distant",
                "--threads",
                "2",
                "--scenario",
                "Do1",
                "--hosts",
                hosts.toString());
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output())
                .contains("cannot measure on several clients", "this bench lacks the extension clients");
    }

    @ParameterizedTest
    @ValueSource(strings = {"explain shop.json", "run --recording shop.json", "explain --recording shop.json"})
    void coreAloneSaysWhichExtensionReadsRecordings(String words) throws Exception {
        Ended ended = bench(core(), words.split(" "));
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output())
                .contains("cannot read the recording", "shop.json", "this bench lacks the extension watch");
    }

    @Test
    void coreAloneReportsWhatAnExtensionImported() throws Exception {
        for (String topology : List.of("local", "distant")) {
            String sample = Modules.ROOT
                    .resolve("docs/samples/jmh-" + topology + ".txt")
                    .toString();
            Ended imported = bench(all(), "import", sample, "--topology", topology, "--server", "mariadb-10.1");
            assertThat(imported.code()).as(imported.output()).isZero();
            assertThat(imported.output()).as("nothing for developers").doesNotContain("DEBUG");
        }
        Ended attached = bench(core(), "attach", "latest");
        assertThat(attached.code()).as(attached.output()).isZero();
        assertThat(attached.output()).contains("· imported", "Select1RowCast", "that JMH prints (99.9 %");
        Ended collected = bench(core(), "collect", "--format", "json");
        assertThat(collected.code()).as(collected.output()).isZero();
        assertThat(collected.output()).contains("Select1RowCast");
        Ended reference = bench(core(), "collect", "--reference", "2016");
        assertThat(reference.code()).as(reference.output()).isEqualTo(2);
        assertThat(reference.output()).contains("this bench lacks the extension jmh");
    }

    @Test
    void aJarWithTheServiceAddsItsCommand() throws Exception {
        Path source = directory.resolve("Hello.java");
        Files.writeString(source, """
                import dev.jdbcbench.cli.Extension;
                import dev.jdbcbench.cli.HelpGroup;
                import java.util.Map;
                import picocli.CommandLine.Command;

                public class Hello implements Extension {
                    @Override
                    public Map<Class<?>, HelpGroup> commands() {
                        return Map.of(Say.class, HelpGroup.MEASURE);
                    }

                    @Command(name = "hello", header = "greets")
                    public static class Say implements Runnable {
                        @Override
                        public void run() {
                            System.out.println("hello from outside");
                        }
                    }
                }
                """);
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<Path> path = new ArrayList<>(core());
        String jars = String.join(
                ":", path.stream().map(Path::toAbsolutePath).map(Path::toString).toList());
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", jars, "-proc:none", "-d", classes.toString(), source.toString()))
                .isZero();
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(Extension.class.getName()), "Hello\n");
        path.add(classes);
        assertThat(bench(path, "--help").output()).containsPattern("hello +greets");
        assertThat(bench(path, "hello").output()).isEqualTo("hello from outside\n");
    }

    /** Libraries that were left out would come into the archive, and to client hosts. */
    @Test
    void librariesAreThoseOfThisBuild() throws Exception {
        try (JarFile bench = new JarFile(Path.of("target", "bench.jar").toFile())) {
            String classPath = bench.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            assertThat(all().stream().map(jar -> "lib/" + jar.getFileName()))
                    .containsExactlyInAnyOrder(classPath.split(" "));
        }
        Set<String> names = new HashSet<>();
        try (Stream<Path> jars = Files.list(Modules.ROOT.resolve("agent/target/lib"))) {
            assertThat(jars.map(jar -> String.valueOf(jar.getFileName()).replaceFirst("-[0-9].*", "")))
                    .as("one version of each library")
                    .allMatch(names::add)
                    .doesNotContain("former");
        }
    }
}
