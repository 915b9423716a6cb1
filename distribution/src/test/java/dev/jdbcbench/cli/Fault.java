package dev.jdbcbench.cli;

import static dev.jdbcbench.cli.Stage.CLIENT;
import static dev.jdbcbench.cli.Stage.DATABASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A fault in the middle of a run, and how the run must end: a row of the table in docs/operations/faults.md. */
enum Fault {
    SSHD_OF_CLIENT(
            "sshd session of the client host killed",
            "kill -9 of the sshd process that serves bench there",
            0,
            stage -> stage.victims().killSessions(CLIENT)),
    SSHD_OF_DATABASE(
            "sshd session of the database host killed",
            "kill -9 of the sshd process that serves bench there",
            0,
            stage -> stage.victims().killSessions(DATABASE)),
    DATA_LINK_SHORT(
            "data link down for 5 s",
            "link cut between client and database, and mended 5 s later",
            0,
            stage -> stage.cut(DATABASE, "data", Duration.ofSeconds(5))),
    DATA_LINK_FOR_EVER(
            "data link down for ever",
            "link cut between client and database, and mended before `resume`",
            5,
            stage -> stage.lab().link(DATABASE, "data", "down")) {
        @Override
        List<String> options(Stage stage) {
            return words(FORKS, DRIVERS, "--scenario", "Select1Row", "--fork-limit", FORK_LIMIT);
        }

        @Override
        void mend(Stage stage) {
            stage.lab().link(DATABASE, "data", "up");
        }
    },
    MANAGEMENT_LINK_OF_CLIENT(
            "management link of the client host down for 60 s",
            "link cut between bench and the client host, and mended 60 s later",
            0,
            stage -> stage.cut(CLIENT, "mgmt", Duration.ofSeconds(60))) {
        @Override
        List<String> options(Stage stage) {
            return words(FORKS_FOR_A_MINUTE, DRIVERS, "--scenario", "Select1Row");
        }
    },
    MANAGEMENT_LINK_OF_DATABASE(
            "management link of the database host down for 60 s",
            "link cut between bench and the database host, and mended 60 s later",
            0,
            stage -> stage.cut(DATABASE, "mgmt", Duration.ofSeconds(60))) {
        @Override
        List<String> options(Stage stage) {
            return words(FORKS_FOR_A_MINUTE, DRIVERS, "--scenario", "Select1Row");
        }
    },
    MANAGEMENT_LINK_AT_THE_END(
            "management link of the database host down when the run ends",
            "link cut between bench and the database host two forks before the end, and mended 60 s later",
            0,
            stage -> stage.cut(DATABASE, "mgmt", Duration.ofSeconds(60))),
    MANAGEMENT_LINK_FOR_EVER(
            "management link of the client host down for longer than the lease",
            "link cut between bench and the client host, and mended before `resume`",
            3,
            stage -> stage.lab().link(CLIENT, "mgmt", "down")) {
        @Override
        List<String> options(Stage stage) {
            return words(FORKS_FOR_MINUTES, DRIVERS, "--scenario", "Select1Row");
        }

        @Override
        Duration limit() {
            return LEASE.multipliedBy(3);
        }

        @Override
        void mend(Stage stage) {
            await().atMost(LEASE.multipliedBy(2))
                    .until(() -> stage.victims().agent().isEmpty());
            stage.lab().link(CLIENT, "mgmt", "up");
        }
    },
    AGENT_TERM(
            "agent TERM",
            "kill -TERM of the agent's JVM",
            5,
            stage -> stage.victims().hitAgent("TERM")) {
        @Override
        List<String> options(Stage stage) {
            return words("8", DRIVERS, "--scenario", "Select1Row"); // enough forks to hit it in time
        }
    },
    AGENT_KILL(
            "agent KILL",
            "kill -9 of the agent's JVM",
            5,
            stage -> stage.victims().hitAgent("KILL")) {
        @Override
        List<String> options(Stage stage) {
            return words("8", DRIVERS, "--scenario", "Select1Row"); // enough forks to hit it in time
        }
    },
    FORK_KILL("fork KILL", "kill -9 of a measured JVM", 0, stage -> stage.awaitMeasuring(stage.victims()::killFork)) {
        @Override
        List<String> options(Stage stage) {
            return words("8", DRIVERS, "--scenario", "Select1Row"); // enough forks to hit one in time
        }
    },
    FORK_HUNG(
            "fork hung in a socket read",
            "a driver waits for an answer that never comes, until bench ends its fork",
            0,
            stage -> {
                stage.awaitMeasuring(stage::groupRuns);
                stage.lab().script(CLIENT, "touch /srv/hang");
                stage.awaitMeasuring(() -> stage.count(Fact.ForkFailed.class) > 0);
                stage.lab().script(CLIENT, "rm /srv/hang");
            }) {
        @Override
        List<String> options(Stage stage) {
            String version = DriverCatalogue.MARIADB.defaultVersion();
            Path real = new Artifacts((name, bytes, total) -> {})
                    .resolve(DriverCatalogue.MARIADB.coordinates(version) + ":" + version);
            stage.lab().script(CLIENT, "cp \"$1\" /srv/real.jar; chmod 644 /srv/real.jar", real.toString());
            stage.atTheEnd(() -> stage.lab().script(CLIENT, "rm -f /srv/real.jar /srv/hang"));
            Path jar = DriverJar.of(
                    stage.directory(),
                    "hung",
                    "/hung/Driver.java.txt",
                    Map.of("@JAR@", "file:///srv/real.jar", "@FILE@", "/srv/hang"));
            return words("4", "mysql,mariadb@" + jar, "--scenario", "Select1Row", "--fork-limit", FORK_LIMIT);
        }
    },
    DATABASE_FROZEN(
            "database frozen",
            "kill -STOP of the server: whatever reads from it waits for ever",
            5,
            stage -> stage.victims().hitServer("STOP")) {
        @Override
        List<String> options(Stage stage) {
            return words(FORKS, DRIVERS, "--scenario", "Select1Row", "--fork-limit", FORK_LIMIT);
        }
    },
    DATABASE_KILL(
            "database KILL",
            "kill -9 of the server",
            0,
            stage -> stage.victims().hitServer("KILL")),
    DATABASE_KILL_TWICE(
            "database KILL twice",
            "kill -9 of the server, and some forks later of the server that replaced it",
            5,
            stage -> {
                Optional<String> first = stage.victims().server();
                stage.victims().hitServer("KILL");
                stage.awaitMeasuring(() -> {
                    Optional<String> second = stage.victims().server();
                    return second.isPresent() && !second.equals(first);
                });
                stage.awaitForks(1 + stage.forks());
                stage.victims().hitServer("KILL");
            }) {
        @Override
        List<String> options(Stage stage) {
            return words("4", DRIVERS, "--scenario", "Select1Row");
        }
    },
    BENCH_INT("orchestrator INT", "Ctrl-C", 130, stage -> stage.signal("INT")),
    BENCH_INT_TWICE("orchestrator INT twice", "Ctrl-C, and again a second later", 130, stage -> {
        stage.signal("INT");
        stage.pause(Duration.ofSeconds(1));
        stage.signal("INT");
    }) {
        @Override
        Duration limit() {
            return Duration.ofSeconds(5);
        }
    },
    BENCH_TERM("orchestrator TERM", "kill -TERM", 143, stage -> stage.signal("TERM")),
    BENCH_KILL("orchestrator KILL", "kill -9", 137, stage -> stage.signal("KILL")),
    BENCH_HUP("orchestrator HUP", "kill -HUP, as when its terminal is closed", 129, stage -> stage.signal("HUP")),
    CLIENT_DISK_FULL(
            "client host disk full",
            "its disk filled to the last byte",
            5,
            stage -> stage.victims().fillDisk(CLIENT)) {
        @Override
        List<String> options(Stage stage) {
            return words("8", DRIVERS, "--scenario", "Select1Row"); // enough forks to fill the disk in time
        }

        @Override
        void mend(Stage stage) {
            stage.victims().freeDisk(CLIENT);
        }
    },
    BENCH_DISK_FULL(
            "orchestrator disk full",
            "the disk for results filled to the last byte",
            5,
            stage -> stage.disk().fill()) {
        @Override
        void prepare(Stage stage) {
            stage.resultsOnSmallDisk("80m", false);
        }

        @Override
        void mend(Stage stage) {
            stage.disk().free();
        }
    },
    BENCH_DISK_READ_ONLY(
            "orchestrator disk read-only",
            "the disk for results turned read-only, as after an error of its hardware",
            5,
            stage -> stage.disk().turnReadOnly()) {
        @Override
        void prepare(Stage stage) {
            stage.resultsOnSmallDisk("80m", true);
        }

        @Override
        void mend(Stage stage) {
            stage.disk().turnWritable();
        }
    },
    DATABASE_DISK_FULL(
            "database host disk full",
            "its disk filled to the last byte, while each operation writes a row",
            5,
            stage -> stage.victims().fillDisk(DATABASE)) {
        @Override
        List<String> options(Stage stage) {
            String sql = stage.write("writes.sql", """
                    -- setup
                    create table grows (id bigint primary key auto_increment, filler mediumtext) engine = innodb;
                    -- measure
                    insert into grows (filler) values (repeat('x', 50000));
                    -- teardown
                    drop table grows;
                    """).toString();
            return words(FORKS, DRIVERS, "--sql", sql);
        }

        @Override
        void mend(Stage stage) {
            stage.victims().freeDisk(DATABASE);
        }
    },
    CLOCK_BACK(
            "clock of the client host set back one hour",
            "all its programs see a wall clock that jumps back by an hour",
            0,
            stage -> stage.lab()
                    .script(
                            CLIENT,
                            "touch /run/clock-back; [ $(($(date +%s) + 3000)) -lt " + System.currentTimeMillis() / 1000
                                    + " ]")) {
        @Override
        void prepare(Stage stage) {
            boolean compiler = new LocalHost("localhost")
                    .run(Command.query("sh", "-c", "command -v cc"))
                    .ok();
            if (!compiler) {
                System.err.println("SKIPPED: no C compiler (cc) is here, so that no clock is set back");
            }
            assumeTrue(compiler, "no cc");
            // The client host may not see this repository: some directories there are its own.
            String library =
                    stage.lab().root(CLIENT).resolve("usr/local/lib/clock.so").toString();
            Path source =
                    Path.of("src", "test", "resources", "fault", "clock.c").toAbsolutePath();
            local("cc", "-O2", "-shared", "-fPIC", "-o", library, source.toString());
            stage.lab().script(CLIENT, "echo /usr/local/lib/clock.so >/etc/ld.so.preload");
            stage.atTheEnd(() -> stage.lab().script(CLIENT, "rm -f /etc/ld.so.preload /run/clock-back"));
        }
    },
    CLIENT_REBOOT(
            "client host rebooted",
            "all its processes killed, its /tmp emptied, its sshd started again",
            5,
            stage -> stage.lab().reboot(CLIENT)),
    DATABASE_REBOOT(
            "database host rebooted",
            "all its processes killed, its /tmp emptied, its sshd started again",
            5,
            stage -> stage.lab().reboot(DATABASE)),
    OTHER_AGENT(
            "wrong-version agent already running",
            "a program holds the agents' lock on the client host, and answers in a way that this version does not know",
            4,
            stage -> {}) {
        private static final String ANSWER = "bench/0.0.1 something else altogether";

        @Override
        int after() {
            return 0;
        }

        @Override
        void prepare(Stage stage) {
            stage.victims().holdLock(ANSWER);
            stage.atTheEnd(stage.victims()::giveLock);
        }

        @Override
        void mend(Stage stage) {
            assertThat(stage.said()).contains(ANSWER).contains("28471");
            stage.victims().giveLock();
        }
    },
    HOSTS_EDITED(
            "hosts file edited between run and resume",
            "Ctrl-C; then a server option changed; then that change undone, and a comment added",
            130,
            stage -> stage.signal("INT")) {
        @Override
        String resume(Stage stage) {
            stage.writeHosts("servers: { mariadb: { kind: mariadb, options: { sort_buffer_size: 1M } } }\n");
            Optional<Integer> refused = stage.resume(RESUME_LIMIT);
            assertThat(stage.said()).contains("sort_buffer_size");
            stage.writeHosts("# a comment\n");
            return refused.map(code -> "refused with " + code).orElse("hung") + ", then " + super.resume(stage);
        }

        @Override
        String resumed() {
            return "refused with 6, then yes";
        }
    };

