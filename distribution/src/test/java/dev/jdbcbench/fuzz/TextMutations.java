package dev.jdbcbench.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Makes random changes to texts, by bytes and by lines. */
public final class TextMutations {
    private static final List<String> WORDS = List.of(
            "null",
            "-1",
            "0",
            "99999999999999999999",
            "1e999",
            "NaN",
            "\0",
            "\u001b[2J",
            "\u202e",
            "../../x",
            "{",
            "[",
            "\"",
            "&a [*a]",
            "!!int",
            "%",
            "\r",
            "\ud83d\ude00",
            ":",
            "# ",
            "ü");
    private static final int MOST_CHANGES = 4;

    private final List<byte[]> examples;

    /** @param examples valid texts, which are also mixed with each other */
    public TextMutations(String... examples) {
        this.examples = Arrays.stream(examples)
                .map(example -> example.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** Returns one of the examples with a few random changes. */
    public byte[] next(Random random) {
        byte[] text = examples.get(random.nextInt(examples.size()));
        for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
            text = changed(text, random);
        }
        return text;
    }

    private byte[] changed(byte[] text, Random random) {
        if (text.length == 0) {
            return examples.get(random.nextInt(examples.size()));
        }
        int at = random.nextInt(text.length);
        return switch (random.nextInt(7)) {
            case 0 -> {
                byte[] flipped = text.clone();
                flipped[at] ^= (byte) (1 << random.nextInt(8));
                yield flipped;
            }
            case 1 -> Arrays.copyOf(text, at);
            case 2 -> joined(text, at, bytes(WORDS.get(random.nextInt(WORDS.size()))), at);
            case 3 -> joined(text, at, new byte[0], Math.min(text.length, at + 1 + random.nextInt(40)));
            case 4 -> digits(text, random);
            case 5 -> {
                byte[] other = examples.get(random.nextInt(examples.size()));
                int from = random.nextInt(other.length + 1);
                yield joined(text, at, Arrays.copyOfRange(other, from, other.length), text.length);
            }
            default -> lines(text, random);
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] joined(byte[] text, int end, byte[] middle, int from) {
        byte[] all = new byte[end + middle.length + text.length - from];
        System.arraycopy(text, 0, all, 0, end);
        System.arraycopy(middle, 0, all, end, middle.length);
        System.arraycopy(text, from, all, end + middle.length, text.length - from);
        return all;
    }

    /** Makes a number longer or negative. */
    private static byte[] digits(byte[] text, Random random) {
        int start = random.nextInt(text.length);
        for (int i = 0; i < text.length; i++) {
            int at = (start + i) % text.length;
            if (Character.isDigit(text[at])) {
                return joined(text, at, bytes(random.nextBoolean() ? "9".repeat(1 + random.nextInt(20)) : "-"), at);
            }
        }
        return text;
    }

    private static byte[] lines(byte[] text, Random random) {
        List<String> lines =
                new ArrayList<>(Arrays.asList(new String(text, StandardCharsets.ISO_8859_1).split("(?<=\n)", -1)));
        int one = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        switch (random.nextInt(3)) {
            case 0 -> lines.remove(one);
            case 1 -> lines.add(other, lines.get(one));
            default -> Collections.swap(lines, one, other);
        }
        return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
    }
}
