package dev.jdbcbench.preparation;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Marks an extension that also has a part of the agent: its jar goes to the client host, onto the agent's class path. A
 * service that the extension provides. Measured JVMs do not load it.
 */
public interface AgentPart {
    /** The jars of these extensions. Without a jar, in a build that has not packed it yet, an agent lacks the part. */
    static List<Path> jars() {
        return ServiceLoader.load(AgentPart.class).stream()
                .map(part -> jarOf(part.type()))
                .filter(Files::isRegularFile)
                .distinct()
                .toList();
    }

    private static Path jarOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
