package dev.jdbcbench.cli;

/** A group of commands on the main page of the help. */
public enum HelpGroup {
    MEASURE("Measure", true),
    VERSIONS("Versions", true),
    HOSTS("Hosts", false),
    LONG_RUNS("Long runs", false),
    OTHER("Other", false);

    private final String heading;
    private final boolean described;

    HelpGroup(String heading, boolean described) {
        this.heading = heading;
        this.described = described;
    }

    String heading() {
        return heading;
    }

    /** Whether each command has a line with its description. Otherwise, one line names them all. */
    boolean described() {
        return described;
    }
}
