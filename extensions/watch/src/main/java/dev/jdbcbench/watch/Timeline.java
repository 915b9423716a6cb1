package dev.jdbcbench.watch;

import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * One recorded transaction in order of time. Times are in µs, as recorded.
 *
 * @param micros its duration
 * @param leftOut number of steps that are not listed
 */
public record Timeline(List<Span> spans, double micros, int leftOut) {
    private static final int MOST_SPANS = 60;

    public Timeline {
        spans = List.copyOf(spans);
    }

    /**
     * One command and its answer.
     *
     * @param clientMicros time that the application spent before it
     * @param startMicros since the transaction began
     * @param restMicros time of the answer after its first byte
     */
    public record Span(
            String statement,
            double clientMicros,
            double startMicros,
            double networkMicros,
            double serverMicros,
            double restMicros,
            int roundTrips,
            long rows) {}

    /** The spans in the order of the commands, without those that have no answer. */
    static Timeline of(Transaction transaction, List<Statement> statements) {
        List<Span> spans = new ArrayList<>();
        long begin = transaction.steps().get(0).at();
        long end = begin;
        int leftOut = 0;
        for (Step step : transaction.steps()) {
            Statement statement = statements.get(step.statement());
            if (statement.purpose() == CommandPurpose.UNANSWERED) {
                continue;
            }
            // A command sent before the previous answer arrived waits from that moment on.
            long start = Math.max(step.at(), end);
            long network = Math.min(step.network(), step.waited());
            long server = Math.min(step.server(), step.waited() - network);
            if (spans.size() < MOST_SPANS) {
                spans.add(new Span(
                        statement.text(),
                        start - end,
                        start - begin,
                        network,
                        server,
                        step.waited() - network - server,
                        step.roundTrips(),
                        step.rows()));
            } else {
                leftOut++;
            }
            end = start + step.waited();
        }
        return new Timeline(spans, end - begin, leftOut);
    }

    /** The duration of a transaction. */
    static long micros(Transaction transaction) {
        long begin = transaction.steps().get(0).at();
        long end = begin;
        for (Step step : transaction.steps()) {
            end = Math.max(step.at(), end) + step.waited();
        }
        return end - begin;
    }
}
