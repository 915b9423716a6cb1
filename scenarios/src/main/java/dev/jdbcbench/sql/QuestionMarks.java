package dev.jdbcbench.sql;

import java.util.Optional;

/**
 * The number of parameters of a statement. Servers of different kinds and versions execute different comments, so it may
 * depend on the server.
 */
public record QuestionMarks(long fewest, long most) {
    /** The question marks outside of quotation marks and comments. */
    public static QuestionMarks in(String sql, Syntax syntax) {
        long fewest = 0;
        long most = 0;
        Tokens tokens = new Tokens(sql, syntax);
        while (tokens.next()) {
            if (tokens.isSign('?')) {
                most += tokens.hint() ? 0 : 1;
                fewest += tokens.uncertain() ? 0 : 1;
            }
        }
        return new QuestionMarks(fewest, most);
    }

    /** Why a statement cannot be measured with so many parameters; empty if it can. */
    public Optional<String> problem(int parameters) {
        if (fewest < most) {
            return Optional.of("has question marks in a comment that only some servers execute: take them out of it");
        }
        return most == parameters
                ? Optional.empty()
                : Optional.of("has " + counted(most, "question mark") + ", and there "
                        + (parameters == 1 ? "is " : "are ") + counted(parameters, "parameter"));
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
