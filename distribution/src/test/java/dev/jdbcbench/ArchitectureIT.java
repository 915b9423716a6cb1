package dev.jdbcbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.FileHandler;
import java.util.regex.Pattern;
import java.util.stream.Stream;

@AnalyzeClasses(
        packages = "dev.jdbcbench",
        importOptions = {DoNotIncludeTests.class, ArchitectureIT.DoNotIncludeGenerated.class})
class ArchitectureIT {
    /** Leaves out what JMH generates, many classes that only call the scenarios, and the tests of other modules. */
    static final class DoNotIncludeGenerated implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/jmh_generated/") && !location.contains("-tests.jar");
        }
    }

    /** Captures the package below {@code dev.jdbcbench}, of reports also the next one. */
    private static final Pattern PACKAGE = Pattern.compile("dev\\.jdbcbench\\.(report\\.\\w+|\\w+).*");

    /**
     * The packages that each package may import. Dependencies are not transitive. Every package may import
     * {@code failure}.
     */
    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
            Map.entry(
                    "cli",
                    Set.of(
                            "comparison",
                            "config",
                            "execution",
                            "expected",
                            "plan",
                            "report",
                            "report.compare",
                            "report.document",
                            "report.host",
                            "report.layout",
                            "report.run",
                            "report.traffic",
                            "request",
                            "result",
                            "session",
                            "store",
                            "usecase")),
            Map.entry(
                    "execution",
                    Set.of(
                            "artifact",
                            "config",
                            "database",
                            "host",
                            "plan",
                            "preparation",
                            "result",
                            "session",
                            "site",
                            "store")),
            Map.entry("session", Set.of("database", "host", "preparation", "result", "site", "store")),
            Map.entry(
                    "preparation", Set.of("artifact", "config", "database", "host", "plan", "result", "site", "store")),
            Map.entry("site", Set.of("config", "host")),
            Map.entry("database", Set.of("artifact", "certificate", "config", "host", "result")),
            Map.entry("plan", Set.of("config", "request")),
            Map.entry("request", Set.of("config")),
            Map.entry(
                    "usecase",
                    Set.of(
                            "comparison",
                            "config",
                            "execution",
                            "expected",
                            "plan",
                            "report",
                            "report.compare",
                            "report.host",
                            "request",
                            "result",
                            "site",
                            "store")),
            Map.entry("host", Set.of("config")),
            Map.entry("inventory", Set.of("cli", "config", "host", "store")),
            Map.entry("slurm", Set.of("cli", "config", "execution", "host", "request", "site", "store")),
            Map.entry("store", Set.of("next", "request", "result")),
            Map.entry("report", Set.of("comparison", "report.document", "report.layout", "result")),
            Map.entry("report.layout", Set.of("comparison", "result")),
            Map.entry("report.document", Set.of("report.layout")),
            Map.entry("report.run", Set.of("report", "report.document", "report.layout", "result")),
            Map.entry("report.collect", Set.of("comparison", "report", "report.document", "report.layout", "result")),
            Map.entry("report.compare", Set.of("comparison", "expected", "report.document", "report.layout", "result")),
            Map.entry(
                    "bisect",
                    Set.of(
                            "artifact",
                            "cli",
                            "comparison",
                            "config",
                            "execution",
                            "expected",
                            "plan",
                            "report",
                            "report.compare",
                            "report.document",
                            "report.layout",
                            "request",
                            "result",
                            "site",
                            "store",
                            "usecase")),
            Map.entry("desk", Set.of("host")),
            Map.entry("disclosure", Set.of()),
            Map.entry("history", Set.of("cli", "comparison", "report.layout", "result", "store")),
            Map.entry("report.host", Set.of("report.document", "report.layout", "result")),
            Map.entry("report.traffic", Set.of("report.document", "report.layout", "result")),
            Map.entry(
                    "page",
                    Set.of(
                            "cli",
                            "comparison",
                            "report",
                            "report.collect",
                            "report.compare",
                            "report.document",
                            "report.layout",
                            "report.run",
                            "result",
                            "store",
                            "usecase")),
            Map.entry(
                    "report.format",
                    Set.of(
                            "comparison",
                            "report",
                            "report.collect",
                            "report.compare",
                            "report.document",
                            "report.layout",
                            "report.run",
                            "result")),
            Map.entry("comparison", Set.of("expected", "result")),
            Map.entry("expected", Set.of()),
            Map.entry("jmh", Set.of("next", "result", "store", "usecase")),
            Map.entry(
                    "imported",
                    Set.of(
                            "cli",
                            "comparison",
                            "disclosure",
                            "execution",
                            "jmh",
                            "next",
                            "report.run",
                            "result",
                            "store",
                            "usecase")),
            Map.entry("result", Set.of("next")),
            Map.entry("config", Set.of()),
            Map.entry("artifact", Set.of()),
            Map.entry(
                    "flame",
                    Set.of(
                            "cli",
                            "config",
                            "execution",
                            "plan",
                            "report.layout",
                            "request",
                            "result",
                            "store",
                            "usecase")),
            Map.entry("offline", Set.of("artifact", "cli", "config", "database", "plan", "site", "usecase")),
            Map.entry("sharing", Set.of("cli", "comparison", "config", "disclosure", "result", "store", "usecase")),
            Map.entry("shell", Set.of("cli")),
            Map.entry("clients", Set.of("host", "preparation", "session", "site")),
            Map.entry("containers", Set.of("artifact", "config", "database", "host", "result")),
            Map.entry("sysbench", Set.of("host", "preparation")),
            Map.entry("next", Set.of()),
            Map.entry(
                    "parts",
                    Set.of(
                            "cli",
                            "comparison",
                            "report",
                            "report.document",
                            "report.layout",
                            "report.traffic",
                            "request",
                            "result",
                            "usecase")),
            Map.entry(
                    "watch",
                    Set.of(
                            "certificate",
                            "cli",
                            "config",
                            "disclosure",
                            "host",
                            "plan",
                            "report",
                            "report.compare",
                            "report.document",
                            "report.layout")),
            Map.entry("certificate", Set.of()),
            Map.entry("failure", Set.of()));

    @ArchTest
    static void packagesImportOnlyAllowedPackages(JavaClasses classes) {
        assertThat(classes.stream()
                        .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
                        .filter(ArchitectureIT::forbidden)
                        .map(Dependency::getDescription))
                .isEmpty();
    }

    private static boolean forbidden(Dependency dependency) {
        String from = packageOf(dependency.getOriginClass());
        String to = packageOf(dependency.getTargetClass().getBaseComponentType());
        return MAY_IMPORT.containsKey(to)
                && !to.equals(from)
                && !to.equals("failure")
                && !MAY_IMPORT.getOrDefault(from, MAY_IMPORT.keySet()).contains(to);
    }

    private static String packageOf(JavaClass one) {
        return PACKAGE.matcher(one.getPackageName()).replaceFirst("$1");
    }

    /** Finds packages without an entry in {@code MAY_IMPORT}: no rule would apply to them. */
    @ArchTest
    static void everyPackageOfTheOrchestratorHasARule(JavaClasses classes) {
        Set<String> packages = new TreeSet<>();
        for (JavaClass one : classes) {
            packages.add(packageOf(one));
        }
        packages.removeAll(MAY_IMPORT.keySet());
        assertThat(packages)
                .containsExactlyInAnyOrder(
                        "agent",
                        "anatomy",
                        "driver",
                        "event",
                        "load",
                        "run",
                        "scenario",
                        "sql",
                        "statistics",
                        "untrusted",
                        "wire");
    }

    @ArchTest
    static final ArchRule sshIsTheHostsBusinessAlone = noClasses()
            .that()
            .resideOutsideOfPackage("..host.ssh..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.jcraft..");

    @ArchTest
    static final ArchRule repositoriesAreTheArtifactsBusinessAlone = noClasses()
            .that()
            .resideOutsideOfPackage("..artifact..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eclipse.aether..", "eu.maveniverse..");

    @ArchTest
    static final ArchRule theOrchestratorDoesNotKnowTheAgent = noClasses()
            .that()
            .resideOutsideOfPackages("dev.jdbcbench.agent..", "dev.jdbcbench.clients..", "dev.jdbcbench.sysbench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jdbcbench.agent..");

    /** Methods of {@link Files} that open a file for writing, or create, rename or copy one. */
    private static final Set<String> WRITING = Set.of(
            "copy",
            "createFile",
            "createDirectories",
            "createDirectory",
            "createLink",
            "createSymbolicLink",
            "createTempDirectory",
            "createTempFile",
            "move",
            "newBufferedWriter",
            "newByteChannel",
            "newOutputStream",
            "setPosixFilePermissions",
            "write",
            "writeString");

    /** Classes whose constructor or {@code open} opens a file for writing. */
    private static final Set<Class<?>> WRITERS = Set.of(
            FileOutputStream.class,
            FileWriter.class,
            PrintStream.class,
            PrintWriter.class,
            RandomAccessFile.class,
            FileChannel.class,
            AsynchronousFileChannel.class,
            FileHandler.class);

    /**
     * The classes that write files, with the place. A run directory may have links in place of its files, so only
     * {@code SafeFile} writes there.
     */
    private static final Map<String, String> MAY_WRITE = Map.ofEntries(
            Map.entry("untrusted.SafeFile", "run directories, and wherever else"),
            Map.entry("driver.Session", "the session file in place: the agent may not write into its directory"),
            Map.entry("store.RunDirectory", "the directory of all runs, which it creates"),
            Map.entry("store.RunOrigins", "the directory of the user's state, which it creates"),
            Map.entry("slurm.UsedKinds", "the directory of the user's state, which it creates"),
            Map.entry("history.TimesCache", "the user's cache, which it creates"),
            Map.entry("cli.OutputOptions", "files that the user names, outside of run directories"),
            Map.entry("inventory.ImportHostsCommand", "the hosts file that the user names"),
            Map.entry("sharing.SharedRuns", "the directory that the user names, which it creates"),
            Map.entry("page.Browser", "a temporary directory, which it creates"),
            Map.entry("shell.ManualPages", "the build"),
            Map.entry("cli.console.Stdout", "stdout"),
            Map.entry("database.Packing", "the cache"),
            Map.entry("offline.Bundle", "the bundle that the user names"),
            Map.entry("offline.Carried", "the cache"),
            Map.entry("clients.Follower", "the directory of the agent"),
            Map.entry("clients.Mailbox", "the directory of the agent"),
            Map.entry("sysbench.SysbenchReference", "the directory of the agent"),
            Map.entry("watch.Watch", "a new directory, which it removes"),
            Map.entry("desk.DeskRuns", "directories of this machine, when that is a host"),
            Map.entry("host.LocalHost", "directories of a host, when that is this machine"));

    @ArchTest
    static void onlyKnownClassesWriteFiles(JavaClasses classes) {
        Set<String> writing = new TreeSet<>();
        for (JavaClass one : classes) {
            Stream.concat(one.getMethodCallsFromSelf().stream(), one.getConstructorCallsFromSelf().stream())
                    .filter(call -> writes(call.getTarget()))
                    .forEach(call -> writing.add(outermost(one)));
        }
        writing.removeIf(name -> name.startsWith("agent.") || name.startsWith("scenario."));
        assertThat(writing).containsExactlyInAnyOrderElementsOf(MAY_WRITE.keySet());
    }

    private static boolean writes(AccessTarget.CodeUnitCallTarget target) {
        JavaClass owner = target.getOwner();
        if (owner.isEquivalentTo(Files.class)) {
            return WRITING.contains(target.getName())
                    // into a stream or a writer
                    && !(target.getName().equals("copy")
                            && target.getRawParameterTypes().get(1).isEquivalentTo(OutputStream.class));
        }
        boolean opens = target.getName().equals("open") || target.getName().equals("<init>");
        boolean ofStream = target.getRawParameterTypes().stream()
                .anyMatch(type -> type.isAssignableTo(OutputStream.class) || type.isAssignableTo(Writer.class));
        return opens && !ofStream && WRITERS.stream().anyMatch(owner::isEquivalentTo);
    }

    private static String outermost(JavaClass one) {
        return one.getName().substring("dev.jdbcbench.".length()).replaceFirst("\\$.*", "");
    }

    @ArchTest
    static final ArchRule resultsDoNotKnowHowTheyAreDerived = noClasses()
            .that()
            .resideInAPackage("dev.jdbcbench.result")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jdbcbench.result.fold");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.jdbcbench.(*)..").should().beFreeOfCycles();

    /**
     * Packages in which classes may need each other: parts of one sealed whole and its visitor ({@code event}, {@code next},
     * {@code report.document}), data and what is read from them, or knots that are still to be untied.
     */
    private static final Set<String> MAY_HAVE_CYCLES = Set.of(
            "anatomy",
            "clients",
            "comparison",
            "config",
            "driver",
            "event",
            "execution",
            "imported",
            "next",
            "plan",
            "preparation",
            "report.compare",
            "report.document",
            "report.layout",
            "run",
            "site",
            "slurm",
            "sql",
            "store");

    /** Each class with those inside it, and with the builder that is generated from it. */
    private static final class TopLevel implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass one) {
            String room = one.getPackageName().replaceFirst("^dev\\.jdbcbench\\.?", "");
            return !one.getPackageName().startsWith("dev.jdbcbench")
                            || MAY_HAVE_CYCLES.contains(room)
                            || outermost(one).endsWith("Builder")
                    ? SliceIdentifier.ignore()
                    : SliceIdentifier.of(outermost(one));
        }

        @Override
        public String getDescription() {
            return "classes";
        }
    }

    @ArchTest
    static final ArchRule classesOfARoomHaveNoCycles =
            slices().assignedFrom(new TopLevel()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule roomsHaveNoCycles =
            slices().matching("dev.jdbcbench.(**)").should().beFreeOfCycles();
}
