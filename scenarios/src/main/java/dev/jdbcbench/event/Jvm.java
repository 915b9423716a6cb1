package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;

/**
 * The measuring JVM.
 *
 * @param path of the java program
 */
public record Jvm(String path, String jdkVersion, String vmName, String vmVersion) {
    public Jvm {
        PartCheck.message(path, "path");
        PartCheck.message(jdkVersion, "jdkVersion");
        PartCheck.message(vmName, "vmName");
        PartCheck.message(vmVersion, "vmVersion");
    }
}
