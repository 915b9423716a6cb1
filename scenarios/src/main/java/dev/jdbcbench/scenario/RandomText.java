package dev.jdbcbench.scenario;

import java.util.Random;

/** A ring of random strings, made before the measurement so that making them is not measured. */
final class RandomText {
    private static final int LENGTH = 100;
    private static final int SIZE = 1024;
    private static final long SEED = 20161017; // any fixed one: every driver gets the same strings
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final String[] texts;
    private int next;

    /** Of 100 characters each: all ASCII, so bytes, too. */
    RandomText() {
        this(LENGTH, SIZE, SEED);
    }

    /**
     * A ring of strings.
     *
     * @param length of each, in characters
     * @param size how many there are: a power of two
     */
    RandomText(int length, int size, long seed) {
        texts = new String[size];
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            StringBuilder text = new StringBuilder(length);
            for (int j = 0; j < length; j++) {
                text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            texts[i] = text.toString();
        }
    }

    String next() {
        return texts[next++ & (texts.length - 1)];
    }
}
