package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How busy the CPUs were while a cell was measured, 0 to 100. Null means unknown.
 *
 * @param clientCpuPercent CPU time of the measured JVM, in percent of the CPUs that it may use
 * @param clientHostCpuPercent load of all CPUs of the client host by all processes; steal counts as busy
 * @param databaseCpuPercent local: CPU time of the database, in percent of the CPUs that it may use; distant: of all CPUs of the
 *     database host, as the mean over the drivers of the row
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CpuLoad(
        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Double clientCpuPercent,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Double clientHostCpuPercent,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Double databaseCpuPercent) {}
