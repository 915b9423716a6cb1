package dev.jdbcbench.cli.console;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log for developers, always at debug level. It is kept in memory until there is a run directory to write it to.
 * With {@code -v} it also goes to stderr.
 */
public final class DeveloperLog implements Closeable {
    private static final String FILE = "bench.log";
    private static final byte[] NEW_SESSION = "---- a new session begins ----\n".getBytes(StandardCharsets.UTF_8);

    private final LoggerContext context;
    private final PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    private final List<byte[]> early = new ArrayList<>();
    private Optional<OutputStream> file = Optional.empty();

    private DeveloperLog(LoggerContext context) {
        this.context = context;
    }

    /** Starts logging. */
    public static DeveloperLog start(Optional<PrintWriter> verbose) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        DeveloperLog log = new DeveloperLog(context);
        log.encoder.setContext(context);
        log.encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n%ex");
        log.encoder.start();
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                byte[] line = log.encoder.encode(event);
                log.write(line);
                verbose.ifPresent(writer -> {
                    writer.print(new String(line, StandardCharsets.UTF_8));
                    writer.flush();
                });
            }
        };
        appender.setContext(context);
        appender.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger("dev.jdbcbench").setLevel(Level.DEBUG);
        return log;
    }

    private synchronized void write(byte[] line) {
        if (file.isEmpty()) {
            early.add(line);
            return;
        }
        try {
            file.get().write(line);
            file.get().flush();
        } catch (IOException e) {
            context.getStatusManager().add(new ch.qos.logback.core.status.ErrorStatus("cannot write the log", this, e));
        }
    }

    /**
     * Logs to a file in {@code directory} from now on, starting with the messages so far. The file keeps earlier
     * sessions.
     */
    public synchronized void writeTo(Path directory) {
        try {
            SafeFile.requireDirectory(directory);
            Path log = directory.resolve(FILE);
            boolean more = SafeFile.exists(log);
            OutputStream out = SafeFile.append(log);
            file = Optional.of(out);
            if (more) {
                out.write(NEW_SESSION);
            }
            for (byte[] line : early) {
                out.write(line);
            }
            early.clear();
        } catch (IOException e) {
            throw FileTrouble.failure("cannot write the log in " + directory, e, "Make it writable for you.");
        }
    }

    @Override
    public synchronized void close() throws IOException {
        context.reset();
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
