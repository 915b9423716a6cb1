package dev.jdbcbench.desk;

import java.io.IOException;
import java.net.ServerSocket;

/** A Java agent that gives a JVM the name of another system, once its own classes for processes and sockets have been chosen. */
public final class DeskSystem {
    private DeskSystem() {}

    /**
     * Called before bench.
     *
     * @param system name and architecture, as {@code os.name:os.arch}
     */
    public static void premain(String system) throws ClassNotFoundException, IOException {
        Class.forName("java.lang.ProcessImpl");
        new ServerSocket(0).close();
        System.setProperty("os.name", system.substring(0, system.indexOf(':')));
        System.setProperty("os.arch", system.substring(system.indexOf(':') + 1));
    }
}
