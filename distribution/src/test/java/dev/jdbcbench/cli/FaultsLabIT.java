package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Strikes runs in the lab with the faults of the table. No fault may lose a finished fork, hang the run, make it exit with 0 when results are
 * missing, or leave anything behind.
 *
 * <p>{@code -Pfull} tries all faults, which takes most of an hour; {@code BENCH_FAULTS=AGENT_KILL,…} tries only the
 * named ones. By default, the test tries one. It prints the table and writes it to {@code target/faults/faults.md},
 * next to the files of each run.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Full
class FaultsLabIT {
    private static final Path DIRECTORY = Path.of("target", "faults").toAbsolutePath();
    /**
     * The size of a disk in memory that is small enough to fill. The database's programs take 450 MB, its data 150 MB.
     */
    private static final String DISK = "2G";

    /** The fault that is tried by default; the others have tests on this machine, or in {@link NemesisLabIT}. */
    private static final Fault TELLING = Fault.AGENT_KILL;

    private static final Duration PREPARE_LIMIT = Duration.ofMinutes(5);
    /** How long ended processes and closed sessions may take to disappear. */
    private static final Duration GOING = Duration.ofSeconds(20);

    private final FaultTable table = new FaultTable();
    private final Map<String, Set<String>> before = new LinkedHashMap<>();
    private Lab lab = Lab.up("0.35ms", Stage.CLIENT + "," + Stage.DATABASE, "--disk", DISK);

    static List<Fault> chosen() {
        String named = System.getenv("BENCH_FAULTS");
        if (named != null) {
            return Arrays.stream(named.split(",", -1)).map(Fault::valueOf).toList();
        }
        boolean all = Boolean.getBoolean("bench.full");
        return Stream.of(Fault.values())
                .filter(fault -> all || fault == TELLING)
                .toList();
    }

    /** Provisions programs and jars first, so every run finds the hosts in the same state. */
    @BeforeAll
    void prepare() throws IOException {
        try (Stage stage = new Stage(lab, empty("preparation"))) {
            Optional<Integer> exit = stage.end(
                    stage.launch(List.of("provision", "--topology", "distant", "--driver", "mariadb,mysql")),
                    PREPARE_LIMIT);
            assertThat(exit).as(stage.said()).contains(0);
        }
        for (String host : List.of(Stage.CLIENT, Stage.DATABASE)) {
            before.put(host, HostState.of(lab, host));
        }
    }

    private static Path empty(String name) throws IOException {
        Path directory = DIRECTORY.resolve(name);
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(directory);
    }

    @AfterAll
    void show() throws IOException {
        lab.close();
        String left = Stream.of(Fault.values())
                .filter(fault -> !chosen().contains(fault))
                .map(Fault::title)
                .collect(Collectors.joining(", "));
        String said = left.isEmpty() ? "" : "\nNOT TRIED this time (-Pfull tries all): " + left + "\n";
        System.out.println("\n" + table.markdown() + said);
        Files.writeString(DIRECTORY.resolve("faults.md"), table.markdown());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("chosen")
    void faultsLoseNoForkAndLeaveNothing(Fault fault) throws Exception {
        try (Stage stage = new Stage(lab, empty(fault.name()));
                Witness witness = new Witness(lab.root(Stage.CLIENT).resolve("home/bench/.cache/bench/runs"))) {
            fault.prepare(stage);
            stage.start(fault.options(stage));
            if (fault.after() > 0) {
                stage.awaitForks(fault.after());
            }
            fault.strike(stage);
            Optional<Integer> exit = stage.end(stage.bench(), fault.limit());
            Set<String> finished = finished(witness.lines());
            boolean complete = exit.equals(Optional.of(0)) && stage.complete();
            fault.mend(stage);
            String resume = complete ? "not needed" : resume(fault, stage);
            List<String> left = left(stage);
            List<String> lines = stage.lines();
            FaultTable.Row row = new FaultTable.Row(
                    fault,
                    exit.map(String::valueOf).orElse("none: hung"),
                    finished.size(),
                    finished.stream().filter(lines::contains).count(),
                    left,
                    resume);
            table.add(row);
            check(row, exit, complete, witness, stage);
        } finally {
            startAfresh();
        }
    }

    private static String resume(Fault fault, Stage stage) {
        return stage.directories().isEmpty() ? "nothing to resume" : fault.resume(stage);
    }

    private static void check(
            FaultTable.Row row, Optional<Integer> exit, boolean complete, Witness witness, Stage stage) {
        Fault fault = row.fault();
        SoftAssertions soft = new SoftAssertions();
        soft.assertThat(exit).as("exit code; none if it hung").contains(fault.exit());
        soft.assertThat(exit.equals(Optional.of(0)))
                .as("exit code 0 only if everything was measured")
                .isEqualTo(complete);
        soft.assertThat(stage.lines()).as("no finished fork is lost").containsAll(finished(witness.lines()));
        soft.assertThat(numbers(stage.events(), Event.Source.AGENT))
                .as("numbers of the agent's events")
                .doesNotHaveDuplicates();
        soft.assertThat(numbers(stage.events(), Event.Source.ORCHESTRATOR))
                .as("numbers of bench's events")
                .doesNotHaveDuplicates();
        soft.assertThat(row.left()).as("left behind").isEmpty();
        soft.assertThat(row.resume()).as("resumed").isIn("not needed", "nothing to resume", fault.resumed());
        soft.assertThat(stage.temporary()).as("its own temporary directory").isEmptyDirectory();
        try {
            soft.assertAll();
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + stage.said(), e);
        }
    }

    private static List<Long> numbers(List<Event> events, Event.Source source) {
        return events.stream()
                .filter(event -> event.source() == source)
                .map(Event::seq)
                .toList();
    }

    private static Set<String> finished(Set<String> lines) {
        return lines.stream()
                .filter(line -> Stage.event(line)
                        .map(Event::fact)
                        .filter(Fact.ForkFinished.class::isInstance)
                        .isPresent())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Everything that was not there before the run. Gives leftovers a moment to disappear. */
    private List<String> left(Stage stage) {
        List<String> left = new ArrayList<>();
        try {
            await().atMost(GOING).until(() -> {
                left.clear();
                before.forEach((host, things) -> {
                    Set<String> now = new TreeSet<>(HostState.of(lab, host));
                    now.removeAll(things);
                    now.stream()
                            .filter(thing -> !now.contains(thing.replaceFirst("/[^/]*$", "")))
                            .forEach(thing -> left.add(host + ": " + thing));
                });
                stage.directories().forEach(run -> left.addAll(HostState.here(String.valueOf(run.getFileName()))));
                return left.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            return left; // the table shows it
        }
        return left;
    }

    /** Resets the hosts, so every row finds them in the same state as the first one. */
    private void startAfresh() {
        for (String host : before.keySet()) {
            lab.link(host, "mgmt", "up");
            lab.link(host, "data", "up");
            lab.script(host, """
                    rm -f /filler
                    for pid in $(ps -u bench -o pid=,args= | grep -v sshd | sed 's/^ *\\([0-9]*\\) .*/\\1/'); do
                        kill -KILL "$pid" 2>/dev/null || :
                    done
                    rm -rf /home/bench/.cache/bench/runs /home/bench/.cache/bench/journal/*
                    """);
        }
    }
}
