package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import org.junit.jupiter.api.Test;

class ChannelsTest {
    @Test
    void channelOfAnEndedSessionReportsTheSession() {
        assertThatThrownBy(() -> Channels.made(null, ChannelExec.class))
                .isInstanceOf(JSchException.class)
                .hasMessageContaining("the session ended");
    }
}
