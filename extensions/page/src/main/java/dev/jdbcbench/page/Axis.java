package dev.jdbcbench.page;

import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.layout.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/**
 * An axis of a figure.
 *
 * @param logarithmic whether equal distances are equal ratios
 * @param ticks the marked values, with their texts
 */
record Axis(double from, double to, boolean logarithmic, List<Tick> ticks) {
    /** A marked value. */
    record Tick(double value, String text) {}

    private static final double[] LEADING = {1, 2, 5};

    /** So many ticks at most have room for their texts. */
    private static final int MOST = 8;

    /** A factor between values above which a change is better said as a ratio than in percent. */
    private static final double WIDE = 3;

    Axis {
        ticks = List.copyOf(ticks);
    }

    /** Where a value is, as a share of the axis; values outside are at its ends. */
    double place(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, Double.MIN_NORMAL) / from) / Math.log(to / from)
                : (value - from) / (to - from);
        return Math.max(0, Math.min(1, share));
    }

    /** A logarithmic one for values above zero, with ticks at 1, 2 and 5 times powers of ten. */
    static Axis logarithmic(DoubleStream values, DoubleFunction<String> text) {
        double[] known = values.filter(value -> value > 0).sorted().toArray();
        double least = known.length == 0 ? 1 : known[0] / 1.1;
        double most = known.length == 0 ? 10 : known[known.length - 1] * 1.1;
        List<Tick> ticks = leading(least, most, text);
        if (ticks.size() < 2) { // so that the scale can be read
            least /= WIDE;
            most *= WIDE;
            ticks = leading(least, most, text);
        }
        return new Axis(least, most, true, ticks);
    }

    private static List<Tick> leading(double least, double most, DoubleFunction<String> text) {
        List<Tick> all = new ArrayList<>();
        List<Tick> powers = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(least)); Math.pow(10, power) <= most; power++) {
            for (double digit : LEADING) {
                double value = digit * Math.pow(10, power);
                if (value >= least && value <= most) {
                    all.add(new Tick(value, text.apply(value)));
                    if (digit == 1) {
                        powers.add(new Tick(value, text.apply(value)));
                    }
                }
            }
        }
        return all.size() <= MOST ? all : powers;
    }

    /** One for ratios to a base, which says them in percent if they are near. */
    static Axis ratios(DoubleStream ratios) {
        double[] known = ratios.sorted().toArray();
        double least = Math.max(0.01, Math.min(1 / 1.08, known[0]) / 1.02);
        double most = Math.min(100, Math.max(1.08, known[known.length - 1]) * 1.02);
        return new Axis(
                least,
                most,
                true,
                most / least > WIDE
                        ? leading(least, most, value -> "×" + Numbers.plain(value))
                        : steps(100 * (least - 1), 100 * (most - 1), value -> signed(value) + " %").stream()
                                .map(tick -> new Tick(1 + tick.value() / 100, tick.text()))
                                .toList());
    }

    /** A linear one with round steps. */
    static Axis linear(double from, double to, DoubleFunction<String> text) {
        return new Axis(from, to, false, steps(from, to, text));
    }

    /** One for counts that double, such as numbers of threads. */
    static Axis counts(DoubleStream counts) {
        List<Tick> ticks = counts.sorted()
                .distinct()
                .mapToObj(value -> new Tick(value, Numbers.plain(value)))
                .toList();
        return new Axis(ticks.get(0).value() / 1.2, ticks.get(ticks.size() - 1).value() * 1.2, true, ticks);
    }

    private static List<Tick> steps(double from, double to, DoubleFunction<String> text) {
        double step = Math.pow(10, Math.floor(Math.log10((to - from) / MOST)));
        for (int i = 0; (to - from) / step > MOST; i++) {
            step *= i % 3 == 1 ? 2.5 : 2; // 1, 2, 5, 10
        }
        List<Tick> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(from / step); i * step <= to; i++) {
            ticks.add(new Tick(i * step, text.apply(i * step)));
        }
        return ticks;
    }

    /** A time with its own digits: 20 µs, 1 ms. */
    static String time(double micros) {
        return micros < Unit.MICROS_PER_MILLI
                ? Numbers.plain(micros) + " µs"
                : micros < Unit.MICROS_PER_SECOND
                        ? Numbers.plain(micros / Unit.MICROS_PER_MILLI) + " ms"
                        : Numbers.plain(micros / Unit.MICROS_PER_SECOND) + " s";
    }

    /** A change in percent, with a sign that is as wide as a plus. */
    static String signed(double percent) {
        String size = String.format(Locale.ROOT, Math.abs(percent) < 9.95 ? "%.1f" : "%.0f", Math.abs(percent))
                .replace(".0", "");
        return size.equals("0") ? "0" : (percent < 0 ? "−" : "+") + size;
    }
}
