package dev.jdbcbench.failure;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An error that is not a bug. It states what failed and where, why, and what to do, and has an exit code. */
public abstract sealed class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;
    private final String why;
    private final String hint;

    private Failure(ExitCode exitCode, String what, String why, String hint, @Nullable Throwable cause) {
        super(what, cause);
        this.exitCode = exitCode;
        this.why = why.strip();
        this.hint = hint.strip();
    }

    /** The exit code of {@code bench} for this failure. */
    public ExitCode exitCode() {
        return exitCode;
    }

    /** The reason, in one or more lines; may be empty. */
    public String why() {
        return why;
    }

    /** What to do about it. */
    public String hint() {
        return hint;
    }

    /** The three parts as text for the user, ending with a line break. */
    public String text() {
        StringBuilder text = new StringBuilder("bench: " + getMessage() + "\n");
        why.lines().forEach(line -> text.append("  | ").append(line).append('\n'));
        if (!hint.isEmpty()) {
            text.append(hint).append('\n');
        }
        return text.toString();
    }

    /** Bad command line, hosts file or plan. All problems are listed, and nothing was started. */
    public static final class Input extends Failure {
        private static final long serialVersionUID = 1L;

        public Input(String what, List<String> problems, String hint) {
            super(ExitCode.INPUT, what, problems.stream().collect(Collectors.joining("\n")), hint, null);
        }
    }

    /** A host cannot be reached or refuses the login, or the connection to it was lost. */
    public static final class Host extends Failure {
        private static final long serialVersionUID = 1L;

        public Host(String what, String why, String hint, @Nullable Throwable cause) {
            super(ExitCode.HOST, what, why, hint, cause);
        }
    }

    /** A host was taken away for good, with everything on it: there is nothing to wait for or to clean up. */
    public static final class Gone extends Failure {
        private static final long serialVersionUID = 1L;

        public Gone(String what, String why, String hint) {
            super(ExitCode.HOST, what, why, hint, null);
        }
    }

    /** A step on a host failed before measuring, something could not be undone, or output was lost. */
    public static final class Command extends Failure {
        private static final long serialVersionUID = 1L;

        public Command(String what, String why, String hint, @Nullable Throwable cause) {
            super(ExitCode.COMMAND, what, why, hint, cause);
        }
    }

    /** The run ended before everything planned was measured. */
    public static final class Incomplete extends Failure {
        private static final long serialVersionUID = 1L;

        public Incomplete(String what, String why, String hint) {
            super(ExitCode.INCOMPLETE, what, why, hint, null);
        }
    }

    /** A host is too noisy to measure, or results must not be compared. */
    public static final class Unfit extends Failure {
        private static final long serialVersionUID = 1L;

        public Unfit(String what, String why, String hint) {
            super(ExitCode.UNFIT, what, why, hint, null);
        }
    }

    /** A candidate is worse than allowed. */
    public static final class Regression extends Failure {
        private static final long serialVersionUID = 1L;

        public Regression(String what, String why, String hint) {
            super(ExitCode.REGRESSION, what, why, hint, null);
        }
    }

    /** The user or a signal ended the run. */
    public static final class Interrupted extends Failure {
        private static final long serialVersionUID = 1L;

        public Interrupted(@Nullable Throwable cause) {
            super(ExitCode.INTERRUPTED, "interrupted", "", "", cause);
        }
    }
}
