package dev.jdbcbench.slurm;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Launcher;
import dev.jdbcbench.cli.LowerCaseConverter;
import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.plan.Effort;
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

    /** The name of the database's node. */
    private static final String DATABASE = "database";

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
    public boolean asked() {
        return launcher.equals(SLURM);
    }

    @Override
    public Hosts hosts(Hosts file, Rest rest) {
        List<String> problems = new ArrayList<>();
        Optional<Duration> limit =
                Optional.ofNullable(time).flatMap(text -> Effort.duration("--job-time", text, problems));
        int number = 1;
        if (asked()) {
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
        return asked() ? nodes(file, number, limit) : file;
    }

    private Hosts nodes(Hosts file, int clients, Optional<Duration> limit) {
        Map<String, String> options = new LinkedHashMap<>();
        Optional.ofNullable(partition).ifPresent(name -> options.put(SlurmJob.PARTITION, name));
        limit.map(time -> Math.max(1, (time.toSeconds() + 59) / 60))
                .ifPresent(minutes -> options.put(SlurmJob.MINUTES, minutes.toString()));
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= clients; number++) {
            names.add("client" + number);
        }
        Map<String, HostSpec> nodes = new LinkedHashMap<>();
        names.forEach(name -> nodes.put(name, node(name, options)));
        nodes.put(DATABASE, node(DATABASE, options));
        return new Hosts(
                nodes,
                Optional.of(names.get(0)),
                Optional.of(DATABASE),
                file.servers(),
                file.heap(),
                file.jvmArgs(),
                file.drivers(),
                file.scenarios(),
                clients > 1 ? names : List.of());
    }

    private static HostSpec node(String name, Map<String, String> options) {
        return HostSpec.obtained(name, new HostRequest(SlurmKind.ID, options));
    }

    /** The nodes of an existing job, by bench's names for them. */
    static List<HostSpec> nodes(List<String> names) {
        return names.stream().map(name -> node(name, Map.of())).toList();
    }
}
