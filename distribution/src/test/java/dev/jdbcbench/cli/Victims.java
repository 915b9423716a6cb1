package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import java.util.Optional;

/**
 * The targets of faults on the lab's hosts: disks, and bench's processes, which are found by command and signalled by
 * pid.
 */
final class Victims {
    private static final String RUNS = "runs=/home/bench/.cache/bench/runs\n";

    private static final String SESSIONS = "ps -u bench -o pid=,args= | sed -n 's/^ *\\([0-9]*\\) sshd: bench.*/\\1/p'";

    private static final String AGENT = RUNS + """
            for file in $runs/*/agent/pid; do
                [ ! -e "$file" ] || read -r pid rest <"$file"
                [ ! -d "/proc/${pid:-none}" ] || echo $pid
            done
            """;

    private static final String FORK =
            "ps -u bench -o pid=,args= | sed -n 's/^ *\\([0-9]*\\) .*org.openjdk.jmh.runner.ForkedMain.*/\\1/p'";

    private static final String SERVER = RUNS + """
            for settings in $runs/*/*/my.cnf; do
                [ ! -e "${settings%/*}/pid" ] || read -r pid rest <"${settings%/*}/pid"
                [ ! -d "/proc/${pid:-none}" ] || echo $pid
            done
            """;

    private final Lab lab;

    Victims(Lab lab) {
        this.lab = lab;
    }

    /** Kills the processes of sshd that serve bench on a host. */
    void killSessions(String host) {
        lab.script(host, "kill -KILL $(" + SESSIONS + ")");
    }

    /** The pid of the agent; empty if none is running. */
    Optional<String> agent() {
        return pid(Stage.CLIENT, AGENT);
    }

    /** The pid of the database server; empty if none is running. */
    Optional<String> server() {
        return pid(Stage.DATABASE, SERVER);
    }

    private Optional<String> pid(String host, String script) {
        return lab.script(host, script).lines().findFirst();
    }

    /** Sends a signal to the agent, which must be running. */
    void hitAgent(String signal) {
        assertThat(hit(Stage.CLIENT, signal, agent()))
                .as("the agent got the signal")
                .isTrue();
    }

    /** Sends a signal to the database server, which must be running. */
    void hitServer(String signal) {
        assertThat(hit(Stage.DATABASE, signal, server()))
                .as("the server got the signal")
                .isTrue();
    }

    /** Kills the measured JVM if one is running. */
    boolean killFork() {
        return lab.script(Stage.CLIENT, """
                        pid=$(%s | head -n 1)
                        if [ -n "$pid" ] && kill -KILL "$pid" 2>/dev/null; then
                            echo hit
                        fi
                        """.formatted(FORK)).strip().equals("hit");
    }

    private boolean hit(String host, String signal, Optional<String> pid) {
        return pid.isPresent()
                && lab.exec(host, "kill", "-" + signal, pid.get()).ok();
    }

    /** Takes the agents' lock on the client host and sends this answer to every client. */
    void holdLock(String answer) {
        lab.script(Stage.CLIENT, """
                setsid python3 -c '
                import socket, sys
                held = socket.create_server(("127.0.0.1", 28471))
                while True:
                    asking, _ = held.accept()
                    asking.sendall(sys.argv[1].encode() + b"\\n")
                    asking.close()
                ' "$1" </dev/null >/dev/null 2>&1 &
                echo $! >/run/lock-holder
                until ss -Hltn 'sport = 28471' | grep -q .; do sleep 0.05; done
                """, answer);
    }

    /** Releases the lock if it is held. */
    void giveLock() {
        lab.script(Stage.CLIENT, """
                [ ! -e /run/lock-holder ] || kill "$(cat /run/lock-holder)"
                rm -f /run/lock-holder
                """);
    }

    /** Fills a host's disk to the last byte. */
    void fillDisk(String host) {
        lab.script(host, """
                free=$(df -k --output=avail / | tail -n 1)
                fallocate -l "${free# *}k" /filler || :
                ! dd if=/dev/zero bs=4096 >>/filler 2>/dev/null
                """);
    }

    /** Frees the space that {@link #fillDisk} used. */
    void freeDisk(String host) {
        lab.script(host, "rm -f /filler");
    }
}
