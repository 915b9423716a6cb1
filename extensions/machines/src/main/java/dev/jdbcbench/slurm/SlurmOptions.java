package dev.jdbcbench.slurm;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Launcher;
import dev.jdbcbench.cli.LowerCaseConverter;
import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.request.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the source of a run's hosts: existing hosts, or the nodes of a Slurm job. */
@AutoService(Launcher.class)
public final class SlurmOptions implements Launcher {
    private static final String SSH = "ssh";
    private static final String SLURM = "slurm";

    @Option(
            names = "--launcher",
            paramLabel = "ssh|slurm",
            converter = LowerCaseConverter.class,
            description =
                    "slurm: submit a job that has the hosts as its nodes, one for each client (--clients N, default: 1) and one for"
                            + " the database, and run everything by srun (default: ssh)")
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

    @Override
    public Optional<HostRequest> request(Rest rest) {
        boolean slurm = launcher.equals(SLURM);
        List<String> problems = new ArrayList<>();
        Optional<Duration> limit =
                Optional.ofNullable(time).flatMap(text -> Quantity.duration("--job-time", text, problems));
        int number = 1;
        if (slurm) {
            if (!rest.clients().isEmpty()) {
                String text = String.join(",", rest.clients());
                boolean valid = text.matches("[1-9][0-9]{0,3}") && Integer.parseInt(text) <= Share.MOST_CLIENTS;
                number = valid ? Integer.parseInt(text) : 1;
                if (!valid) {
                    problems.add("--clients " + text + ": with --launcher slurm this is a number from 1 to "
                            + Share.MOST_CLIENTS + ", because Slurm chooses the nodes");
                }
            }
            rest.database()
                    .ifPresent(option -> problems.add(option + ": with --launcher slurm Slurm chooses the nodes"));
            if (rest.detach()) {
                problems.add("--detach: a job of Slurm ends when no bench is attached to it");
            }
            if (rest.dryRun()) {
                problems.add("--dry-run: the nodes of a Slurm job are not known before the job has begun");
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
        if (!slurm) {
            return Optional.empty();
        }
        Map<String, String> options = new LinkedHashMap<>();
        Optional.ofNullable(partition).ifPresent(name -> options.put(SlurmJob.PARTITION, name));
        limit.map(duration -> Math.max(1, (duration.toSeconds() + 59) / 60))
                .ifPresent(minutes -> options.put(SlurmJob.MINUTES, minutes.toString()));
        return Optional.of(new HostRequest(SlurmKind.ID, number, options));
    }
}
