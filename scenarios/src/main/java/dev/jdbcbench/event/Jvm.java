package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;

/**
 * The measuring JVM.
 *
 * @param path of the java program
 */
public record Jvm(String path, String jdkVersion, String vmName, String vmVersion) {
    public Jvm {
        Parts.said(path, "path");
        Parts.said(jdkVersion, "jdkVersion");
        Parts.said(vmName, "vmName");
        Parts.said(vmVersion, "vmVersion");
    }
}
