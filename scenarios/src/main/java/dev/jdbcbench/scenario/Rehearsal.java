package dev.jdbcbench.scenario;

import dev.jdbcbench.anatomy.BareLoop;
import dev.jdbcbench.anatomy.RefusedException;
import dev.jdbcbench.anatomy.Taps;
import dev.jdbcbench.driver.ServerError;
import dev.jdbcbench.scenario.jvm.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JVM that finds out whether a cell can be measured from a recording, before a group depends on it. Its arguments are those of
 * {@link Floor}, as {@code name=value}. The last line that it prints is its verdict: {@code REPLAYED}, or {@code REFUSED} or
 * {@code FAILED} and the reason. For a floor it is {@code FLOOR}, the digest of the requests and the length of the answers. With {@code look=MILLIS}, the longest warm-up, and answers from memory, {@code OWN} and what the driver's own code costs.
 */
public final class Rehearsal {
    public static final String REPLAYED = "REPLAYED";
    public static final String OWN = "OWN ";
    public static final String FLOOR = "FLOOR ";
    public static final String REFUSED = "REFUSED ";
    public static final String FAILED = "FAILED ";

    private static final int OPERATIONS = 50;
    private static final long LONG_ENOUGH_NANOS = 1_000_000_000;

    /** Keeps the results alive, so the JIT cannot optimise the work away. */
    private static volatile @Nullable Object consumed;

    private Rehearsal() {}

    /** Prints the verdict. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Map<String, String> named = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            named.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        Scenario work = OpenLoad.scenario(named.getOrDefault("scenario", ""), named.getOrDefault("sql", ""));
        work.topology = named.getOrDefault("topology", "");
        work.server = named.getOrDefault("server", "");
        work.driver = named.getOrDefault("driver", "");
        work.mode = named.getOrDefault("mode", "");
        work.transport = named.getOrDefault("transport", "");
        work.parameters(OpenLoad.separated(named.getOrDefault("params", "")));
        System.out.println("\n" + verdict(work, Long.parseLong(named.getOrDefault("look", "0"))));
        System.out.flush();
        Runtime.getRuntime().halt(0); // a driver's threads could keep it alive
    }

    private static String verdict(Scenario work, long look) {
        try {
            work.open(1);
            String verdict = REPLAYED;
            if (work.transport.equals("floor")) {
                BareLoop loop = Floor.of(work);
                repeat(() -> Floor.carryOut(loop));
                verdict = FLOOR + loop.requests() + " " + loop.answers();
            } else {
                repeat(work::operation);
            }
            if (look > 0) {
                Taps taps = Taps.ofThisJvm().orElseThrow();
                verdict = OWN + new OwnLook(() -> consumed = work.operation(), taps, look).line();
            }
            work.close();
            return verdict;
        } catch (SQLFeatureNotSupportedException e) {
            e.printStackTrace();
            return REFUSED
                    + (e.getCause() instanceof RefusedException why
                            ? why.getMessage()
                            : Taps.ofThisJvm().flatMap(Taps::broken).orElseGet(() -> oneLine(e)));
        } catch (SQLException | IOException | RuntimeException e) {
            e.printStackTrace();
            return Taps.ofThisJvm()
                    .flatMap(Taps::broken)
                    .map(reason -> REFUSED + reason)
                    .orElseGet(() -> FAILED + oneLine(e));
        }
    }

    private static void repeat(Turns.Operation operation) throws SQLException {
        long start = System.nanoTime();
        for (int i = 0; i < OPERATIONS && System.nanoTime() - start < LONG_ENOUGH_NANOS; i++) {
            operation.carryOut();
        }
    }

    private static String oneLine(Throwable e) {
        return ServerError.text(e).replace('\n', ' ').replace('\r', ' ');
    }
}
