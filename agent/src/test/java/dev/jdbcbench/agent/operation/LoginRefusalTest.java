package dev.jdbcbench.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages are those of real drivers and servers. */
class LoginRefusalTest {
    private static LoginRefusal of(String message) {
        return LoginRefusal.of(new SQLException(message), true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RSA public key is not available client side (option serverRsaPublicKeyFile not set)",
                "Public Key Retrieval is not allowed",
                "Unable to load authentication plugin 'caching_sha2_password'.",
                "!AuthenticationProvider.BadAuthenticationPlugin!",
                "Could not connect: Client does not support authentication protocol requested by server; consider upgrading"
                        + " MySQL client",
                "Cannot use authentication plugin caching_sha2_password with a Self signed certificates",
                "Trying to connect with ssl, but ssl not enabled in the server",
                "Access denied for user 'bench'@'127.0.0.1' (using password: NO)",
            })
    void driverThatSharesNoPluginOrProtocolDoesNotSupportTheServer(String message) {
        assertThat(of(message).unsupported()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Access denied for user 'bench'@'127.0.0.1' (using password: YES)",
                "Access denied for user 'bench'@'%' to database 'shop'",
                "(conn=7) Access denied for user 'bench'@'10.0.0.1' (using password: YES)\nCurrent plugin is ed25519",
                "PKIX path building failed: unable to find valid certification path to requested target",
                "Communications link failure during the SSL handshake",
                "Connections using insecure transport are prohibited while --require_secure_transport=ON.",
                "Could not create connection to database server.",
            })
    void refusedPasswordRightCertificateOrNetworkIsAFailure(String message) {
        assertThat(of(message).unsupported()).isFalse();
    }

    @Test
    void accountWithoutAPasswordIsRefusedByTheServer() {
        assertThat(LoginRefusal.of(
                                new SQLException("Access denied for user 'bench'@'127.0.0.1' (using password: NO)"),
                                false)
                        .unsupported())
                .isFalse();
    }

    /** The check and the probe see the same exception, so both must look at all its causes. */
    @Test
    void eachCauseCounts() {
        SQLException wrapped = new SQLException(
                "Could not connect",
                new IOException("No appropriate protocol (protocol is disabled)", new IllegalStateException("closed")));
        LoginRefusal refusal = LoginRefusal.of(wrapped, true);
        assertThat(refusal.unsupported()).isTrue();
        assertThat(refusal.reason()).startsWith("Could not connect");
        assertThat(LoginRefusal.of(
                                new SQLException(
                                        "Could not connect",
                                        new SQLException("Access denied for user 'bench'@'db' (using password: YES)")),
                                true)
                        .unsupported())
                .isFalse();
    }
}
