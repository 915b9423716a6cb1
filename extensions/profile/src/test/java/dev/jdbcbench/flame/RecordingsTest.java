package dev.jdbcbench.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingsTest {
    @Test
    void recordingThreadIsNotPartOfTheOperation() {
        assertThat(Recordings.ofOperation(List.of("a.B.send", "a.B.query", "x.Do1_avgt_jmhStub", "java.Thread.run")))
                .containsExactly("a.B.query", "a.B.send");
        assertThat(Recordings.ofOperation(List.of("a.Cleaner.run", "java.Thread.run")))
                .as("stacks of a driver thread")
                .containsExactly("java.Thread.run", "a.Cleaner.run");
        assertThat(Recordings.ofOperation(List.of("jdk.jfr.Recording.start", "org.openjdk.jmh.runner.ForkedMain.main")))
                .isEmpty();
    }

    @Test
    void generatedClassNamesAreStable() {
        assertThat(Recordings.named("a.B$$Lambda$14/0x0000000800c9f440", "run")).isEqualTo("a.B$$Lambda.run");
        assertThat(Recordings.named("a.B$$Lambda+0x00007f3b8c0a1000.12", "run")).isEqualTo("a.B$$Lambda.run");
        assertThat(Recordings.named("jdk.proxy2.$Proxy17", "close")).isEqualTo("jdk.proxy2.$Proxy.close");
        assertThat(Recordings.named("java.lang.invoke.LambdaForm$MH/0x0000000800c9", "invoke"))
                .isEqualTo("java.lang.invoke.LambdaForm$MH.invoke");
        assertThat(Recordings.named("a.b.C1$2", "run")).isEqualTo("a.b.C1$2.run");
        assertThat(Recordings.named("libc.so.6", "__poll")).isEqualTo("__poll [libc.so.6]");
        assertThat(Recordings.named("", "__poll")).isEqualTo("__poll");
    }
}
