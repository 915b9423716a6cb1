package dev.jdbcbench.scenario;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A JMH profiler for the CPU time of the whole measured JVM per operation, µs, including all threads (JIT and collector, too).
 * Enable it with {@code -prof dev.jdbcbench.scenario.CpuProfiler}.
 */
public final class CpuProfiler implements InternalProfiler {
    /** The name of the result. */
    public static final String NAME = "cpu.time.norm";

    private static final double NANOS_PER_MICRO = 1000;
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = system.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long operations = result.getMetadata().getAllOps();
        if (operations == 0) {
            return List.of();
        }
        double micros = (system.getProcessCpuTime() - before) / NANOS_PER_MICRO / operations;
        return List.of(new ScalarResult(NAME, micros, "us/op", AggregationPolicy.AVG));
    }

    @Override
    public String getDescription() {
        return "CPU time of the measured JVM per operation";
    }
}
