package dev.jdbcbench.report.layout;

import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.Verdict;

/** How a verdict looks: its sign in tables, its word beside a ratio, and what the legend says of it. */
public enum VerdictSign {
    SLOWER("▲", "slower", "slower"),
    FASTER("▼", "faster", "faster"),
    EQUAL("=", "=", "same within ±" + Numbers.fixed(100 * Claims.MARGIN, 0) + " %"),
    UNDECIDED("?", "?", "not decided"),
    /** Significant by itself, but not after correction for all comparisons (Holm). */
    UNCORRECTED_SLOWER(
            "↑", "?", "not decided: probably slower, but one of so many comparisons may look so by chance (Holm)"),
    UNCORRECTED_FASTER(
            "↓", "?", "not decided: probably faster, but one of so many comparisons may look so by chance (Holm)");

    private final String sign;
    private final String word;
    private final String meaning;

    VerdictSign(String sign, String word, String meaning) {
        this.sign = sign;
        this.word = word;
        this.meaning = meaning;
    }

    /** The look of a verdict. */
    public static VerdictSign of(Verdict verdict) {
        return valueOf(verdict.name());
    }

    /** The look of a comparison: one that is decided only by itself has a sign of its own. */
    public static VerdictSign of(Contrast contrast) {
        boolean open = contrast.verdict() == Verdict.UNDECIDED;
        if (open && contrast.low() != null && contrast.low() > 1) {
            return UNCORRECTED_SLOWER;
        }
        return open && contrast.high() != null && contrast.high() < 1 ? UNCORRECTED_FASTER : of(contrast.verdict());
    }

    /** One character. */
    public String sign() {
        return sign;
    }

    /** The word of a decided difference, else its sign. */
    public String word() {
        return word;
    }

    /** For a legend. */
    public String meaning() {
        return meaning;
    }
}
