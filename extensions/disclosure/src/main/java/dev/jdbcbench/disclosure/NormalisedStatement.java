package dev.jdbcbench.disclosure;

import dev.jdbcbench.sql.Syntax;
import dev.jdbcbench.sql.Syntax.Characters;
import dev.jdbcbench.sql.Syntax.Effect;
import dev.jdbcbench.sql.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Normalises a statement: literals become {@code ?}, comments are removed, lists after IN and rows of VALUES are
 * folded. All executions of one line of code get the same shape, and no shape contains data. Text in double quotes
 * counts as a literal, as it does by default in MariaDB and MySQL. It reads bytes, as servers do. Where the end of a
 * literal is not certain, nothing of the statement is shown. The time is proportional to the length.
 */
public final class NormalisedStatement {
    /** Stands for a statement in which data cannot be told from the rest. */
    public static final String UNSAFE = "(a statement that bench cannot read safely)";

    private static final String LITERAL = "?";
    private static final String MORE = "…";
    private static final String OPEN = "(";
    private static final String CLOSE = ")";
    private static final String COMMA = ",";
    private static final String END = ";";

    /** Longest shape, in characters. */
    private static final int LONGEST = 1000;

    /** Bytes of a literal to look at, for the name of a character set. */
    private static final int LONGEST_NAME = 32;

    private static final char HIGH = 0x80;

    /** Words that are values wherever a value is expected. */
    private static final Set<String> VALUES = Set.of("NULL", "TRUE", "FALSE", "DEFAULT");

    private static final Set<String> BEFORE_VALUE = Set.of(OPEN, COMMA, "=", "<", ">", "<=", ">=", "<>", "!=");
    private static final Set<String> IN_LISTS = Set.of(OPEN, CLOSE, COMMA, LITERAL);
    private static final Set<String> SIGNS = Set.of("+", "-");

    /** The value of autocommit is kept, because it is the purpose of the statement. */
    private static final Pattern AUTOCOMMIT =
            Pattern.compile("(?i)set (?:session |@@session\\.|@@)?autocommit ?= ?[01] ?;?");

    private static final Pattern STRING_PREFIX = Pattern.compile("(?i)[xbn]|_[a-z0-9]+");

    /** Statements with one of these words may change how the next ones are read. */
    private static final Pattern SWITCHING =
            Pattern.compile("(?i)sql_mode|character_set|\\b(?:names|charset|character|execute|call)\\b");

    private final String sql;
    private final boolean cut;
    private final Tokens source;
    private final List<Token> tokens = new ArrayList<>();
    private String text = UNSAFE;
    private boolean gap;
    private boolean switches;
    private boolean ended;
    private boolean several;
    private boolean conditional;

    private NormalisedStatement(String sql, boolean cut, Syntax syntax) {
        this.sql = sql;
        this.cut = cut;
        this.source = new Tokens(sql, syntax, cut);
    }

    /**
     * A word, a sign or a literal.
     *
     * @param gap whether a blank or a comment precedes it
     * @param source the beginning of a literal; the text otherwise
     */
    private record Token(String text, boolean gap, String source) {
        Token(String text, boolean gap) {
            this(text, gap, text);
        }

        boolean is(String other) {
            return text.equals(other);
        }

        boolean isWord(String other) {
            return source.equalsIgnoreCase(other);
        }
    }

    /**
     * The shape of a statement.
     *
     * @param cut whether the text is truncated
     */
    public static NormalisedStatement of(byte[] sql, boolean cut, Syntax syntax) {
        NormalisedStatement shape = new NormalisedStatement(new String(sql, StandardCharsets.ISO_8859_1), cut, syntax);
        shape.read();
        if (shape.source.safe()) {
            shape.text = shape.normalised();
        }
        return shape;
    }

    /** The shape of a text whose syntax is not known. */
    public static String of(String sql) {
        return of(sql.getBytes(StandardCharsets.UTF_8), false, Syntax.UNSURE).text();
    }

    /** The normalised statement. */
    public String text() {
        return text;
    }

