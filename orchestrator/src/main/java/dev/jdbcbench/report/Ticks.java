package dev.jdbcbench.report;

import java.util.ArrayList;
import java.util.List;

/** Round numbers at which an axis is marked. */
final class Ticks {
    private static final int MOST = 5;
    private static final double[] STEPS = {1, 2, 5, 10};

    private Ticks() {}

    /** From zero, in equal steps of 1, 2 or 5 times a power of ten; the last is not below the greatest value. */
    static List<Double> linear(double greatest) {
        double raw = greatest > 0 && Double.isFinite(greatest) ? greatest / MOST : 1;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double step = 10 * power;
        for (double factor : STEPS) {
            if (factor * power >= raw * (1 - 1e-9)) {
                step = factor * power;
                break;
            }
        }
        List<Double> ticks = new ArrayList<>(List.of(0.0));
        for (int i = 1; ticks.get(ticks.size() - 1) < greatest * (1 - 1e-9); i++) {
            ticks.add(i * step);
        }
        if (ticks.size() == 1) {
            ticks.add(step);
        }
        return ticks;
    }

    /** 1, 2 and 5 times powers of ten, or the powers alone when those are many, from the last one below to the first one above. */
    static List<Double> logarithmic(double least, double greatest) {
        int first = (int) Math.floor(Math.log10(least));
        int last = (int) Math.ceil(Math.log10(greatest));
        List<Double> all = new ArrayList<>();
        for (int exponent = first; exponent <= last; exponent++) {
            for (double factor : last - first > 2 ? new double[] {1} : new double[] {1, 2, 5}) {
                all.add(factor * Math.pow(10, exponent));
            }
        }
        double from = all.stream().filter(tick -> tick <= least * (1 + 1e-9)).reduce(all.get(0), Math::max);
        double to = all.stream()
                .filter(tick -> tick >= greatest * (1 - 1e-9))
                .reduce((a, b) -> a)
                .orElse(from);
        double end = to > from ? to : 10 * from;
        List<Double> ticks = new ArrayList<>(
                all.stream().filter(tick -> tick >= from && tick <= end).toList());
        if (ticks.size() == 1) {
            ticks.add(end);
        }
        return ticks;
    }
}
