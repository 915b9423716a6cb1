package dev.jdbcbench.scenario;

import java.util.Random;

/** A ring of random strings, made before the measurement so that making them is not measured. */
final class RandomText {
    /** Of each string, in characters: all ASCII, so in bytes too. */
    static final int LENGTH = 100;

    private static final int SIZE = 1024; // a power of two, for the mask below
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private final String[] texts = new String[SIZE];
    private int next;

    RandomText() {
        Random random = new Random(20161017); // any fixed seed: every driver gets the same strings
        for (int i = 0; i < SIZE; i++) {
            StringBuilder text = new StringBuilder(LENGTH);
            for (int j = 0; j < LENGTH; j++) {
                text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            texts[i] = text.toString();
        }
    }

    String next() {
        return texts[next++ & (SIZE - 1)];
    }
}
