package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Secret;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Prompt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.sshd.server.auth.UserAuthFactory;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.auth.password.UserAuthPasswordFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Tests logins with passwords and passphrases. Secrets must never show up, and bench must ask for them as rarely as
 * possible.
 */
class SshLoginIT {
    private static final String PLANTED = "planted-Ζ-secret";

    /** The authentication methods with which a host asks for a password. */
    enum Way {
        PASSWORD,
        KEYBOARD_INTERACTIVE;

        private UserAuthFactory factory() {
            return this == PASSWORD ? UserAuthPasswordFactory.INSTANCE : UserAuthKeyboardInteractiveFactory.INSTANCE;
        }
    }

    /** Returns the prepared answers one after the other, then none. */
    private static final class Typist implements Prompt {
        private final Deque<String> answers;
        private final List<String> questions = new ArrayList<>();

        private Typist(String... answers) {
            this.answers = new ArrayDeque<>(List.of(answers));
        }

        @Override
        public Optional<char[]> secret(String question) {
            questions.add(question);
            return Optional.ofNullable(answers.poll()).map(String::toCharArray);
        }
    }

    @TempDir
    private Path ssh = Path.of("");

    private final Logger log = (Logger) LoggerFactory.getLogger("dev.jdbcbench");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private Optional<TestSshServer> running = Optional.empty();

    @BeforeEach
    void startServer() throws Exception {
        running = Optional.of(new TestSshServer(ssh));
        server().makeKnown();
        Files.writeString(ssh.resolve("config"), "Host *\n  IdentityAgent none\n");
        log.setLevel(Level.TRACE);
        logged.start();
        log.addAppender(logged);
    }

    @AfterEach
    void stopServer() throws IOException {
        server().close();
        log.detachAppender(logged);
        log.setLevel(null);
        assertThat(logged.list).as("the test has captured log messages").isNotEmpty();
        assertThat(logged.list)
                .noneSatisfy(event -> assertThat(event.getFormattedMessage()).contains(PLANTED));
    }

    private TestSshServer server() {
        return running.orElseThrow();
    }

    private HostSpec with(Optional<Path> identity, Optional<Secret> passphrase, Optional<Secret> password) {
        return server().spec()
                .with(copy -> copy.identity(identity).passphrase(passphrase).password(password));
    }

    private HostSpec withPassword(Secret secret) {
        return with(Optional.empty(), Optional.empty(), Optional.of(secret));
    }

