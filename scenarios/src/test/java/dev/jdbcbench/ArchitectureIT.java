package dev.jdbcbench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

@AnalyzeClasses(
        packages = "dev.jdbcbench",
        importOptions = {DoNotIncludeTests.class, ArchitectureIT.DoNotIncludeGenerated.class})
class ArchitectureIT {
    @ArchTest
    static final ArchRule whatMeasuredJvmsLoadNeedsNothingButTheJdkAndJmh = classes()
            .that()
            .resideInAnyPackage("dev.jdbcbench.scenario..", "dev.jdbcbench.driver..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.jdbcbench.anatomy..",
                    "dev.jdbcbench.scenario..",
                    "dev.jdbcbench.driver..",
                    "dev.jdbcbench.load..",
                    "java..",
                    "org.openjdk.jmh..",
                    "com.zaxxer.hikari..", // on the class path only when a pool is measured
                    "com.google.auto.service..", // needed only by the compiler
                    "com.sun.management..",
                    "javax.sql..",
                    "jdk.jfr..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule anatomyNeedsOnlyTheJdk = classes()
            .that()
            .resideInAPackage("dev.jdbcbench.anatomy..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.jdbcbench.anatomy..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule loadNeedsOnlyTheJdkAndItsHistogram = classes()
            .that()
            .resideInAPackage("dev.jdbcbench.load..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.jdbcbench.load..",
                    "dev.jdbcbench.driver..",
                    "java..",
                    "org.HdrHistogram..", // on the class path only when open load is measured
                    "org.jspecify..");

    /** Leaves out what JMH generates: many classes, which only call the scenarios. */
    static final class DoNotIncludeGenerated implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/jmh_generated/");
        }
    }

    private static final Pattern PACKAGE = Pattern.compile("dev\\.jdbcbench\\.(\\w+).*");

    /** The rooms of the large packages, and the packages that each may import of its own large one. */
    private static final Map<String, Set<String>> ROOMS = Map.of(
            "statistics.sample", Set.of(),
            "statistics.contrast", Set.of("statistics.sample"),
            "statistics.turn", Set.of("statistics.sample", "statistics.contrast"),
            "scenario.witness", Set.of(),
            "scenario.table", Set.of("scenario.witness"),
            "scenario.jvm", Set.of(),
            "scenario.recording", Set.of());

    /** Classes of a room depend on others of their large package only as {@code ROOMS} says. */
    @ArchTest
    static void roomsImportOnlyWhatIsBelowThem(JavaClasses classes) {
        Set<String> wrong = classes.stream()
                .filter(one -> ROOMS.containsKey(room(one)))
                .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> {
                    String from = room(dependency.getOriginClass());
                    String to = room(dependency.getTargetClass());
                    String large = from.substring(0, from.indexOf('.'));
                    return (to.equals(large) || to.startsWith(large + "."))
                            && !to.equals(from)
                            && !ROOMS.getOrDefault(from, Set.of()).contains(to);
                })
                .map(Dependency::getDescription)
                .collect(Collectors.toSet());
        assertThat(wrong).isEmpty();
    }

    private static String room(JavaClass one) {
        return one.getPackageName().replaceFirst("^dev\\.jdbcbench\\.", "");
    }

    /** The packages that each package may import. */
    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
            Map.entry("anatomy", Set.of()),
            Map.entry("driver", Set.of()),
            Map.entry("load", Set.of("driver")),
            Map.entry("sql", Set.of()),
            Map.entry("statistics", Set.of()),
            Map.entry("untrusted", Set.of()),
            Map.entry("wire", Set.of()),
            Map.entry("scenario", Set.of("anatomy", "driver", "load")),
            Map.entry("run", Set.of("driver", "load", "scenario", "statistics", "untrusted")),
            Map.entry("event", Set.of("driver", "load", "run", "untrusted")),
            Map.entry("next", Set.of("event", "run", "statistics")));

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
                && !MAY_IMPORT.getOrDefault(from, MAY_IMPORT.keySet()).contains(to);
    }

    private static String packageOf(JavaClass one) {
        return PACKAGE.matcher(one.getPackageName()).replaceFirst("$1");
    }

    /** Finds packages without an entry in {@code MAY_IMPORT}: no rule would apply to them. */
    @ArchTest
    static void everyPackageHasARule(JavaClasses classes) {
        assertThat(classes.stream().map(ArchitectureIT::packageOf).collect(Collectors.toSet()))
                .isEqualTo(MAY_IMPORT.keySet());
    }

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
