package dev.jdbcbench.slurm;

import dev.jdbcbench.Lab;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A Slurm cluster with one node on this machine: its own munged, slurmctld and slurmd. Skips tests if that is not
 * possible.
 */
final class TestSlurm implements Closeable {
    /** The first of three loopback ports that no other test uses. */
    private static final int PORT = 26_817;

    private static final String UP = """
            set -eu
            cd "$1"
            mkdir state spool munge
            chmod 700 munge
            head -c 64 /dev/urandom >munge/key
            chmod 600 munge/key
            munged --force --key-file="$1/munge/key" --socket="$1/munge/socket" --pid-file="$1/munge/pid" \\
                --log-file="$1/munge/log" --seed-file="$1/munge/seed"
            cat >slurm.conf <<END
            ClusterName=test
            SlurmctldHost=$(hostname -s)(127.0.0.1)
            SlurmUser=root
            SlurmdUser=root
            AuthInfo=socket=$1/munge/socket
            SlurmctldPort=$2
            SlurmctldPidFile=$1/slurmctld.pid
            SlurmdPidFile=$1/slurmd.pid
            SlurmctldLogFile=$1/slurmctld.log
            SlurmdLogFile=$1/slurmd.log
            StateSaveLocation=$1/state
            SlurmdSpoolDir=$1/spool
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/affinity
            SelectType=select/cons_tres
            SlurmdParameters=config_overrides
            SchedulerParameters=batch_sched_delay=0,sched_interval=1
            MailProg=/bin/true
            NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$3 CPUs=2
            PartitionName=main Nodes=ALL Default=YES State=UP
            END
            slurmctld -f slurm.conf
            slurmd -f "$1/slurm.conf" -N n1
            tenths=0
            until [ "$(SLURM_CONF=$1/slurm.conf sinfo --noheader --states=idle --format=%N)" = n1 ]; do
                [ $tenths -lt 200 ] || { cat slurmctld.log slurmd.log; exit 1; }
                tenths=$((tenths + 1))
                sleep 0.1
            done
            """;

    /** Ends the processes by their ids, and waits until they have ended. */
    private static final String DOWN = """
            cd "$1"
            for pid in $(cat slurmd.pid slurmctld.pid munge/pid 2>/dev/null); do
                kill "$pid"
                tail -f --pid="$pid" /dev/null
            done
            """;

    private final LocalHost here = new LocalHost("this machine");
    private final Path directory;

    /** Starts the cluster in an empty directory. */
    TestSlurm(Path directory) throws IOException {
        this.directory = directory;
        for (String program : List.of("munged", "slurmctld", "slurmd", "srun")) {
            if (!here.run(Command.query("sh", "-c", "command -v " + program)).ok()) {
                Lab.skip("there is no " + program + " (packages slurm-wlm and munge)");
            }
        }
        if (!here.run(Command.query("id", "-u")).out().strip().equals("0")) {
            Lab.skip("Slurm's daemons need root");
        }
        // munged refuses directories that others can write to.
        Files.setPosixFilePermissions(directory, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        Outcome up = here.run(
                Command.of("sh", "-c", UP, "sh", directory.toString(), String.valueOf(PORT), String.valueOf(PORT + 1)));
        if (!up.ok()) {
            close();
            throw new IllegalStateException("Slurm does not start: " + up.lastLines());
        }
    }

    /** The job of a run on this cluster. */
    SlurmJob job(String run) {
        return new SlurmJob(run, words());
    }

    /** The prefix of each Slurm command. */
    List<String> words() {
        return List.of("env", "SLURM_CONF=" + directory.resolve("slurm.conf"));
    }

    /** The output of a Slurm command. */
    Outcome slurm(String... words) {
        return here.run(job("none").onCluster(Command.of(words)));
    }

    @Override
    public void close() {
        here.require("end Slurm", Command.of("sh", "-c", DOWN, "sh", directory.toString()));
    }
}
