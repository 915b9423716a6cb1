package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript.WhenAbandoned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests what the script guarantees for supervised processes on this machine that end, are stopped, or are abandoned.
 */
@OnThisMachine
@Execution(ExecutionMode.CONCURRENT)
class HostScriptIT {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final AtomicInteger TESTS = new AtomicInteger();

    /** Each test uses its own run, because tests run in parallel. */
    private final String run = "test-" + ProcessHandle.current().pid() + "-" + TESTS.incrementAndGet();

    private final Host host = new LocalHost("localhost");
    private HostScript script = HostScript.install(host);
    private Path directory = Path.of("");

    @BeforeEach
    void begin() throws IOException {
        script = HostScript.install(host);
        directory = Path.of(script.begin(run, "role", LONG));
        Files.createDirectories(directory.resolve("secret"));
        Files.writeString(directory.resolve("secret/password"), "planted");
    }

    @AfterEach
    void nothingIsLeft() {
        script.discard(directory.toString());
        assertThat(directory).doesNotExist();
        assertThat(directory.getParent()).as("the directory of the run").doesNotExist();
        assertThat(journal()).doesNotExist();
    }

    private Path journal() {
        return Path.of(script.cache(), "journal", run + "-role");
    }

    private void launch(Duration lease, WhenAbandoned whenAbandoned, String shell) {
        script.launch(directory.toString(), lease, whenAbandoned, Command.of("sh", "-c", shell));
    }

    private long pid(int field) throws IOException {
        return Long.parseLong(Files.readString(directory.resolve("pid")).strip().split(" ", -1)[field]);
    }

