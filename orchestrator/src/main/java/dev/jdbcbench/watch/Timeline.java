package dev.jdbcbench.watch;

import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * One recorded transaction in the order of time. Times are in µs, as they were recorded.
 *
 * @param micros how long it took
 * @param leftOut steps beyond the most that are kept
 */
public record Timeline(List<Span> spans, double micros, int leftOut) {
    private static final int MOST_SPANS = 60;

    public Timeline {
        spans = List.copyOf(spans);
    }

    /**
     * One command and its answer.
     *
     * @param clientMicros what the application took before it
     * @param startMicros since the transaction began
     * @param restMicros of the answer after its first byte
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

    /** In the order of its commands, without those that have no answer. */
    static Timeline of(Transaction transaction, List<Statement> statements) {
        List<Span> spans = new ArrayList<>();
        long begin = transaction.steps().get(0).at();
        long end = begin;
        int leftOut = 0;
        for (Step step : transaction.steps()) {
            Statement statement = statements.get(step.statement());
            if (statement.purpose() == Purpose.UNANSWERED) {
                continue;
            }
            // What is sent before the last answer came waits from there on.
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

    /** How long a transaction took. */
    static long micros(Transaction transaction) {
        long begin = transaction.steps().get(0).at();
        long end = begin;
        for (Step step : transaction.steps()) {
            end = Math.max(step.at(), end) + step.waited();
        }
        return end - begin;
    }
}
