package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.untrusted.Printable;
import java.io.Console;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The person at the terminal, who does not see what is typed. Where standard input or output is no terminal, there is nobody to
 * ask: a run whose report goes into a file needs an agent, or references in the hosts file.
 */
public final class TerminalPrompt implements Prompt {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalPrompt.class);

    @Override
    @SuppressWarnings("SystemConsoleNull") // it is null on 17, and isTerminal answers for later ones
    public synchronized Optional<char[]> secret(String question) {
        Console console = System.console();
        if (console == null || !isTerminal(console)) {
            return Optional.empty();
        }
        // A question may come from a host: nothing of it moves the cursor or is a format.
        String shown = Printable.line(question);
        // Reading hears no interrupt: on a thread of its own, so Ctrl-C ends the wait for it.
        FutureTask<char @Nullable []> reading = new FutureTask<>(() -> console.readPassword("%s", shown));
        Thread thread = new Thread(reading, "bench-prompt");
        thread.setDaemon(true);
        thread.start();
        try {
            return Optional.ofNullable(reading.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        } catch (ExecutionException e) {
            LOG.debug("cannot ask", e);
            return Optional.empty();
        }
    }

    /** Since JDK 22 there is a console without a terminal, too, and a method that tells; before, a console is a terminal. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            LOG.debug("cannot ask whether there is a terminal: {}", e.toString());
            return false;
        }
    }
}
