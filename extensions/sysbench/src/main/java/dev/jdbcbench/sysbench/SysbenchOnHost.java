package dev.jdbcbench.sysbench;

import com.google.auto.service.AutoService;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.preparation.AgentPart;
import dev.jdbcbench.preparation.ReferenceSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of the orchestrator. */
@AutoService({ReferenceSource.class, AgentPart.class})
public final class SysbenchOnHost implements ReferenceSource, AgentPart {
    /** The required version: 1.0 has the scripts and the interface that bench's own script uses. */
    private static final Pattern VERSION = Pattern.compile("sysbench (1\\.0\\.[0-9]{1,4})\\b.*", Pattern.DOTALL);

    @Override
    public String version(Host client) {
        Outcome outcome = client.run(Command.query("sysbench", "--version"));
        Matcher found = VERSION.matcher(outcome.out().strip());
        if (!outcome.ok()) {
            throw new Failure.Command(
                    "there is no sysbench on the client host " + client.name(),
                    outcome.lastLines(),
                    "Install it there (on Debian and Ubuntu: apt-get install sysbench), or leave out --reference.",
                    null);
        }
        if (!found.matches()) {
            throw new Failure.Command(
                    "the sysbench on the client host " + client.name() + " is not version 1.0",
                    outcome.lastLines(),
                    "Install sysbench 1.0 there (on Debian and Ubuntu: apt-get install sysbench), or leave out --reference.",
                    null);
        }
        return found.group(1);
    }
}
