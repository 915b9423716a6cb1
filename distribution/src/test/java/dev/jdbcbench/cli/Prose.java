package dev.jdbcbench.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds sentences that are hard to read: long sentences, and phrases that sound translated. */
final class Prose {
    /** Maximum length of a sentence, in words. */
    static final int LONGEST_SENTENCE = 35;

    private static final List<Pattern> HABITS = patterns(
            "\\banew\\b",
            "\\ball the same\\b",
            "\\bso that\\b",
            "\\bis (told|said|asked for)\\b",
            "\\bare told\\b",
            "\\bbeyond doubt\\b",
            "\\bsurely\\b",
            "\\bstands? below\\b",
            "\\bhears? (on|from)\\b",
            "\\blikewise\\b",
            "\\bbelated\\b",
            "\\bset aside\\b",
            "(?:^|[.] )Who [a-z]+ ",
            "\\bleft alone\\b",
            "\\bworks? on alone\\b",
            "\\btold apart\\b",
            "\\bstands? in the way\\b",
            "(?:^|[.] )The same\\.",
            "\\bturns? round\\b");

    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^(```|~~~~).*?^\\1");
    private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");
    private static final Pattern LINK = Pattern.compile("!?\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern LIST_ITEM = Pattern.compile("^\\s*([-*]|\\d+\\.) ");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?:;])\\s+(?=[A-Z*`(▲])");
    private static final Pattern WORD = Pattern.compile("[^\\s|]*[A-Za-z0-9][^\\s|]*");

    private Prose() {}

    private static List<Pattern> patterns(String... expressions) {
        return Arrays.stream(expressions).map(Pattern::compile).toList();
    }

    /** The findings in a page of Markdown, each with the beginning of its sentence. */
    static List<String> findingsInMarkdown(String markdown) {
        List<String> findings = new ArrayList<>();
        paragraphs(markdown).forEach(paragraph -> findings.addAll(findings(paragraph)));
        return findings;
    }

    /** The findings in one paragraph of plain text. */
    static List<String> findings(String paragraph) {
        List<String> findings = new ArrayList<>();
        for (String sentence : SENTENCE_END.split(paragraph, -1)) {
            long words = WORD.matcher(sentence).results().count();
            if (words > LONGEST_SENTENCE) {
                findings.add(words + " words: " + sentence);
            }
            for (Pattern habit : HABITS) {
                habit.matcher(sentence)
                        .results()
                        .map(MatchResult::group)
                        .map(found -> "\"" + found.strip() + "\": " + sentence)
                        .forEach(findings::add);
            }
        }
        return findings;
    }

    private static List<String> paragraphs(String markdown) {
        String text = CODE_BLOCK.matcher(markdown).replaceAll("\n\n");
        text = LINK.matcher(CODE.matcher(text).replaceAll("x")).replaceAll("$1");
        List<String> paragraphs = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            boolean table = line.startsWith("|");
            boolean item = LIST_ITEM.matcher(line).find();
            if (line.isBlank() || line.startsWith("#") || table || item) {
                paragraphs.add(open.toString());
                open.setLength(0);
            }
            if (table) {
                paragraphs.addAll(Arrays.asList(line.split("\\|", -1)));
            } else if (!line.startsWith("#")) {
                open.append(LIST_ITEM.matcher(line).replaceFirst("").strip()).append(' ');
            }
        }
        paragraphs.add(open.toString());
        return paragraphs.stream().map(String::strip).toList();
    }
}