    /** Whether a process is running. A zombie, which has ended but was not reaped yet, is not running. */
    private static boolean alive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false; // the process has ended
        }
    }

    private void awaitExit(String code) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(directory.resolve("exit")).hasContent(code));
    }

    private static String checksum() throws IOException {
        return Sha256.of(Path.of("../orchestrator/src/main/resources/dev/jdbcbench/host/host.sh"));
    }

    private Path installed() throws IOException {
        return Path.of(script.cache(), "host-" + checksum().substring(0, 12) + ".sh");
    }

    @Test
    void exitCodeAndOutputAreKeptButNoSecrets() {
        launch(LONG, WhenAbandoned.KEEP, "echo said; echo complained >&2; exit 3");
        awaitExit("3");
        assertThat(directory.resolve("out.log")).hasContent("said\ncomplained");
        assertThat(directory.resolve("secret")).doesNotExist();
    }

    @Test
    void stopEndsTheProcessGroupAndWaits() throws IOException {
        launch(LONG, WhenAbandoned.KEEP, "sleep 600 & echo $! >child; wait");
        await().atMost(LIMIT).until(() -> Files.exists(directory.resolve("child")));
        long child = Long.parseLong(Files.readString(directory.resolve("child")).strip());
        assertThat(List.of(alive(pid(0)), alive(pid(2)), alive(child))).containsOnly(true);
        long process = pid(0);
        long supervisor = pid(2);
        script.stop(directory.toString());
        assertThat(List.of(alive(process), alive(supervisor), alive(child))).containsOnly(false);
        assertThat(directory.resolve("secret")).doesNotExist();
    }

    @Test
    void processIgnoringTermIsKilled() throws IOException {
        launch(LONG, WhenAbandoned.KEEP, "trap '' TERM; while :; do sleep 1; done");
        long process = pid(0);
        script.stop(directory.toString());
        assertThat(alive(process)).isFalse();
    }

    @Test
    void expiredLeaseRemovesTheDirectoryOfAnEndedProcess() {
        launch(Duration.ofSeconds(3), WhenAbandoned.REMOVE, "exit 0");
        awaitExit("0");
        await().atMost(LIMIT).until(() -> Files.notExists(directory) && Files.notExists(journal()));
    }

    /** Another process would have followed. */
    @Test
    void expiredLeaseRemovesTheDirectoryOfAHaltedProcess() throws IOException {
        launch(Duration.ofSeconds(3), WhenAbandoned.REMOVE, "sleep 1000");
        long process = pid(0);
        script.halt(directory.toString());
        assertThat(alive(process)).isFalse();
        assertThat(directory).exists();
        await().atMost(LIMIT).until(() -> Files.notExists(directory) && Files.notExists(journal()));
    }

    @Test
    void endedDirectoryCanBeLaunchedAgainAndStopped() throws IOException {
        launch(LONG, WhenAbandoned.REMOVE, "exit 0");
        Path warden = directory.resolve("warden");
        await().atMost(LIMIT).until(() -> Files.exists(warden) && Files.size(warden) > 0);
        long first = Long.parseLong(Files.readString(warden).split(" ", -1)[0]);
        assertThat(alive(first)).isTrue();
        long supervisor = pid(2);
        await("the supervisor ends with its process").atMost(LIMIT).until(() -> !alive(supervisor));
        Files.delete(directory.resolve("exit"));
        Files.delete(directory.resolve("pid"));
        launch(LONG, WhenAbandoned.REMOVE, "exit 0");
        assertThat(alive(first)).isFalse();
        await().atMost(LIMIT).until(() -> Files.exists(warden) && Files.size(warden) > 0);
        long second = Long.parseLong(Files.readString(warden).split(" ", -1)[0]);
        script.stop(directory.toString());
        assertThat(alive(second)).isFalse();
    }

    @Test
    void renewedLeaseKeepsTheProcess() throws Exception {
        launch(Duration.ofSeconds(4), WhenAbandoned.REMOVE, "sleep 600");
        long process = pid(0);
        long renewals = 0;
        long end = System.nanoTime() + Duration.ofSeconds(8).toNanos();
        while (System.nanoTime() < end) {
            script.renew(List.of(directory.toString()));
            renewals++;
        }
        assertThat(renewals).isPositive();
        assertThat(alive(process)).isTrue();
    }

    @Test
    void filesOfAnAbandonedAgentAreKept() {
        launch(Duration.ofSeconds(1), WhenAbandoned.KEEP, "echo event >events.ndjson; sleep 600");
        await().atMost(LIMIT).until(() -> Files.exists(directory.resolve("exit")));
        assertThat(directory.resolve("events.ndjson")).hasContent("event");
        assertThat(directory.resolve("abandoned")).content().contains("the lease of 1 s has run out");
        assertThat(directory.resolve("secret")).doesNotExist();
        assertThat(journal()).exists();
    }

    @Test
    void detachedProcessRunsUntilItsNewLeaseExpires() throws IOException {
        launch(Duration.ofSeconds(1), WhenAbandoned.REMOVE, "sleep 600");
        long process = pid(0);
        script.leave(directory.toString(), LONG, WhenAbandoned.KEEP);
        JournalEntry entry = entry();
        assertThat(entry.owner()).hasValueSatisfying(owner -> {
            assertThat(owner.left()).isTrue();
            assertThat(owner.onThisMachine()).isFalse();
        });
        assertThat(entry.leaseSeconds()).contains(LONG.toSeconds());
        // Two more lines in the noise log mean that the watch has run at least once more.
        Path noise = directory.resolve("noise.log");
        int before = Files.readAllLines(noise).size();
        await().atMost(LIMIT).until(() -> Files.readAllLines(noise).size() > before + 1);
        assertThat(alive(process)).isTrue();
        script.leave(directory.toString(), Duration.ofSeconds(1), WhenAbandoned.REMOVE);
        await().atMost(LIMIT).until(() -> !alive(process) && Files.notExists(directory));
    }

    @Test
    void eventsOfAKilledBenchAreDeliveredCompletely(@TempDir Path results) throws IOException {
        Path delivered = results.resolve("delivered.ndjson");
        Files.writeString(directory.resolve("deliver"), delivered + "\n");
        launch(Duration.ofSeconds(1), WhenAbandoned.REMOVE, "printf 'one\\ntwo\\nthr' >events.ndjson; sleep 600");
        await().atMost(LIMIT).until(() -> Files.notExists(directory));
        assertThat(delivered).hasContent("one\ntwo\nthr");
        assertThat(results.toFile().list()).containsExactly("delivered.ndjson");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(delivered)))
                .isEqualTo("rw-------");
    }

    @Test
    void eventsAreNotDeliveredIntoALinkedDirectory(@TempDir Path home) throws IOException {
        Path results = Files.createDirectory(home.resolve("results"));
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Path delivered = Files.createSymbolicLink(results.resolve("delivered.ndjson"), elsewhere);
        Files.writeString(directory.resolve("deliver"), delivered + "\n");
        launch(Duration.ofSeconds(1), WhenAbandoned.REMOVE, "printf 'one\\n' >events.ndjson; sleep 600");
        await().atMost(LIMIT).until(() -> Files.notExists(directory));
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(delivered).isRegularFile().hasContent("one\n");
    }

    @Test
    void launchedProcessDoesNotInheritTheEnvironment() throws IOException {
        ProcessBuilder launch = new ProcessBuilder(
                installed().toString(),
                "launch",
                directory.toString(),
                "600",
                "-",
                "keep",
                "sh",
                "-c",
                "env >environment; exit 0");
        launch.directory(directory.toFile())
                .redirectErrorStream(true)
                .environment()
                .put("CI_TOKEN", "planted");
        assertThat(launch.start().onExit().join().exitValue()).isZero();
        awaitExit("0");
        Path environment = directory.resolve("environment");
        assertThat(environment).content().contains("BENCH_DIRECTORY=").doesNotContain("CI_TOKEN", "planted");
    }

    @Test
    void expiredClaimChangesNothing() throws IOException {
        String claim = script.begin(run, "bench-1", LONG);
        HostScript guarded = script.guardedBy(claim);
        try {
            launch(LONG, WhenAbandoned.REMOVE, "sleep 600");
            long process = pid(0);
            Path lease = Path.of(claim, "lease");
            String granted = Files.readString(lease);
            Files.writeString(lease, granted.replaceFirst("^[0-9]+ ", "-100000 "));
            assertThatThrownBy(() -> guarded.discard(directory.toString()))
                    .isInstanceOf(Failure.Command.class)
                    .satisfies(failure -> assertThat(((Failure) failure).why()).contains("has expired"));
            script.renew(List.of(claim));
            assertThat(lease).as("an expired lease stays expired").content().startsWith("-100000 ");
            assertThat(alive(process)).isTrue();
            assertThat(directory).exists();
            Files.writeString(lease, granted);
            guarded.stop(directory.toString());
            assertThat(alive(process)).isFalse();
        } finally {
            script.discard(claim);
        }
    }

    @Test
    void processOwnsOnlyDirectoriesItStarted() throws IOException {
        Path entry = Path.of(script.cache(), "journal", run + "-role");
        List<String> lines = Files.readAllLines(entry);
        String other = lines.get(1).replaceFirst(" [0-9]+:[0-9]+ ", " 1:1 ");
        assertThat(other).isNotEqualTo(lines.get(1));
        Files.write(entry, List.of(lines.get(0), other, lines.get(2)));
        script.discardOwn(run, "role");
        assertThat(directory).exists();
        Files.write(entry, lines);
        script.discardOwn(run, "role");
        assertThat(directory).doesNotExist();
        script.begin(run, "role", LONG);
    }

    private long newestTicket() {
        return script.entries().stream().mapToLong(JournalEntry::ticket).max().orElseThrow();
    }

    private JournalEntry entry() {
        return script.entries().stream()
                .filter(found -> found.directory().equals(directory.toString()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void processIsEndedEvenIfItsSupervisorWasKilled() throws IOException {
        launch(LONG, WhenAbandoned.KEEP, "sleep 600");
        long process = pid(0);
        assertThat(ProcessHandle.of(pid(2)).orElseThrow().destroyForcibly()).isTrue();
        script.stop(directory.toString());
        assertThat(alive(process)).isFalse();
    }

    @Test
    void supervisorRecordsTheLoadOfTheHost() {
        launch(LONG, WhenAbandoned.KEEP, "sleep 600");
        Path log = directory.resolve("noise.log");
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(Files.readAllLines(log))
                        .hasSizeGreaterThan(1)
                        .allMatch(line -> line.matches("[0-9]{10}( [0-9]+){8,10} [0-9]+[.][0-9]{2}")));
    }

    @Test
    void waitingEndsWithTheTextOrTheProcess() {
        launch(LONG, WhenAbandoned.KEEP, "echo ready >log; sleep 600");
        String log = directory.resolve("log").toString();
        assertThat(script.await(directory.toString(), log, "ready", LIMIT)).isEqualTo(HostScript.Awaited.FOUND);
        assertThat(script.await(directory.toString(), log, "never", Duration.ofSeconds(1)))
                .isEqualTo(HostScript.Awaited.TIMED_OUT);
        script.stop(directory.toString());
        assertThat(script.await(directory.toString(), log, "never", LIMIT)).isEqualTo(HostScript.Awaited.ENDED);
    }

    /** A process that records its start and its PID, each time it starts. */
    private static final String COUNTED = "echo start >>starts; echo $$ >>pids; echo planted >tmp/lock; exec sleep 600";

    private void awaitStarts(int count) {
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(Files.readAllLines(directory.resolve("starts"))).hasSize(count);
            assertThat(Files.readAllLines(directory.resolve("pids"))).hasSize(count);
            assertThat(String.valueOf(pid(0)))
                    .isEqualTo(Files.readAllLines(directory.resolve("pids")).get(count - 1));
        });
    }

    private void launchRevived(String shell) throws IOException {
        Files.createDirectories(directory.resolve("tmp"));
        launch(LONG, WhenAbandoned.KEEP, shell);
        script.revive(directory.toString());
    }

    @Test
    void restartableProcessIsRestartedOnceWithTheSameArguments() throws IOException {
        launchRevived("test ! -e tmp/lock || exit 7; " + COUNTED);
        awaitStarts(1);
        long first = pid(0);
        assertThat(ProcessHandle.of(first).orElseThrow().destroyForcibly()).isTrue();
        awaitStarts(2);
        assertThat(pid(0)).isNotEqualTo(first);
        assertThat(directory.resolve("secret/password"))
                .as("the secret is kept for a restart")
                .hasContent("planted");
        assertThat(script.ends(directory.toString())).containsExactly(137);
        assertThat(Files.readString(directory.resolve("restarts"))).matches("[0-9]+ 137\n");
        assertThat(directory.resolve("exit")).doesNotExist();
        ProcessHandle.of(pid(0)).orElseThrow().destroyForcibly();
        awaitExit("137");
        assertThat(Files.readAllLines(directory.resolve("starts"))).hasSize(2);
        assertThat(script.ends(directory.toString())).containsExactly(137, 137);
        assertThat(directory.resolve("secret")).doesNotExist();
    }

    @Test
    void restartedProcessIsFoundAndStoppedLikeTheFirst() throws IOException {
        launchRevived(COUNTED);
        awaitStarts(1);
        ProcessHandle.of(pid(0)).orElseThrow().destroyForcibly();
        awaitStarts(2);
        long second = pid(0);
        long supervisor = pid(2);
        assertThat(script.entries().stream().filter(entry -> entry.run().equals(run)))
                .singleElement()
                .satisfies(entry -> assertThat(entry.process()).contains(String.valueOf(second)));
        assertThat(script.await(
                        directory.toString(), directory.resolve("starts").toString(), "never", Duration.ofSeconds(1)))
                .isEqualTo(HostScript.Awaited.TIMED_OUT);
        script.stop(directory.toString());
        assertThat(List.of(alive(second), alive(supervisor))).containsOnly(false);
        assertThat(Files.readAllLines(directory.resolve("starts"))).hasSize(2);
    }

    @Test
    void stoppedProcessIsNotRestarted() throws IOException {
        launchRevived(COUNTED);
        awaitStarts(1);
        script.stop(directory.toString());
        assertThat(Files.readAllLines(directory.resolve("starts"))).hasSize(1);
        assertThat(directory.resolve("exit")).exists();
        assertThat(directory.resolve("restarts")).doesNotExist();
    }

    @Test
    void abandonedProcessIsNotRestarted() throws IOException {
        launch(Duration.ofSeconds(1), WhenAbandoned.KEEP, COUNTED);
        script.revive(directory.toString());
        await().atMost(LIMIT).until(() -> Files.exists(directory.resolve("exit")));
        assertThat(directory.resolve("abandoned")).exists();
        assertThat(directory.resolve("restarts")).doesNotExist();
    }

    /** Stopping and killing race: either may come first. */
    @Test
    void processDyingDuringItsStopLeavesNothing() throws Exception {
        for (int round = 0; round < 10; round++) {
            launchRevived(COUNTED);
            await().atMost(LIMIT).until(() -> Files.exists(directory.resolve("pids")));
            long first = pid(0);
            Thread killer = new Thread(() -> ProcessHandle.of(first).ifPresent(ProcessHandle::destroyForcibly));
            killer.start();
            script.stop(directory.toString());
            killer.join();
            for (String pid : Files.readAllLines(directory.resolve("pids"))) {
                assertThat(alive(Long.parseLong(pid))).as("round " + round).isFalse();
            }
            assertThat(alive(pid(2))).isFalse();
            script.discard(directory.toString());
            begin();
        }
    }

    @Test
    void nothingOutsideTheRunsDirectoryIsRemoved() throws IOException {
        Path foreign = Files.createTempDirectory("foreign");
        assertThatThrownBy(() -> script.discard(foreign.toString()))
                .isInstanceOfSatisfying(
                        Failure.Command.class,
                        failure -> assertThat(failure.why()).contains("is not below"));
        assertThat(foreign).exists();
        Files.delete(foreign);
    }

    /** A supervisor that was killed before it recorded its child. */
    @Test
    void sweepEndsUnrecordedProcesses() throws IOException {
        launch(LONG, WhenAbandoned.KEEP, "exec sleep 1000");
        long child = pid(0);
        long supervisor = pid(2);
        ProcessHandle.of(supervisor).orElseThrow().destroyForcibly();
        Files.delete(directory.resolve("pid"));
        assertThat(alive(child)).isTrue();
        assertThat(script.leftovers()).contains("process " + child + " sleep");
        script.sweep(directory.toString(), newestTicket());
        assertThat(alive(child)).isFalse();
        assertThat(directory).doesNotExist();
        assertThat(script.entries()).noneMatch(entry -> entry.run().equals(run));
    }
}
