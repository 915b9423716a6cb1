package dev.jdbcbench.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class AgentLockTest {
    @Test
    void secondAgentIsRefusedAndLearnsTheHolder() throws Exception {
        AgentLock lock = AgentLock.take("run 20261121-091500-local-7f3a, process 4711 of bench");
        try {
            assertThatThrownBy(() -> AgentLock.take("run 2"))
                    .isInstanceOf(AgentLock.HeldException.class)
                    .hasMessageContaining("20261121-091500-local-7f3a")
                    .hasMessageContaining("process 4711");
        } finally {
            lock.close();
        }
    }

    @Test
    void releasedLockCanBeTakenAgain() throws Exception {
        AgentLock.take("first").close();
        AgentLock.take("second").close();
    }

    /** A check or a dry run at the moment when an agent starts must not be taken for another agent. */
    @Test
    void lookingWhetherTheLockIsFreeDoesNotTakeIt() throws Exception {
        AgentLock.requireFree();
        AgentLock lock = AgentLock.take("run 1");
        try {
            assertThatThrownBy(AgentLock::requireFree)
                    .isInstanceOf(AgentLock.HeldException.class)
                    .hasMessageContaining("run 1");
        } finally {
            lock.close();
        }
        AgentLock.requireFree();
    }

    @Test
    void lockOfAnotherProgramIsReportedAsSuch() throws IOException {
        try (java.net.ServerSocket silent = new java.net.ServerSocket()) {
            silent.bind(new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), AgentLock.PORT));
            assertThatThrownBy(() -> AgentLock.take("run 2", 50)).hasMessageContaining("does not answer");
        }
    }
}
