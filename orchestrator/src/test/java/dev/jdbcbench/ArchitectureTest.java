package dev.jdbcbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

@AnalyzeClasses(packages = "dev.jdbcbench", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    /** Who stands on whom, directly; what those stand on may be imported, too. */
    private static final Map<String, Set<String>> STANDS_ON = Map.ofEntries(
            Map.entry("cli", Set.of("execution", "report")),
            Map.entry("execution", Set.of("database", "artifact", "plan", "store")),
            Map.entry("database", Set.of("host", "artifact")),
            Map.entry("plan", Set.of("config")),
            Map.entry("host", Set.of("config")),
            Map.entry("store", Set.of("result")),
            Map.entry("report", Set.of("result")),
            Map.entry("result", Set.of("failure")),
            Map.entry("config", Set.of("failure")),
            Map.entry("artifact", Set.of("failure")),
            Map.entry("failure", Set.of()));

    @ArchTest
    static void packagesImportOnlyWhatTheyStandOn(JavaClasses classes) {
        for (String from : STANDS_ON.keySet()) {
            Set<String> allowed = new TreeSet<>();
            collect(from, allowed);
            for (String to : STANDS_ON.keySet()) {
                if (!allowed.contains(to)) {
                    noClasses()
                            .that()
                            .resideInAPackage("dev.jdbcbench." + from + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage("dev.jdbcbench." + to + "..")
                            .check(classes);
                }
            }
        }
    }

    private static void collect(String name, Set<String> into) {
        into.add(name);
        into.add("failure");
        STANDS_ON.getOrDefault(name, Set.of()).forEach(below -> collect(below, into));
    }

    @ArchTest
    static final ArchRule sshIsTheHostsBusinessAlone = noClasses()
            .that()
            .resideOutsideOfPackage("..host..")
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
            .resideOutsideOfPackage("dev.jdbcbench.agent..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jdbcbench.agent..");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.jdbcbench.(*)..").should().beFreeOfCycles();
}
