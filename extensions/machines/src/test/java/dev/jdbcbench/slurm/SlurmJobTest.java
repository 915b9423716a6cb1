package dev.jdbcbench.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.host.Owner;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmJobTest {
    private static SlurmJob.State state(String line) {
        return SlurmJob.State.parse(line).orElseThrow();
    }

    private static SlurmJob.State waiting(String reason) {
        return state("7|PENDING|client1,database||" + reason);
    }

    @Test
    void lineOfSqueueIsParsed() {
        SlurmJob.State state = state("12|RUNNING|client1,client2,database|n[1-2],n7|None");
        assertThat(state)
                .isEqualTo(new SlurmJob.State(
                        "12",
                        "RUNNING",
                        List.of("client1", "client2", "database"),
                        "n[1-2],n7",
                        "None",
                        Optional.empty()));
        assertThat(state.runs()).isTrue();
        assertThat(state.over()).isFalse();
        assertThat(SlurmJob.State.parse("slurm_load_jobs error")).isEmpty();
        assertThat(SlurmJob.State.parse("12_3|RUNNING|a|n1|None"))
                .as("array jobs are not supported")
                .isEmpty();
    }

    @Test
    void commentOfAJobNamesItsBench() {
        Owner here = Owner.here();
        SlurmJob.State state = state("12|PENDING|client1,database " + here.text() + "||Resources");
        assertThat(state.hosts()).containsExactly("client1", "database");
        assertThat(state.owner()).hasValueSatisfying(owner -> {
            assertThat(owner.isThisProcess()).isTrue();
            assertThat(owner.alive()).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"None", "Resources", "Priority", "QOSMaxNodePerUserLimit", "AssocGrpNodeLimit"})
    void jobMayWaitForOtherJobs(String reason) {
        assertThat(waiting(reason).hopeless()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PartitionConfig",
                "PartitionNodeLimit",
                "PartitionDown",
                "ReqNodeNotAvail, UnavailableNodes:n3",
                "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions",
                "BadConstraints"
            })
    void jobThatNeedsAConfigurationChangeIsHopeless(String reason) {
        assertThat(waiting(reason).hopeless()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CANCELLED", "TIMEOUT", "NODE_FAIL", "COMPLETED", "FAILED", "PREEMPTED"})
    void endedJobIsOver(String state) {
        assertThat(state("7|" + state + "|client1|n1|None").over()).isTrue();
    }

    @Test
    void endingJobIsNotOver() {
        SlurmJob.State state = state("7|COMPLETING|client1|n1|None");
        assertThat(state.over()).isFalse();
        assertThat(state.runs()).isFalse();
    }

    @Test
    void batchScriptStartsOneProcessPerNode() {
        String script = SlurmJob.script();
        assertThat(script).startsWith("#!/bin/sh\nexec srun ").contains(" sh -s gang 120 <<'BENCH-END-OF-SCRIPT'\n");
        assertThat(script.lines().filter("BENCH-END-OF-SCRIPT"::equals)).hasSize(1);
        assertThat(script).containsSubsequence("BENCH_PLACE=/tmp/bench-job-$SLURM_JOB_ID", "gang() {", "supervise() {");
        assertThat(script).endsWith("\nBENCH-END-OF-SCRIPT\n").contains("--cpu-bind=none", "--export=PATH,HOME,");
    }
}
