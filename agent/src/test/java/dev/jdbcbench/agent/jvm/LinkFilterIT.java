package dev.jdbcbench.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.agent.Agent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs the agent in its own JVM and sends it objects, as a fork with a driver's code in it could. */
class LinkFilterIT {
    /** Runs a short command of the agent, then reads an object that JMH never sends. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws Exception {
            Agent.main(new String[] {"address", "127.0.0.1", "3306"});
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(URI.create("http://127.0.0.1/"));
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                System.out.println("took " + in.readObject().getClass().getName());
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void agentRejectsForeignSerializedObjects() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("REJECTED").doesNotContain("took java.net.URI");
    }
}
