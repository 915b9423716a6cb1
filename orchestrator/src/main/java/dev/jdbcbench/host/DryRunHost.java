package dev.jdbcbench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A host on which nothing is changed: queries are executed; every other command is only shown, and reported as successful. */
public final class DryRunHost implements Host {
    private final Host host;
    private final Consumer<String> shown;

    /** Wraps a host. Each command that would change it goes to {@code shown}, in a form that can be pasted there. */
    public DryRunHost(Host host, Consumer<String> shown) {
        this.host = host;
        this.shown = shown;
    }

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public String address() {
        return host.address();
    }

    @Override
    public boolean local() {
        return host.local();
    }

    @Override
    public List<String> program() {
        return host.program();
    }

    @Override
    public boolean isDryRun() {
        return true;
    }

    @Override
    public Outcome run(Command command) {
        if (command.query()) {
            return host.run(command);
        }
        shown.accept(name() + "$ " + command + (command.input().isEmpty() ? "" : " <<(text)"));
        return new Outcome(0, "", "");
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        shown.accept(name() + "$ " + command);
        return new Running() {
            @Override
            public int waitFor() {
                return 0;
            }

            @Override
            public void stop() {}
        };
    }

    @Override
    public void upload(Path file, String remote) {
        try {
            if (!Checksum.same(this, file, remote)) {
                shown.accept(name() + "← " + file + " as " + remote + " (" + Files.size(file) + " bytes)");
            }
        } catch (IOException e) {
            shown.accept(name() + "← " + file + " as " + remote);
        }
    }

    @Override
    public boolean download(String remote, Path file, long most) {
        shown.accept(name() + "→ " + remote + " as " + file);
        return true;
    }

    @Override
    public void close() {
        host.close();
    }
}
