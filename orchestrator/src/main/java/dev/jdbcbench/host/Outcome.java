package dev.jdbcbench.host;

/**
 * How a command ended.
 *
 * @param exit its exit code, 0 to 255
 */
public record Outcome(int exit, String out, String err) {
    /** Whether it exited with 0. */
    public boolean ok() {
        return exit == 0;
    }

    /** The last lines of its output, stdout before stderr, for an error message. */
    public String lastLines() {
        String all = (out.strip() + "\n" + err.strip()).strip();
        String[] lines = all.split("\n", -1);
        int from = Math.max(0, lines.length - 12);
        return String.join("\n", java.util.Arrays.copyOfRange(lines, from, lines.length));
    }
}
