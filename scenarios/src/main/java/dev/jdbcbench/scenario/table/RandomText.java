package dev.jdbcbench.scenario.table;

import java.util.Random;

/** A ring of random strings, created in advance to keep their creation out of the measurement. */
public final class RandomText {
    private static final int LENGTH = 100;
    private static final int SIZE = 1024;
    private static final long SEED = 20161017; // fixed, so every driver gets the same strings
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final String[] texts;
    private int next;

    /** Strings of 100 ASCII characters, so also 100 bytes. */
    public RandomText() {
        this(LENGTH, SIZE, SEED);
    }

    /**
     * A ring of strings.
     *
     * @param length length of each string, in characters
     * @param size number of strings, a power of two
     */
    public RandomText(int length, int size, long seed) {
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

    public String next() {
        return texts[next++ & (texts.length - 1)];
    }
}
