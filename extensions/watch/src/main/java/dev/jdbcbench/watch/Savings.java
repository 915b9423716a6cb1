package dev.jdbcbench.watch;

import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import dev.jdbcbench.watch.WatchFinding.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the round trips that a transaction could save. */
final class Savings {
    /** What to change, and in which statement. */
    record Saving(Kind kind, String statement) {}

    private final Map<Saving, Double> saved = new LinkedHashMap<>();

    /**
     * The round trips by what would save them.
     *
     * @param continued whether the beginning of the transaction is in another part of the recording
     */
    static Map<Saving, Double> of(Transaction transaction, boolean continued, List<Statement> statements) {
        Savings savings = new Savings();
        Needless needless = continued ? new Needless().continued() : new Needless();
        int last = -1;
        Optional<Statement> connect = Optional.empty();
        for (Step step : transaction.steps()) {
            Statement statement = statements.get(step.statement());
            CommandPurpose purpose = statement.purpose();
            if (purpose == CommandPurpose.UNANSWERED) {
                continue;
            }
            savings.add(
                    Kind.NEEDLESS_TRANSACTION,
                    statement,
                    needless.called(purpose, statement.text(), step.roundTrips(), 0)
                            .roundTrips());
            if (purpose == CommandPurpose.CONNECT) {
                connect = Optional.of(statement);
            }
            if (connect.isPresent()) { // a login, with what follows it once per connection
                savings.add(Kind.CONNECTING, connect.get(), step.roundTrips());
            } else if (purpose == CommandPurpose.CHECK) {
                savings.add(Kind.CHECKS, statement, step.roundTrips());
                continue; // a pool may test a connection before each execution
            } else if (purpose == CommandPurpose.PREPARE) {
                savings.add(Kind.PREPARED_ONCE, statement, step.roundTrips());
                continue; // may come between two executions of one statement
            } else if (step.statement() == last && repeats(statement, step)) {
                savings.add(
                        purpose == CommandPurpose.WRITE ? Kind.ROW_BY_ROW : Kind.N_PLUS_1,
                        statement,
                        step.roundTrips());
            }
            last = step.statement();
        }
        return savings.saved;
    }

    private static boolean repeats(Statement statement, Step step) {
        return !step.failed() && Repetitions.single(statement.purpose(), statement.text(), step.rows());
    }

    private void add(Kind kind, Statement statement, int roundTrips) {
        if (roundTrips > 0) {
            saved.merge(new Saving(kind, statement.text()), (double) roundTrips, Double::sum);
        }
    }
}