    private Secret file(String content) throws IOException {
        Path file = Files.writeString(ssh.resolve("secret"), content + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new Secret(Secret.Kind.FILE, file.toString());
    }

    private SshHost connect(HostSpec spec, Prompt prompt) {
        return SshHost.connect(spec, prompt, SshConfigSource.of(SshPlaces.of(ssh)));
    }

    @Test
    void keyReadableByOthersIsNotUsed() throws Exception {
        Path key = ssh.resolve("id_rsa");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        for (Optional<Path> identity : List.of(Optional.of(key), Optional.<Path>empty())) {
            refused(
                    with(identity, Optional.empty(), Optional.empty()),
                    Prompt.none(),
                    failure -> assertThat(failure.text())
                            .contains("others may use " + key + " (permissions 0644)", "chmod 600 " + key));
        }
    }

    private void in(Host host) {
        assertThat(host.run(Command.of("echo", "in")).out()).isEqualTo("in\n");
    }

    private void refused(HostSpec spec, Prompt prompt, Consumer<Failure.Host> check) {
        assertThatThrownBy(() -> connect(spec, prompt)).isInstanceOfSatisfying(Failure.Host.class, failure -> {
            StringWriter all = new StringWriter();
            failure.printStackTrace(new PrintWriter(all));
            assertThat(all + failure.text()).doesNotContain(PLANTED);
            assertThat(failure.getMessage()).startsWith("cannot log in on db1 (bench@127.0.0.1:");
            check.accept(failure);
        });
    }

    private void cutConnections(Host host) {
        server().cutConnections();
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(Failure.Host.class)
                .untilAsserted(() -> in(host));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void referencedPasswordIsAccepted(Way way) throws IOException {
        server().takePassword(PLANTED, way.factory());
        Typist none = new Typist();
        try (SshHost host = connect(withPassword(file(PLANTED)), none)) {
            in(host);
            assertThat(host.toString()).doesNotContain(PLANTED);
        }
        assertThat(none.questions).isEmpty();
    }

    @Test
    void passwordMayBeInTheEnvironment() {
        server().takePassword(System.getenv("PATH"), UserAuthPasswordFactory.INSTANCE);
        try (SshHost host = connect(withPassword(new Secret(Secret.Kind.ENV, "PATH")), Prompt.none())) {
            in(host);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void wrongReferencedPasswordIsTriedOnce(Way way) throws IOException {
        server().takePassword("other", way.factory());
        Typist typist = new Typist("other");
        refused(
                withPassword(file(PLANTED)),
                typist,
                failure -> assertThat(failure.why()).contains("the host refused the password of the hosts file"));
        assertThat(typist.questions).isEmpty();
        assertThat(server().passwordsTried()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void promptAllowsThreeTriesAndIsNotRepeatedOnReconnect(Way way) {
        server().takePassword(PLANTED, way.factory());
        Typist typist = new Typist("wrong", "wrong again", PLANTED, "too much");
        try (SshHost host = connect(server().spec(), typist)) {
            in(host);
            assertThat(typist.questions)
                    .hasSize(3)
                    .allSatisfy(question -> assertThat(question).contains("bench@127.0.0.1"));
            cutConnections(host);
            assertThat(typist.questions).hasSize(3);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void thirdWrongPasswordEndsTheLogin(Way way) {
        server().takePassword(PLANTED, way.factory());
        Typist typist = new Typist("a", "b", "c", PLANTED);
        refused(server().spec(), typist, failure -> assertThat(failure.why()).contains("refused the password"));
        assertThat(typist.questions).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void withoutATerminalTheMethodsOfTheHostAreNamed(Way way) {
        server().takePassword(PLANTED, way.factory());
        refused(server().spec(), Prompt.none(), failure -> {
            assertThat(failure.why())
                    .contains("the host refused " + ssh.resolve("id_rsa"))
                    .contains("there is no terminal to ask")
                    .contains("the host offers: publickey, "
                            + way.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
            assertThat(failure.hint()).contains("`password:`");
        });
        assertThat(server().passwordsTried()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void danglingReferenceIsAnInputProblem(Way way) {
        server().takePassword(PLANTED, way.factory());
        Secret missing = new Secret(Secret.Kind.FILE, ssh.resolve("nosuch").toString());
        assertThatThrownBy(() -> connect(withPassword(missing), Prompt.none()))
                .isInstanceOf(Failure.Input.class)
                .hasMessage("the password for db1 is missing");
    }

    private Path encrypted() throws Exception {
        Path key = ssh.resolve("encrypted");
        server().takeKey(TestSshServer.makeKey(key, PLANTED));
        return key;
    }

    @Test
    void referencedPassphraseUnlocksAKey() throws Exception {
        Optional<Path> key = Optional.of(encrypted());
        try (SshHost host = connect(with(key, Optional.of(file(PLANTED)), Optional.empty()), Prompt.none())) {
            in(host);
        }
    }

    @Test
    void wrongReferencedPassphraseIsReported() throws Exception {
        Optional<Path> key = Optional.of(encrypted());
        Typist typist = new Typist(PLANTED);
        Secret wrong = file("wrong");
        refused(
                with(key, Optional.of(wrong), Optional.empty()),
                typist,
                failure -> assertThat(failure.why())
                        .contains("the passphrase (" + wrong + ") does not open " + key.get()));
        assertThat(typist.questions).isEmpty();
    }

    @Test
    void passphraseIsPromptedOnce() throws Exception {
        Optional<Path> key = Optional.of(encrypted());
        Typist typist = new Typist("wrong", PLANTED);
        try (SshHost host = connect(with(key, Optional.empty(), Optional.empty()), typist)) {
            in(host);
            cutConnections(host);
        }
        assertThat(typist.questions)
                .containsExactly("Passphrase of " + key.get() + ": ", "Passphrase of " + key.get() + ": ");
    }

    @Test
    void oldEncryptedKeyIsUnlockedOnlyForAKnownHost() throws Exception {
        Optional<Path> key = Optional.of(ssh.resolve("old"));
        server().takeKey(TestSshServer.makeOldKey(key.get(), PLANTED));
        HostSpec spec = with(key, Optional.empty(), Optional.empty());
        Typist typist = new Typist("wrong", PLANTED);
        Files.delete(ssh.resolve("known_hosts"));
        assertThatThrownBy(() -> connect(spec, typist)).isInstanceOf(Failure.Host.class);
        assertThat(typist.questions).isEmpty();
        server().makeKnown();
        try (SshHost host = connect(spec, typist)) {
            in(host);
        }
        assertThat(typist.questions)
                .containsExactly("Passphrase of " + key.get() + ": ", "Passphrase of " + key.get() + ": ");
    }

    @Test
    void encryptedKeyWithoutATerminalIsReported() throws Exception {
        Optional<Path> key = Optional.of(encrypted());
        refused(with(key, Optional.empty(), Optional.empty()), Prompt.none(), failure -> {
            assertThat(failure.why()).contains(key.get() + " is encrypted, and there is no terminal to ask");
            assertThat(failure.hint()).contains("ssh-add").contains("`passphrase:`");
        });
    }

    @Test
    void unacceptedKeyIsNotUnlocked() throws Exception {
        Path key = encrypted();
        server().takeKey(TestSshServer.makeKey(ssh.resolve("id_ecdsa")));
        Files.move(key, ssh.resolve("id_rsa"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Typist typist = new Typist();
        try (SshHost host = connect(server().spec(), typist)) {
            in(host);
        }
        assertThat(typist.questions).isEmpty();
    }
}
