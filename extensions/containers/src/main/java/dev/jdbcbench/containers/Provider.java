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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes an image available on a host, and finds the programs in it. */
final class Provider {
    /** A large image on a slow line. */
    private static final Duration PULL_LIMIT = Duration.ofMinutes(60);

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
    private static final Pattern LAYER = Pattern.compile("(?i).*(pull complete|copying blob .*done|copying blob).*");

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

    Binaries provide() {
        String reference = Image.wanted(server);
        Survey survey = Survey.of(host, reference, !host.isDryRun());
        Engine engine = survey.require(server);
        if (engine.state() == Engine.State.NEW) { // in a dry run
            host.require("pull " + reference, engine.call(List.of("pull", reference)));
            return unknown();
        }
        if (engine.image().isEmpty()) {
            pull(engine, reference);
            if (host.isDryRun()) {
                return unknown();
            }
            survey = Survey.of(host, reference, true);
            engine = survey.require(server);
        }
        String name = engine.name();
        Image image = engine.image()
                .orElseThrow(() -> new Failure.Command(
                        name + " on " + host.name() + " has no image " + reference + " after it was pulled",
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

    private void pull(Engine engine, String reference) {
        Command command = engine.call(List.of("pull", reference)).within(PULL_LIMIT);
        if (host.isDryRun()) {
            host.require("pull " + reference, command);
            return;
        }
        say.accept(server.label() + ": " + engine.name() + " on " + host.name() + " pulls " + reference);
        long began = System.nanoTime();
        AtomicInteger layers = new AtomicInteger();
        StringBuilder last = new StringBuilder();
        Consumer<String> line = text -> {
            synchronized (last) {
                last.append(Printable.line(text)).append('\n');
                if (LAYER.matcher(text).matches()) {
                    say.accept(
                            server.label() + ": " + layers.incrementAndGet() + " layers of " + reference + " so far");
                }
            }
        };
        int exit;
        try {
            exit = host.start(command, line, line).waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
        if (exit != 0) {
            throw failed(engine, reference, exit, last.toString());
        }
        Survey.of(host, reference, true)
                .usable()
                .flatMap(Engine::image)
                .ifPresent(image -> say.accept(server.label() + ": pulled " + image.exact() + ", " + image.size()
                        + ", in " + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s"));
    }

    private Failure.Command failed(Engine engine, String reference, int exit, String said) {
        String lines = said.lines()
                .skip(Math.max(0, said.lines().count() - 5))
                .reduce("", (all, next) -> all.isEmpty() ? next : all + "\n" + next);
        boolean unknown = said.contains("manifest unknown")
                || said.contains("not found: manifest")
                || said.contains("repository does not exist")
                || said.contains("access to the resource is denied");
        return new Failure.Command(
                engine.name() + " on " + host.name() + " cannot pull " + reference + ": exit status " + exit,
                "$ " + engine.name() + " pull " + reference + "\n" + lines,
                unknown
                        ? "There is no such image or tag, or it needs a login (" + engine.name()
                                + " login). Correct the tag, or name another image with `image:` in the hosts file."
                        : "If the host cannot reach the registry: " + engine.name() + " save -o image.tar " + reference
                                + " where it is, and " + engine.name() + " load -i image.tar on " + host.name()
                                + ". Or take the server from elsewhere: --install "
                                + Install.either(Install.offering(server.kind()).stream()
                                        .filter(install -> !install.imaged() && install.choosable())
                                        .toList())
                                + ".",
                null);
    }
}
