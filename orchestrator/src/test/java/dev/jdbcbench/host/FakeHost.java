package dev.jdbcbench.host;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A host that gives chosen answers to some commands and runs all others on this machine. */
public final class FakeHost implements Host {
    private final LocalHost machine;
    private final boolean local;
    private final Map<String, Outcome> answers = new LinkedHashMap<>();

    /** Creates a host that looks local or remote to the code under test. */
    public FakeHost(String name, boolean local) {
        this.machine = new LocalHost(name);
        this.local = local;
    }

    /** Answers every command that begins with these words, as quoted for a shell. */
    public FakeHost answer(String beginning, int exit, String out, String err) {
        answers.put(beginning, new Outcome(exit, out, err));
        return this;
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public String address() {
        return "198.51.100.30";
    }

    @Override
    public boolean local() {
        return local;
    }

    @Override
    public Outcome run(Command command) {
        return answers.entrySet().stream()
                .filter(answer -> command.quoted().startsWith(answer.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> machine.run(command));
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        return machine.start(command, out, err);
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
