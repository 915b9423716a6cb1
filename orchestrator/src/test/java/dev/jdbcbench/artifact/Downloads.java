package dev.jdbcbench.artifact;

/** Downloads the default artifacts into the local Maven repository, for tests that run without a network. */
public final class Downloads {
    private Downloads() {}

    /** Ends with an exception, and exit code 1, if one cannot be downloaded. */
    public static void main(String[] args) {
        Artifacts artifacts = new Artifacts((file, bytes, total) -> {});
        Pins.coordinates().forEach(artifacts::resolve);
    }
}
