package dev.jdbcbench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.jdbcbench.host.HostScript;

@AnalyzeClasses(packages = "dev.jdbcbench", importOptions = OnlyIncludeTests.class)
class ExclusiveIT {
    @ArchTest
    static final ArchRule testsThatCallBenchAreInTheLabOrHoldThisMachine = classes()
            .that(simpleNameEndingWith("IT"))
            .and(not(simpleNameEndingWith("LabIT")))
            .and(not(simpleNameStartingWith("Launcher"))) // launcher tests contact no host
            .and(not(simpleNameEndingWith("FuzzIT"))) // nor do fuzzed command lines
            .and(not(simpleNameStartingWith("ManualPages"))) // nor does man
            .and()
            .resideInAPackage("dev.jdbcbench.cli..")
            .should()
            .beAnnotatedWith(OnThisMachine.class);

    @ArchTest
    static final ArchRule testsThatStartProcessesAsBenchDoesHoldThisMachine = classes()
            .that(simpleNameEndingWith("IT"))
            .and(not(simpleNameEndingWith("LabIT")))
            .and(not(equivalentTo(ExclusiveIT.class))) // only names it
            .should()
            .beAnnotatedWith(OnThisMachine.class)
            .orShould()
            .onlyDependOnClassesThat(not(simpleName(HostScript.class.getSimpleName())));
}
