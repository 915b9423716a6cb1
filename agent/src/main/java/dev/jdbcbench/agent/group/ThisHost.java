package dev.jdbcbench.agent.group;

import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Plan;
import java.nio.file.Path;
import java.util.List;

/** This host measures alone. */
public record ThisHost() implements MeasuringHosts {
    @Override
    public void await() {}

    @Override
    public GroupHosts group(Plan plan, Path temporary, String name, long seed, List<Member> members) {
        return new GroupHosts.Here(new GroupJvms(plan, temporary, seed, members, Share.ALL));
    }
}
