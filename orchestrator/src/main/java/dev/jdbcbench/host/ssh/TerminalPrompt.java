package dev.jdbcbench.host.ssh;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Prompt;
import dev.jdbcbench.untrusted.Printable;
import java.io.Console;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the user at the terminal, without echo. If standard input or output is not a terminal there is no one to ask: a
 * run whose report goes into a file needs an agent, or references in the hosts file.
 */
public final class TerminalPrompt implements Prompt {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalPrompt.class);

    @Override
    @SuppressWarnings("SystemConsoleNull") // null on JDK 17 without a terminal; isTerminal covers later versions
    public synchronized Optional<char[]> secret(String question) {
        Console console = System.console();
        if (console == null || !isTerminal(console)) {
            return Optional.empty();
        }
        // The question may come from a host: strip control characters, and never use it as a format.
        String shown = Printable.line(question);
        // Reading ignores interrupts; on its own thread, Ctrl-C can still end the wait.
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

    /** Since JDK 22 there can be a console without a terminal, and a method to tell; before that, a console is a terminal. */
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
