package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.Check;
import dev.jdbcbench.execution.Provision;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.CheckFinding;
import dev.jdbcbench.site.Progress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code check}, {@code provision} and {@code fetch}: what hosts need for runs. */
public final class HostCare {
    private static final long MEGABYTES_OF_A_GIGABYTE = 1024;

    private final Here here;
    private final Inputs inputs;

    /** The care for the hosts that a request names, in all topologies that they allow. */
    public HostCare(Request.Where where, Here here) {
        this.here = here;
        this.inputs = Inputs.read(Request.of(where), here.reading()).everywhere();
    }

    /**
     * What the hosts are selected for.
     *
     * @throws Failure.Input with all problems of the request
     */
    public Selection selection() {
        return Planner.select(inputs);
    }

    /** Every problem of the hosts. */
    public List<CheckFinding> check(Progress progress) {
        return new Check(here.results(), here.clock(), progress)
                .carryOut(selection(), megabytes(inputs.hosts().heap()));
    }

    /**
     * Copies to the hosts what runs need.
     *
     * @param commands receives each command that would change a host, and nothing is changed
     * @return what is there, one line each
     */
    public List<String> provision(Optional<Consumer<String>> commands, Progress progress) {
        return new Provision(here.results(), here.clock(), progress, commands)
                .carryOut(selection()).stream().map(String::valueOf).toList();
    }

    /** MB of a size in the syntax of -Xmx. */
    static long megabytes(String heap) {
        long number = Long.parseLong(heap.substring(0, heap.length() - 1));
        return switch (Character.toUpperCase(heap.charAt(heap.length() - 1))) {
            case 'K' -> number / MEGABYTES_OF_A_GIGABYTE;
            case 'G' -> number * MEGABYTES_OF_A_GIGABYTE;
            default -> number;
        };
    }
}
