package dev.jdbcbench.agent.turn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The order in which the members of a group take their turns, round by round. Uses Latin squares in which each member follows
 * every other equally often: E. J. Williams, "Experimental designs balanced for the estimation of residual effects of
 * treatments", Australian Journal of Scientific Research A 2 (1949) 149–168. An odd number of members needs two squares, the
 * second with its rows reversed. The members are assigned at random in every square.
 */
public final class RoundOrder {
    private final int members;
    private final Random random;
    private final List<List<Integer>> drawn = new ArrayList<>();

    public RoundOrder(int members, long seed) {
        this.members = members;
        this.random = new Random(seed);
    }

    /** The order of the next round; members are numbered from 0. */
    public List<Integer> next() {
        if (drawn.isEmpty()) {
            List<Integer> labels =
                    new ArrayList<>(IntStream.range(0, members).boxed().toList());
            Collections.shuffle(labels, random);
            List<List<Integer>> square = new ArrayList<>();
            for (int row = 0; row < members; row++) {
                List<Integer> order = new ArrayList<>();
                for (int column = 0; column < members; column++) {
                    order.add(labels.get((zigzag(column) + row) % members));
                }
                square.add(order);
                if (members % 2 == 1 && members > 1) {
                    List<Integer> mirrored = new ArrayList<>(order);
                    Collections.reverse(mirrored);
                    square.add(mirrored);
                }
            }
            Collections.shuffle(square, random);
            drawn.addAll(square);
        }
        return drawn.remove(drawn.size() - 1);
    }

    /** 0, 1, n−1, 2, n−2, …: the differences between neighbours are all distinct. */
    private int zigzag(int column) {
        int half = (column + 1) / 2;
        return column % 2 == 1 ? half : (members - half) % members;
    }
}
