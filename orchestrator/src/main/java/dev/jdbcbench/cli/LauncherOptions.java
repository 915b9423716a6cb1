package dev.jdbcbench.cli;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Slurm;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.plan.Effort;
import dev.jdbcbench.store.RunOrigin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the source of a run's hosts: existing hosts, or the nodes of a Slurm job. */
final class LauncherOptions {
    private static final String SSH = "ssh";
    private static final String SLURM = "slurm";
    /** Matches a command line with one word per line. */
    private static final Pattern STARTED = Pattern.compile("(?m)^--launcher[=\n]slurm$");

    @Option(
            names = "--launcher",
            paramLabel = "ssh|slurm",
            converter = LowerCaseConverter.class,
            description =
                    "slurm: submit a job that has the hosts as its nodes, one for each client and one for the database, and run"
                            + " everything by srun (default: ssh)")
    private String launcher = SSH;

    @Option(
            names = "--partition",
            paramLabel = "P",
            description = "with --launcher slurm, the partition of the job (default: the cluster's)")
    private @Nullable String partition;

    @Option(
            names = "--job-time",
            paramLabel = "TIME",
            description = "with --launcher slurm, the time limit of the job: 2h (default: the partition's)")
    private @Nullable String time;

    @Option(
            names = "--clients",
            split = ",",
            paramLabel = "NAME|N",
            description = "client hosts of the hosts file that measure together and share threads or rate; distant only"
                    + " (default: those of the hosts file). With --launcher slurm, their number (default: 1)")
    private List<String> clients = List.of();

    /** Whether a run was started on the nodes of a Slurm job. */
    static boolean slurm(RunOrigin origin) {
        String words = String.join("\n", origin.words()).toLowerCase(Locale.ROOT);
        return STARTED.matcher(words).find();
    }

    /** Whether the hosts are nodes of a Slurm job. */
    boolean slurm() {
        return launcher.equals(SLURM);
    }

    /**
     * The hosts: those of the file, or the nodes of a job.
     *
     * @param other options that name hosts, which a job's nodes replace
     * @throws Failure.Input if the options contradict each other
     */
    Hosts hosts(Hosts file, Optional<String> other, boolean detach) {
        List<String> problems = new ArrayList<>();
        Optional<Duration> limit =
                Optional.ofNullable(time).flatMap(text -> Effort.duration("--job-time", text, problems));
        int number = 1;
        if (slurm()) {
            if (!clients.isEmpty()) {
                String text = String.join(",", clients);
                boolean valid = text.matches("[1-9][0-9]{0,3}") && Integer.parseInt(text) <= Share.MOST_CLIENTS;
                number = valid ? Integer.parseInt(text) : 1;
                if (!valid) {
                    problems.add("--clients " + text + ": with --launcher slurm this is a number from 1 to "
                            + Share.MOST_CLIENTS + ", because Slurm chooses the nodes");
                }
            }
            other.ifPresent(option -> problems.add(option + ": with --launcher slurm Slurm chooses the nodes"));
            if (detach) {
                problems.add("--detach: a job of Slurm ends when no bench is attached to it");
            }
        } else {
            if (!launcher.equals(SSH)) {
                problems.add("--launcher " + launcher + ": there is " + SSH + " and " + SLURM);
            }
            if (partition != null || time != null) {
                problems.add((partition != null ? "--partition" : "--job-time") + " needs --launcher slurm");
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See: ./bench run --help");
        }
        return slurm() ? new Slurm(Optional.ofNullable(partition), limit).nodes(file, number) : file;
    }

    /** The names of the clients. */
    List<String> clients(Hosts hosts) {
        return slurm() || clients.isEmpty() ? hosts.clients() : clients;
    }
}
