package dev.jdbcbench.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.SocketException;
import java.net.URI;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;

class LinkFilterTest {
    /** A class that exists only in this test. */
    record Foreign(String text) implements Serializable {}

    private static Object through(ObjectInputFilter filter, Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(filter);
            return in.readObject();
        }
    }

    static List<Object> whatJmhSends() {
        SampleBuffer samples = new SampleBuffer();
        samples.add(17);
        return List.of(
                new byte[] {1, 2, 3},
                new ScalarResult("cpu", 1.5, "us/op", AggregationPolicy.AVG),
                new AverageTimeResult(ResultRole.PRIMARY, "operation", 10, 1000, TimeUnit.MICROSECONDS),
                new SampleTimeResult(ResultRole.PRIMARY, "operation", samples, TimeUnit.MICROSECONDS),
                TimeValue.seconds(1));
    }

    @ParameterizedTest
    @MethodSource("whatJmhSends")
    void objectsOfJmhPassAtBothEnds(Object sent) throws Exception {
        assertThat(through(LinkFilter::check, sent)).hasSameClassAs(sent);
        assertThat(through(ObjectInputFilter.Config.createFilter(LinkFilter.PATTERN), sent))
                .hasSameClassAs(sent);
    }

    @Test
    void exceptionOfAFailedForkPasses() throws Exception {
        Exception lost = new SQLNonTransientConnectionException("lost", new SocketException("reset"));
        BenchmarkException said = (BenchmarkException) through(LinkFilter::check, new BenchmarkException(lost));
        assertThat(said.getSuppressed()[0]).hasMessage("lost").hasRootCauseMessage("reset");
    }

    static List<Object> foreign() {
        return List.of(
                new Foreign("text"),
                URI.create("http://127.0.0.1/"),
                new HashMap<>(Map.of("key", new Foreign("text"))),
                new ArrayList<>(List.of(new Foreign("text"))),
                new Foreign[] {new Foreign("text")},
                new java.io.File("/tmp"));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void foreignObjectsAreRejectedAtBothEnds(Object sent) {
        assertThatThrownBy(() -> through(LinkFilter::check, sent))
                .isInstanceOf(InvalidClassException.class)
                .hasMessageContaining("REJECTED");
        assertThatThrownBy(() -> through(ObjectInputFilter.Config.createFilter(LinkFilter.PATTERN), sent))
                .isInstanceOf(InvalidClassException.class)
                .hasMessageContaining("REJECTED");
    }

    @Test
    void endlessNestingIsRejected() {
        List<Object> nested = new ArrayList<>();
        for (int depth = 0; depth < 100; depth++) {
            nested = new ArrayList<>(List.of(nested));
        }
        List<Object> sent = nested;
        assertThatThrownBy(() -> through(LinkFilter::check, sent)).isInstanceOf(InvalidClassException.class);
    }
}