    private String normalised() {
        String line = sql.length() > LONGEST ? "" : sql.strip().replaceAll("\\s+", " ");
        if (AUTOCOMMIT.matcher(line).matches()) {
            return line.replace(END, "").strip();
        }
        String whole = text(withoutRepeats(folded()));
        boolean shortened = whole.length() > LONGEST;
        if (shortened) {
            whole = whole.substring(0, Character.isHighSurrogate(whole.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
        }
        return shortened || (cut && !whole.endsWith(MORE)) ? whole + " " + MORE : whole;
    }

    /**
     * What the statement may change for those after it.
     *
     * @param more whether a truncated text may contain further statements
     */
    public Effect effect(boolean more) {
        boolean set = starts("SET") && !(tokens.size() > 1 && tokens.get(1).isWord("STATEMENT"));
        if ((cut && (more || set)) || (!source.safe() && SWITCHING.matcher(sql).find())) {
            return new Effect(true, false, Characters.UNSURE);
        }
        if (!source.safe()
                || !switches
                || !(set || several || tokens.stream().anyMatch(NormalisedStatement::runsOthers))) {
            return Effect.NONE;
        }
        boolean setsMode = set && !several && tokens.stream().anyMatch(NormalisedStatement::namesMode);
        return new Effect(true, setsMode, characters(set && !several && !conditional));
    }

    private boolean starts(String word) {
        return !tokens.isEmpty() && tokens.get(0).isWord(word);
    }

    /** Whether the word runs statements that bench does not see. */
    private static boolean runsOthers(Token token) {
        return token.isWord("EXECUTE") || token.isWord("CALL");
    }

    private static boolean namesMode(Token token) {
        return token.source().toLowerCase(Locale.ROOT).contains("sql_mode");
    }

    /** The character set that a statement sets. Names of a character set follow words like NAMES. */
    private Characters characters(boolean plainSet) {
        Characters characters = Characters.KEPT;
        for (int i = 0; i < tokens.size(); i++) {
            String word = tokens.get(i).source().toUpperCase(Locale.ROOT);
            boolean named = word.equals("NAMES")
                    || word.equals("CHARSET")
                    || (word.equals("SET") && i > 0 && tokens.get(i - 1).isWord("CHARACTER"))
                    || word.contains("CHARACTER_SET_CLIENT");
            if (runsOthers(tokens.get(i))) {
                return Characters.UNSURE;
            }
            if (named) {
                int value = i + 1;
                while (value < tokens.size()
                        && Set.of("=", ":=").contains(tokens.get(value).text())) {
                    value++;
                }
                if (value >= tokens.size() || !Syntax.plain(tokens.get(value).source())) {
                    return Characters.UNSURE;
                }
                characters = plainSet ? Characters.PLAIN : characters;
            }
        }
        return characters;
    }

    private void read() {
        while (source.safe() && source.next()) {
            switch (source.kind()) {
                case BLANK, COMMENT -> gap = true;
                case MARK -> { // hints and executable comments stay, without their delimiters
                    gap = true;
                    conditional = true;
                }
                case STRING -> {
                    int from = source.from();
                    string(sql.substring(from + 1, Math.max(from + 1, Math.min(source.to() - 1, from + LONGEST_NAME))));
                }
                case NAME -> name(source.text());
                case NUMBER -> value(LITERAL, LITERAL);
                case WORD -> word(source.text());
                case SIGN, DELIMITER -> sign(source.text());
            }
        }
    }

    /** Adds the literal just read. A prefix such as x or _utf8mb4, or a string directly before it, belongs to it. */
    private void string(String source) {
        if (!tokens.isEmpty()) {
            Token last = tokens.get(tokens.size() - 1);
            boolean prefix = STRING_PREFIX.matcher(last.text()).matches()
                    && (!gap || last.text().startsWith("_"));
            if (prefix) {
                tokens.remove(tokens.size() - 1);
                gap = last.gap();
            }
        }
        value(LITERAL, source);
    }

    private void word(String word) {
        boolean expected = !tokens.isEmpty()
                && BEFORE_VALUE.contains(tokens.get(tokens.size() - 1).text());
        boolean calls = source.to() < sql.length() && sql.charAt(source.to()) == '(';
        if (expected && VALUES.contains(word.toUpperCase(Locale.ROOT)) && !calls) {
            value(LITERAL, word);
        } else {
            name(word);
        }
    }

    private void name(String name) {
        boolean ascii = name.chars().allMatch(letter -> letter < HIGH);
        add(ascii ? name : new String(name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    }

    private void sign(String sign) {
        add(sign);
        if (sign.equals(END)) {
            ended = true;
            if (switches) {
                source.syntax(Syntax.UNSURE); // the server executes one statement before it reads the next
            }
        }
    }

    /** Adds a value; a sign directly before it belongs to it. */
    private void value(String text, String source) {
        int size = tokens.size();
        if (size >= 2
                && SIGNS.contains(tokens.get(size - 1).text())
                && BEFORE_VALUE.contains(tokens.get(size - 2).text())) {
            gap = tokens.remove(size - 1).gap();
        }
        add(new Token(text, gap, source));
    }

    private void add(String text) {
        add(new Token(text, gap));
    }

    private void add(Token token) {
        tokens.add(token);
        gap = false;
        several |= ended && !token.is(END);
        switches |= SWITCHING.matcher(token.source()).find();
    }

    /** The tokens with lists and rows folded. */
    private List<Token> folded() {
        List<Token> kept = new ArrayList<>();
        Groups groups = new Groups(tokens);
        int i = 0;
        while (i < tokens.size()) {
            Token token = tokens.get(i);
            kept.add(token);
            i++;
            boolean group = i < tokens.size() && tokens.get(i).is(OPEN);
            if (group && token.text().equalsIgnoreCase("IN")) {
                i = foldList(i, kept, groups);
            } else if (group
                    && (token.text().equalsIgnoreCase("VALUES") || token.text().equalsIgnoreCase("VALUE"))) {
                i = foldRows(i, kept, groups);
            }
        }
        return kept;
    }

    /** Folds a list that contains only values, or rows of values, to its first element; returns the index after it. */
    private int foldList(int open, List<Token> kept, Groups groups) {
        if (!groups.isList(open)) {
            return open;
        }
        kept.add(tokens.get(open));
        int row = open + 1;
        if (row < tokens.size() && tokens.get(row).is(OPEN)) {
            kept.addAll(tokens.subList(row, groups.end(row)));
        } else {
            kept.add(new Token(LITERAL, false));
        }
        kept.add(new Token(MORE, false));
        kept.add(new Token(CLOSE, false));
        return groups.end(open);
    }

    /** Keeps the first row of several; returns the index after them. */
    private int foldRows(int open, List<Token> kept, Groups groups) {
        int end = groups.end(open);
        kept.addAll(tokens.subList(open, end));
        boolean more = false;
        while (end + 1 < tokens.size()
                && tokens.get(end).is(COMMA)
                && tokens.get(end + 1).is(OPEN)) {
            end = groups.end(end + 1);
            more = true;
        }
        if (end + 1 == tokens.size() && tokens.get(end).is(COMMA)) {
            end++; // the text was cut between two rows
            more = true;
        }
        if (more) {
            kept.add(new Token(COMMA, false));
            kept.add(new Token(MORE, true));
        }
        return end;
    }

    /** The parentheses of a statement. */
    private static final class Groups {
        private final int[] ends;
        /** How many tokens before each one cannot be in a list of values. */
        private final int[] others;

        Groups(List<Token> tokens) {
            ends = new int[tokens.size()];
            others = new int[tokens.size() + 1];
            Deque<Integer> open = new ArrayDeque<>();
            for (int i = 0; i < tokens.size(); i++) {
                Token token = tokens.get(i);
                ends[i] = tokens.size();
                others[i + 1] = others[i] + (IN_LISTS.contains(token.text()) ? 0 : 1);
                if (token.is(OPEN)) {
                    open.push(i);
                } else if (token.is(CLOSE) && !open.isEmpty()) {
                    ends[open.pop()] = i + 1;
                }
            }
        }

        /** The index after the parenthesis that closes the one at {@code open}; the end if the text was truncated. */
        int end(int open) {
            return ends[open];
        }

        /** Whether it contains only values, or rows of values. */
        boolean isList(int open) {
            return others[ends[open]] == others[open];
        }
    }

    /** Removes repetitions of a statement from a text, as in a rewritten batch of UPDATE. */
    private static List<Token> withoutRepeats(List<Token> tokens) {
        List<String> statements = new ArrayList<>();
        List<Token> kept = new ArrayList<>();
        List<Token> open = new ArrayList<>();
        boolean repeated = false;
        for (int i = 0; i <= tokens.size(); i++) {
            if (i < tokens.size() && !tokens.get(i).is(END)) {
                open.add(tokens.get(i));
                continue;
            }
            String statement = text(open);
            if (!open.isEmpty()
                    && (statements.isEmpty()
                            || !statements.get(statements.size() - 1).equals(statement))) {
                if (!kept.isEmpty()) {
                    kept.add(new Token(END, false));
                    open.set(0, new Token(open.get(0).text(), true));
                }
                kept.addAll(open);
                statements.add(statement);
            } else if (!open.isEmpty()) {
                repeated = true;
            }
            open.clear();
        }
        if (repeated) {
            kept.add(new Token(END, false));
            kept.add(new Token(MORE, true));
        }
        return kept;
    }

    private static String text(List<Token> tokens) {
        StringBuilder text = new StringBuilder();
        String last = "";
        for (Token token : tokens) {
            boolean tight = token.is(COMMA) || token.is(CLOSE) || token.is(END) || last.equals(OPEN);
            if (!text.isEmpty() && !tight && (token.gap() || last.equals(COMMA))) {
                text.append(' ');
            }
            text.append(token.text());
            last = token.text();
        }
        return text.toString();
    }
}