    /** Enough time for a complete or resumed run on a busy machine. */
    static final Duration RESUME_LIMIT = Duration.ofMinutes(6);

    /** How long an unattended run keeps working. */
    private static final Duration LEASE = Duration.ofMinutes(2);

    /** Forks of each of the two cells; a fork takes about three seconds. */
    private static final String FORKS = "2";

    private static final String FORKS_FOR_A_MINUTE = "24";
    private static final String FORKS_FOR_MINUTES = "40";

    private static final String DRIVERS = "mariadb,mysql";

    /** Far more than a fork takes. */
    private static final String FORK_LIMIT = "20s";

    private final String title;
    private final String done;
    private final int exit;

    @SuppressWarnings("ImmutableEnumChecker") // no constant has mutable state
    private final Consumer<Stage> strike;

    Fault(String title, String done, int exit, Consumer<Stage> strike) {
        this.title = title;
        this.done = done;
        this.exit = exit;
        this.strike = strike;
    }

    /** The name in the table. */
    String title() {
        return title;
    }

    /** What the test does to the run, in words. */
    String done() {
        return done;
    }

    /** The exit code that the affected bench must have. */
    int exit() {
        return exit;
    }

    /** The command line of the run. */
    List<String> options(Stage stage) {
        return words(FORKS, DRIVERS, "--scenario", "Select1Row");
    }

