package dev.jdbcbench.report.collect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.result.LoadCurve;
import java.util.List;

/** The document {@code collect/1}: both sides, with the load curves of the runs that were read. */
public record CollectJson(
        @JsonUnwrapped Collected collected,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LoadCurve> curves) {}
