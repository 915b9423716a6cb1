package dev.jdbcbench.statistics.turn;

import java.util.List;

/**
 * The counted rounds of one set of fresh JVMs, one for each cell of a row, all alive at once. The group is the unit of
 * replication: each contrast gets one sample from it, however many rounds it has.
 *
 * @param rounds in ascending order of their numbers, at least one, all with the same number of turns
 */
public record Group(List<Round> rounds) {
    public Group {
        rounds = List.copyOf(rounds);
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("a group needs at least one round");
        }
        for (int i = 1; i < rounds.size(); i++) {
            if (rounds.get(i).turns().size() != rounds.get(0).turns().size()) {
                throw new IllegalArgumentException("the rounds of a group have equally many turns");
            }
            if (rounds.get(i).number() <= rounds.get(i - 1).number()) {
                throw new IllegalArgumentException("the rounds of a group are in the order of their numbers");
            }
        }
    }

    /** Number of cells measured together. */
    public int cells() {
        return rounds.get(0).turns().size();
    }

    /**
     * The score of a fork in µs: the total time of its counted turns divided by their operations, which is the cost to a user.
     */
    public double score(int cell) {
        double micros = 0;
        double operations = 0;
        for (Round round : rounds) {
            Turn turn = round.turns().get(cell);
            micros += turn.meanMicros() * turn.operations();
            operations += turn.operations();
        }
        return micros / operations;
    }

    /**
     * ln(score of {@code cell} / score of {@code base}): the group's sample of the plain contrast, without adjustment for
     * disturbances.
     */
    public double logRatio(int cell, int base) {
        return Math.log(score(cell) / score(base));
    }
}
