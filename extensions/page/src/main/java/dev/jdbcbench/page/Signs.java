package dev.jdbcbench.page;

import java.util.List;

/** The signs that distinguish drivers without colours, as corners in units of their size; those of the page. */
final class Signs {
    static final double[] UP = {0, -1, 0.95, 0.7, -0.95, 0.7};
    static final double[] DOWN = {0, 1, 0.95, -0.7, -0.95, -0.7};

    private static final double[] DIAMOND = {0, -1.25, 0.8, 0, 0, 1.25, -0.8, 0};
    private static final double[] SQUARE = {-0.85, -0.85, 0.85, -0.85, 0.85, 0.85, -0.85, 0.85};
    static final double[] PLUS = {
        -0.4, -1.1, 0.4, -1.1, 0.4, -0.4, 1.1, -0.4, 1.1, 0.4, 0.4, 0.4, 0.4, 1.1, -0.4, 1.1, -0.4, 0.4, -1.1, 0.4,
        -1.1, -0.4, -0.4, -0.4
    };
    private static final double[] WYE = {
        -0.35, 0.2, -1.1, -0.5, -0.7, -1, 0, -0.4, 0.7, -1, 1.1, -0.5, 0.35, 0.2, 0.35, 1.1, -0.35, 1.1
    };

    static final double[] TIMES = turned(PLUS);

    private static final List<double[]> ALL = List.of(
            rays(24, 1, 1), SQUARE, DIAMOND, rays(10, 1.3, 0.5), PLUS, WYE, rays(12, 1.3, 0.3), rays(6, 1.1, 1.1));

    private Signs() {}

    static double[] of(int index) {
        return ALL.get(index % ALL.size()).clone();
    }

    /** Corners in equal angles, at two distances in turn. */
    private static double[] rays(int count, double outer, double inner) {
        double[] corners = new double[2 * count];
        for (int i = 0; i < count; i++) {
            double far = i % 2 == 0 ? outer : inner;
            corners[2 * i] = far * Math.sin(2 * Math.PI * i / count);
            corners[2 * i + 1] = -far * Math.cos(2 * Math.PI * i / count);
        }
        return corners;
    }

    private static double[] turned(double[] corners) {
        double[] turned = new double[corners.length];
        for (int i = 0; i < corners.length; i += 2) {
            turned[i] = (corners[i] - corners[i + 1]) * Math.sqrt(0.5);
            turned[i + 1] = (corners[i] + corners[i + 1]) * Math.sqrt(0.5);
        }
        return turned;
    }
}
