package dev.jdbcbench.containers;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.Programs;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.untrusted.Printable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes an image available on a host, and finds the programs in it. */
final class Provider {
    /** What the inside of a container shows: its network and boot, whether it has taskset, and where the server is. */
    private static final String INSIDE = """
            printf 'namespace %s %s\\n' "$(readlink /proc/self/ns/net)" "$(cat /proc/sys/kernel/random/boot_id)"
            ! command -v taskset >/dev/null || echo taskset
            PATH=$PATH:/usr/sbin:/usr/local/mysql/bin:/opt/mysql/bin:/opt/bitnami/mariadb/sbin:/opt/bitnami/mysql/bin
            for name in mariadbd mysqld; do
                server=$(command -v $name) || continue
                case $server in
                    /usr/bin/* | /usr/sbin/* | /bin/* | /sbin/*) echo base ;;
                    *) echo "base ${server%/*bin/*}" ;;
                esac
                break
            done
            """;

    private static final Pattern BASE = Pattern.compile("(?m)^base ?(/[A-Za-z0-9._/-]{1,999}|)$");
    private static final Pattern NAMESPACE = Pattern.compile("(?m)^namespace (.*)$");

    /** Writes the script that calls the engine: with the settings that it has now, also for later callers. */
    private static final String REMEMBER = """
            umask 077
            mkdir -p "$1/engines" && {
                echo '#!/bin/sh'
                echo 'cd /'
                for name in XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS CONTAINERS_CONF CONTAINERS_STORAGE_CONF \\
                    STORAGE_DRIVER DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG HOME PATH; do
                    eval "value=\\${$name-}"
                    [ -z "$value" ] || printf "%s='%s'; export %s\\n" "$name" "$(printf %s "$value" | sed "s/'/'\\\\\\\\''/g")" "$name"
                done
                printf "exec '%s' \\"\\$@\\"\\n" "$3"
            } >"$1/engines/$2.$$" && mv "$1/engines/$2.$$" "$1/engines/$2"
            """;

    private final ServerSpec server;
    private final HostScript script;
    private final Host host;
    private final Consumer<String> say;

    Provider(ServerSpec server, HostScript script, Consumer<String> say) {
        this.server = server;
        this.script = script;
        this.host = script.host();
        this.say = say;
    }

    /** @param carried the saved image that a bundle brought to this machine; asked for only where the host has none */
    Binaries provide(Supplier<Optional<Path>> carried) {
        String reference = Image.wanted(server);
        Survey survey = Survey.of(host, reference, !host.isDryRun());
        Engine engine = survey.require(server);
        ImageTransfer transfer = new ImageTransfer(server, host, say);
        if (engine.state() == Engine.State.NEW) { // in a dry run
            host.require("pull " + reference, engine.call(List.of("pull", reference)));
            return unknown();
        }
        if (engine.image().isEmpty()) {
            Optional<Path> saved = carried.get();
            if (saved.isPresent()) {
                transfer.load(engine, reference, saved.get(), script.scratch());
            } else {
                transfer.pull(engine, reference);
            }
            if (host.isDryRun()) {
                return unknown();
            }
            survey = Survey.of(host, reference, true);
            engine = survey.require(server);
        }
        String name = engine.name();
        Image image = engine.image()
                .orElseThrow(() -> new Failure.Command(
                        name + " on " + host.name() + " has no image " + reference + " after it was brought there",
                        "",
                        "Run " + name + " image inspect " + reference + " there.",
                        null));
        host.require(
                "remember the container engine",
                Command.of("sh", "-c", REMEMBER, "sh", script.cache(), engine.name(), engine.path()));
        return enter(engine, image, survey);
    }

    private Binaries unknown() {
        return new Binaries(
                server.kind(),
                Install.named("container"),
                Binaries.UNKNOWN_VERSION,
                "",
                server.kind() == ServerKind.MARIADB ? "mariadbd" : "mysqld",
                "mariadb-install-db",
                false);
    }

    /** Runs the image once, without a server, to see what it has. */
    private Binaries enter(Engine engine, Image image, Survey survey) {
        String inside = "";
        Container container = new Container(engine, image, List.of(), false);
        List<List<String>> attempts = Limits.attempts(survey.limits());
        for (List<String> limits : attempts) {
            container = new Container(engine, image, limits, false);
            Outcome outcome = host.run(container.query(script, List.of("sh", "-c", INSIDE)));
            inside = outcome.out();
            if (outcome.ok()) {
                break;
            }
            if (!outcome.lastLines().contains("rlimit") || limits.equals(attempts.get(attempts.size() - 1))) {
                throw new Failure.Command(
                        "cannot run " + image.reference() + " with " + engine.name() + " on " + host.name(),
                        outcome.lastLines(),
                        "Does this work there: " + engine.name() + " run --rm --network host --entrypoint sh "
                                + image.reference() + " -c id",
                        null);
            }
        }
        Matcher network = NAMESPACE.matcher(inside);
        if (!network.find() || !network.group(1).equals(survey.namespace())) {
            throw new Failure.Command(
                    engine.name() + " on " + host.name() + " does not give containers the network of the host",
                    "the host has " + survey.namespace() + "\na container with --network host has "
                            + (network.reset().find() ? Printable.line(network.group(1)) : "an unknown one"),
                    "A proxy or NAT would be in the measured path. Use podman, or docker as root on that host itself.",
                    null);
        }
        Matcher base = BASE.matcher(inside);
        if (!base.find()) {
            throw new Failure.Command(
                    "there is no server in " + image.reference(),
                    "neither mariadbd nor mysqld is on its PATH",
                    "Name another image with `image:` of servers." + server.label() + " in the hosts file.",
                    null);
        }
        Container found =
                new Container(engine, image, container.limits(), inside.lines().anyMatch("taskset"::equals));
        return Programs.in(
                        host,
                        words -> found.query(script, words),
                        Optional.ofNullable(base.group(1)).orElse(""),
                        server.kind(),
                        Install.named("container"),
                        false)
                .in(found);
    }
}
