package dev.jdbcbench.comparison;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.jdbcbench.expected.Deviation;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.result.CellResult;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row that cannot be compared, because the base or the candidate has no result. A gate fails for a row that the candidate
 * lost, and does not pass while a row is incomplete.
 *
 * @param id the row, whatever the other rows
 * @param why the reasons, each with the name of the side that it belongs to
 * @param version of the candidate; empty if it was not planned
 */
public record Unpaired(
        String row,
        RowId id,
        Side base,
        Side candidate,
        String why,
        @JsonIgnore String version) {
    /** A number that differs between connections, in messages of drivers. */
    private static final Pattern CONNECTION = Pattern.compile("\\(conn=\\d+\\) ");

    /** What one side has of a row. */
    public enum Side {
        RESULT,
        /** It cannot do this, or its mode has no effect. */
        UNSUPPORTED,
        FAILED,
        /** Not measured or not counted; another attempt may have a result. */
        UNKNOWN,
        NOT_PLANNED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        private boolean cannot() {
            return this == UNSUPPORTED || this == FAILED;
        }
    }

    /**
     * One side of a row.
     *
     * @param name the driver or run
     * @param cell null if it was not planned
     * @param result whether the cell has what is compared
     * @param otherwise the reason if it has not, and the cell names none
     */
    public record Half(
            String name,
            @Nullable CellResult cell,
            boolean result,
            @Nullable String otherwise) {
        Side side() {
            if (cell == null) {
                return Side.NOT_PLANNED;
            }
            return result
                    ? Side.RESULT
                    : switch (cell.status()) {
                        case UNSUPPORTED -> Side.UNSUPPORTED;
                        case FAILED -> Side.FAILED;
                        case OK, MISSING -> Side.UNKNOWN;
                    };
        }

        private String reason() {
            String own = cell == null ? "not planned" : cell.reason();
            return CONNECTION
                    .matcher(own != null ? own : otherwise != null ? otherwise : "no result")
                    .replaceAll("");
        }
    }

    /** The row that these two do not have in common. */
    public static Unpaired of(String row, Half base, Half candidate) {
        return new Unpaired(
                row,
                RowId.of(Objects.requireNonNull(candidate.cell() == null ? base.cell() : candidate.cell())
                        .cell()),
                base.side(),
                candidate.side(),
                why(base, candidate),
                candidate.cell() == null ? "" : candidate.cell().cell().driverVersion());
    }

    private static String why(Half base, Half candidate) {
        if (base.result() && candidate.result()) {
            return "the two were not measured together";
        }
        if (base.result() || candidate.result()) {
            Half with = base.result() ? base : candidate;
            Half without = base.result() ? candidate : base;
            return "only " + with.name() + " has a result; " + without.name() + ": " + without.reason();
        }
        return base.reason().equals(candidate.reason())
                ? "neither has a result: " + base.reason()
                : "neither has a result; " + base.name() + ": " + base.reason() + "; " + candidate.name() + ": "
                        + candidate.reason();
    }

    /** The row and the reasons in one line. */
    public String line() {
        return row + ": " + why;
    }

    /** Whether the base has a result and the candidate cannot have one, or no longer has the row. */
    public boolean lost() {
        return base == Side.RESULT && (candidate.cannot() || candidate == Side.NOT_PLANNED);
    }

    /** What a gate may accept if the row is lost. */
    public Deviation deviation() {
        return Deviation.lost(id, version);
    }

    /** Whether the candidate has a result and the base cannot have one. */
    public boolean gained() {
        return candidate == Side.RESULT && base.cannot();
    }

    /** Whether neither can have a result. */
    public boolean inNeither() {
        return base == Side.UNSUPPORTED && candidate == Side.UNSUPPORTED;
    }

    /** Whether a gate has its answer for this row. */
    public boolean judged() {
        return lost() || (gained() && base == Side.UNSUPPORTED);
    }

    /** Whether something failed or is missing, so that a gate has no answer although the row was asked for. */
    public boolean incomplete() {
        return !judged()
                && (base == Side.RESULT
                        || base == Side.FAILED
                        || base == Side.UNKNOWN
                        || candidate == Side.FAILED
                        || candidate == Side.UNKNOWN);
    }
}
