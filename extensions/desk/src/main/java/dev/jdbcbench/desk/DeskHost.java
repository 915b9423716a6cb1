package dev.jdbcbench.desk;

import com.google.auto.service.AutoService;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.OtherSystem;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * This machine, which is not Linux, as a host. Programs are started as anywhere; what {@code host.sh} does on Linux, this JVM does
 * itself.
 */
final class DeskHost implements Host {
    /** The first word of commands for bench's own program. No such file exists. */
    private static final String PROGRAM = "bench-desk";

    private final LocalHost machine;
    private final LocalHost bare;
    private final DeskProgram program;

    /** @param cache the directory that bench keeps there between runs */
    DeskHost(LocalHost machine, Path cache) {
        this.machine = machine;
        this.bare = machine.within(DeskProgram.environment());
        this.program = new DeskProgram(cache);
    }

    /** Provides it. */
    @AutoService(OtherSystem.class)
    public static final class Provider implements OtherSystem {
        @Override
        public Host host(String name) {
            return new DeskHost(new LocalHost(name), DeskProgram.cache());
        }
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public String address() {
        return machine.address();
    }

    @Override
    public boolean local() {
        return true;
    }

    @Override
    public List<String> program() {
        return List.of(PROGRAM);
    }

    private static boolean forProgram(List<String> words) {
        return words.get(0).equals(PROGRAM);
    }

    @Override
    public Outcome run(Command command) {
        List<String> words = command.words();
        if (!forProgram(words)) {
            return machine.run(command);
        }
        if (words.get(1).equals("bare")) {
            return bare.run(command.withWords(words.subList(2, words.size())));
        }
        return program.run(words.get(1), words.subList(2, words.size()));
    }

    @Override
    public Outcome require(String what, Command command) {
        if (!forProgram(command.words())) {
            return Host.super.require(what, command);
        }
        Outcome outcome = run(command);
        if (!outcome.ok()) {
            throw new Failure.Command(
                    "cannot " + what + " on " + name(),
                    outcome.lastLines(),
                    "Is there room on the disk, and is what the line above names yours? ./bench clean removes what earlier runs left.",
                    null);
        }
        return outcome;
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        List<String> words = command.words();
        return forProgram(words)
                ? Tail.of(
                        name(),
                        words.get(2),
                        Long.parseLong(words.get(3)),
                        words.get(1).equals("follow"),
                        out)
                : machine.start(command, out, err);
    }

    @Override
    public void write(String remote, String text) {
        try {
            SafeFile.write(Path.of(remote), text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Failure.Command("cannot write " + remote, String.valueOf(e), "Is the disk full?", e);
        }
    }

    @Override
    public void upload(Path file, String remote) {
        machine.upload(file, remote);
    }

    @Override
    public boolean download(String remote, Path file, long most) {
        return machine.download(remote, file, most);
    }

    @Override
    public void close() {
        machine.close();
    }
}