    private static List<String> words(String forks, String drivers, String... what) {
        List<String> words = new ArrayList<>(List.of("run", "--topology", "distant", "--profile", "smoke"));
        words.addAll(List.of("--forks", forks, "--iterations", "3", "--iteration-time", "100ms"));
        words.addAll(List.of("--mode", "text", "--driver", drivers, "--seed", "1"));
        words.addAll(List.of(what));
        return words;
    }

    /** How many forks finish before the fault strikes; 0 if it strikes before the run. */
    int after() {
        return 2;
    }

    /** The longest time from the fault to the end of the affected bench. */
    Duration limit() {
        return Duration.ofMinutes(3);
    }

    /** Prepares the fault before the run starts. */
    void prepare(Stage stage) {}

    /** Causes the fault. */
    void strike(Stage stage) {
        strike.accept(stage);
    }

    /** Repairs the damage like a person would before resuming. */
    void mend(Stage stage) {}

    /** Resumes the run and returns the outcome. */
    String resume(Stage stage) {
        return stage.resume(RESUME_LIMIT)
                .map(code -> code == 0 && stage.complete() ? "yes" : "no: exit code " + code)
                .orElse("no: hung");
    }

    /** The outcome that resuming must have. */
    String resumed() {
        return "yes";
    }

    private static void local(String... words) {
        new LocalHost("localhost").require("carry out a fault", Command.of(List.of(words)));
    }
}
