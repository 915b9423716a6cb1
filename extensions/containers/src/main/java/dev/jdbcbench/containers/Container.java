package dev.jdbcbench.containers;

import dev.jdbcbench.database.Enclosure;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A container for the programs of a server. It has the network of the host, so neither a proxy nor NAT is in the measured path;
 * the server itself binds to one address. It sees the server's own directory and nothing else of the host, and runs as the user
 * that a private server has.
 *
 * @param limits options of the engine for limits of processes
 * @param taskset whether the image has taskset
 */
record Container(Engine engine, Image image, List<String> limits, boolean taskset) implements Enclosure {
    /** Has the directory of the server; host.sh finds containers by it. */
    private static final String DIRECTORY = "dev.jdbcbench.directory";

    /** Has the directory of all runs; host.sh finds containers by it. */
    private static final String RUNS = "dev.jdbcbench.runs";

    private static final String RUN = "dev.jdbcbench.run";
    private static final Duration QUERY_LIMIT = Duration.ofMinutes(2);

    /** Puts the script of the engine where the supervisor looks for it, and prints the user for the container. */
    private static final String PREPARE = "cp \"$1\" \"$2/engine\" && printf '%s:%s' \"$(id -u)\" \"$(id -g)\"";

    Container {
        limits = List.copyOf(limits);
    }

    @Override
    public Optional<String> origin() {
        return Optional.of(image.exact());
    }

    /** A command that runs these words in a container without anything of the host, and removes it. */
    Command query(HostScript script, List<String> words) {
        List<String> all = new ArrayList<>(options());
        all.addAll(List.of("--label", RUNS + "=" + script.runs()));
        all.addAll(entry(words));
        return engine.call(all).asQuery().within(QUERY_LIMIT);
    }

    @Override
    public Command command(Place place, List<String> words) {
        List<String> inside = new ArrayList<>();
        if (taskset && !pinnedByEngine(place)) {
            inside.addAll(List.of("taskset", "-c", place.cpus().orElseThrow()));
        }
        inside.addAll(words);
        return run(place, entry(inside));
    }

    @Override
    public Optional<SetUp> setUp(Place place, ServerKind kind, String server) {
        return image.entryPoint().map(entry -> {
            List<String> all = new ArrayList<>(List.of("--mount", noScripts()));
            EntryPoint.variables(kind, place.directory() + "/secret/root")
                    .forEach(variable -> all.addAll(List.of("--env", variable)));
            all.add(image.reference());
            all.add(entry.program().orElseGet(() -> server.replaceFirst(".*/", "")));
            all.add("--defaults-file=" + place.directory() + "/my.cnf");
            return new SetUp(run(place, all), EntryPoint.DONE);
        });
    }

    /** An empty directory in the place of the image's scripts. Podman would copy them into it. */
    private String noScripts() {
        return "type=tmpfs,dst=" + EntryPoint.SCRIPTS + (engine.name().equals(Engine.PODMAN) ? ",notmpcopyup" : "");
    }

    private boolean pinnedByEngine(Place place) {
        return engine.pins() || place.cpus().isEmpty();
    }

    /** @param entered the last words of the call: the image, and what it starts with */
    private Command run(Place place, List<String> entered) {
        HostScript script = place.script();
        String directory = place.directory();
        String user = script.host()
                .require(
                        "prepare the container",
                        Command.of("sh", "-c", PREPARE, "sh", script.cache() + "/engines/" + engine.name(), directory))
                .out()
                .strip();
        String account = Account.DATABASE.id() + ":" + Account.DATABASE.id();
        List<String> all = new ArrayList<>();
        if (!taskset && !pinnedByEngine(place)) {
            all.addAll(List.of("taskset", "-c", place.cpus().orElseThrow())); // inherited
        }
        all.addAll(List.of("sh", directory + "/engine"));
        all.addAll(options());
        all.addAll(List.of(
                "--name",
                name(place),
                "--label",
                RUN + "=" + place.run(),
                "--label",
                RUNS + "=" + script.runs(),
                "--label",
                DIRECTORY + "=" + directory,
                "--user",
                place.asRoot() ? account : user));
        if (engine.rootless()) {
            all.add("--userns=keep-id");
        }
        if (engine.pins()) {
            place.cpus().ifPresent(cpus -> all.addAll(List.of("--cpuset-cpus", cpus)));
        }
        for (String own : List.of("data", "tmp", "secret", "my.cnf")) {
            String path = directory + "/" + own;
            if (!own.equals("my.cnf") || entered.stream().anyMatch(word -> word.endsWith(path))) {
                all.addAll(List.of("--mount", "type=bind,src=" + path + ",dst=" + path));
            }
        }
        all.addAll(entered);
        return Command.of(all);
    }

    private static String name(Place place) {
        return ("bench-" + place.run() + "-" + place.directory().replaceFirst(".*/", ""))
                .replaceAll("[^A-Za-z0-9_.-]", "-");
    }

    private List<String> options() {
        List<String> all = new ArrayList<>(List.of(
                "run",
                "--rm",
                "--pull=never",
                "--network=host",
                "--log-driver=none",
                "--no-healthcheck",
                "--pids-limit=-1",
                "--security-opt=no-new-privileges",
                "--security-opt=label=disable",
                "--workdir=/"));
        if (engine.name().equals(Engine.DOCKER)) {
            all.add("--userns=host");
        }
        all.addAll(limits);
        // Otherwise the engine makes a volume for each of them.
        image.volumes().stream()
                .filter(path -> !path.equals(EntryPoint.SCRIPTS))
                .forEach(path -> all.addAll(List.of("--mount", "type=tmpfs,dst=" + path)));
        return all;
    }

    /** These words in the place of the image's entry point: bench starts the server as it does on the host. */
    private List<String> entry(List<String> words) {
        List<String> all = new ArrayList<>(List.of("--entrypoint", words.get(0), image.reference()));
        all.addAll(words.subList(1, words.size()));
        return all;
    }
}
