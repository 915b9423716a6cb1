package dev.jdbcbench.scenario.jvm;

import com.sun.management.OperatingSystemMXBean;
import dev.jdbcbench.load.Unit;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A JMH profiler for the CPU time of the whole measured JVM per operation, µs, including all threads (JIT and collector, too),
 * and for how busy all CPUs of its host were, in percent.
 * Enable it with {@code -prof dev.jdbcbench.scenario.jvm.CpuProfiler}.
 */
public final class CpuProfiler implements InternalProfiler {
    /** The name of the result. */
    public static final String NAME = "cpu.time.norm";

    /** The name of the result for the host's CPUs. */
    public static final String HOST = "host.cpu";

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long before;
    private Optional<HostCpu> hostBefore = Optional.empty();

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        hostBefore = HostCpu.now();
        before = system.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long operations = result.getMetadata().getAllOps();
        if (operations == 0) {
            return List.of();
        }
        double micros = (system.getProcessCpuTime() - before) / Unit.NANOS_PER_MICRO / operations;
        ScalarResult own = new ScalarResult(NAME, micros, "us/op", AggregationPolicy.AVG);
        return hostBefore
                .flatMap(earlier -> HostCpu.now().map(now -> now.since(earlier).percent()))
                .<Collection<? extends Result<?>>>map(
                        percent -> List.of(own, new ScalarResult(HOST, percent, "%", AggregationPolicy.AVG)))
                .orElse(List.of(own));
    }

    @Override
    public String getDescription() {
        return "CPU time of the measured JVM per operation";
    }
}
