package dev.jdbcbench.containers;

import com.google.auto.service.AutoService;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.BinarySource;
import dev.jdbcbench.database.ProgramSource;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.result.CheckFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code install: container}. */
@AutoService(Install.class)
public final class ContainerSource extends ProgramSource {
    /** Official images of servers have 0.3 to 1 GB unpacked; while one is pulled, its archive is beside it. */
    private static final long ROOM_KILOBYTES = 2_000_000;

    private static final String WHAT = "container";

    @Override
    public String id() {
        return "container";
    }

    @Override
    public String meaning() {
        return "an image (--server mysql:8.4 is enough), in a container of the host's podman or docker";
    }

    @Override
    public boolean brought() {
        return false;
    }

    @Override
    public boolean imaged() {
        return true;
    }

    @Override
    public String noun(ServerSpec server) {
        return "image " + Image.wanted(server);
    }

    @Override
    public Optional<String> there(ServerSpec server, HostScript script) {
        return Survey.of(script.host(), Image.wanted(server), false)
                .usable()
                .flatMap(engine -> engine.image().map(image -> engine.name() + " has " + image.exact()));
    }

    @Override
    public BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache) {
        return new BinarySource() {
            @Override
            public Binaries provide(HostScript script) {
                return provide(script, line -> {});
            }

            @Override
            public Binaries provide(HostScript script, Consumer<String> say) {
                return new Provider(server, script, say)
                        .provide(() -> artifacts.carried(Image.coordinates(Image.wanted(server))));
            }
        };
    }

    @Override
    public Optional<Artifacts.Found> fetch(ServerSpec server, Optional<Path> directory, Consumer<String> say) {
        return Optional.of(new SavedImage(server, new LocalHost("localhost"), say).save(directory));
    }

    @Override
    public List<CheckFinding> check(ServerSpec server, HostScript script) {
        String where = script.host().name();
        Survey survey = Survey.of(script.host(), Image.wanted(server), false);
        Optional<Engine> usable = survey.usable();
        if (usable.isEmpty()) {
            return List.of(CheckFinding.problem(
                    where,
                    WHAT,
                    ExitCode.COMMAND,
                    server.label() + ": " + survey.reasons().replace("\n", "; "),
                    survey.remedy(server)));
        }
        Engine engine = usable.orElseThrow();
        List<CheckFinding> findings = new ArrayList<>();
        findings.add(CheckFinding.ok(where, WHAT, engine.described() + ": may be used"));
        if (engine.image().isPresent()) {
            Image image = engine.image().orElseThrow();
            findings.add(CheckFinding.ok(where, WHAT, image.exact() + " is there, " + image.size()));
        } else if (engine.freeKilobytes() < ROOM_KILOBYTES) {
            findings.add(CheckFinding.warning(
                    where,
                    WHAT,
                    survey.reference() + " is not there yet, and only " + engine.freeKilobytes() / 1024
                            + " MB are free for it",
                    "Make room where " + engine.name() + " keeps its images (" + engine.name() + " info)."));
        } else {
            findings.add(CheckFinding.warning(
                    where,
                    WHAT,
                    survey.reference() + " is not there yet"
                            + (engine.state() == Engine.State.NEW
                                    ? ""
                                    : "; " + engine.freeKilobytes() / 1024 + " MB are free for it"),
                    "A run pulls it from its registry; without a network, see docs/how-to/containers.md."));
        }
        return findings;
    }
}
