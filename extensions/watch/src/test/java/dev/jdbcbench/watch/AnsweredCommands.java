package dev.jdbcbench.watch;

import java.util.ArrayList;
import java.util.List;

/** Collects all observations. */
class AnsweredCommands implements Observer {
    final List<AnsweredCommand> all = new ArrayList<>();
    final List<String> unprepared = new ArrayList<>();
    final List<Unreadable> unreadable = new ArrayList<>();
    long up;
    long down;
    int closed;

    @Override
    public void moved(long more, long less) {
        up += more;
        down += less;
    }

    @Override
    public void called(AnsweredCommand call) {
        all.add(call);
    }

    @Override
    public void unprepared(String statement, int executions, int roundTrips) {
        unprepared.add(statement + " " + executions + " " + roundTrips);
    }

    @Override
    public void unreadable(int connection, Unreadable why) {
        unreadable.add(why);
    }

    @Override
    public void closed(int connection) {
        closed++;
    }

    AnsweredCommand last() {
        return all.get(all.size() - 1);
    }

    List<String> statements() {
        return all.stream().map(AnsweredCommand::statement).toList();
    }
}
