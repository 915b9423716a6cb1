package dev.jdbcbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.jdbcbench", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule whatMeasuredJvmsLoadNeedsNothingButTheJdkAndJmh = classes()
            .that()
            .resideInAnyPackage("dev.jdbcbench.scenario..", "dev.jdbcbench.driver..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.jdbcbench.scenario..",
                    "dev.jdbcbench.driver..",
                    "java..",
                    "org.openjdk.jmh..",
                    "com.zaxxer.hikari..", // which is on the class path where the pool is measured
                    "com.google.auto.service..", // of which nothing is left when it was compiled
                    "com.sun.management..",
                    "javax.sql..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule theCatalogueKnowsNoScenario = noClasses()
            .that()
            .resideInAPackage("..driver..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..scenario..", "..run..", "..next..");

    @ArchTest
    static final ArchRule theWordsDoNotKnowWhatIsDecided = noClasses()
            .that()
            .resideInAnyPackage("..run..", "..untrusted..", "..statistics..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..next..");

    @ArchTest
    static final ArchRule statisticsArePure = classes()
            .that()
            .resideInAPackage("..statistics..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "..statistics..",
                    "java.lang..",
                    "java.math..",
                    "java.util..",
                    "org.apache.commons.statistics..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.jdbcbench.(*)..").should().beFreeOfCycles();
}
