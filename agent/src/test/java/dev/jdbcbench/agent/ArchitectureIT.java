package dev.jdbcbench.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

@AnalyzeClasses(packages = "dev.jdbcbench.agent", importOptions = DoNotIncludeTests.class)
class ArchitectureIT {
    @ArchTest
    static final ArchRule theAgentStandsOnScenariosAlone = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.jdbcbench.agent..",
                    "dev.jdbcbench.anatomy..",
                    "dev.jdbcbench.scenario..",
                    "dev.jdbcbench.driver..",
                    "dev.jdbcbench.load..",
                    "dev.jdbcbench.next..",
                    "dev.jdbcbench.run..",
                    "dev.jdbcbench.event..",
                    "dev.jdbcbench.untrusted..",
                    "dev.jdbcbench.statistics..",
                    "dev.jdbcbench.wire..",
                    "java..",
                    "org.openjdk.jmh..",
                    "joptsimple..",
                    "org.apache.commons.math3..",
                    "com.zaxxer.hikari..", // by name only: on the class path only when a pool is measured
                    "org.HdrHistogram..", // by name only: on the class path only when open load is measured
                    "org.slf4j..",
                    "jdk.jfr..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule roomsHaveNoCycles =
            slices().matching("dev.jdbcbench.(agent.*)..").should().beFreeOfCycles();

    /** Each class with those inside it. */
    private static final class TopLevel implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass one) {
            return SliceIdentifier.of(one.getName().replaceFirst("\\$.*", ""));
        }

        @Override
        public String getDescription() {
            return "classes";
        }
    }

    @ArchTest
    static final ArchRule classesHaveNoCycles =
            slices().assignedFrom(new TopLevel()).should().beFreeOfCycles();
}
