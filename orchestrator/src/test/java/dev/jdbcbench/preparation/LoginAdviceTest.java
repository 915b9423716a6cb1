package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.Secret;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.driver.ServerKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words are those of real drivers and servers. */
class LoginAdviceTest {
    private static ServerSpec server(Protection protection) {
        return new ServerSpec(
                "s",
                ServerKind.MYSQL,
                Optional.empty(),
                Install.EXTERNAL,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.of(new ServerSpec.External(
                        "127.0.0.1",
                        3306,
                        new ServerSpec.Tls(
                                protection,
                                protection.verifies() ? Optional.of(Path.of("ca.pem")) : Optional.empty(),
                                true),
                        new ServerSpec.Account("u", new Secret(Secret.Kind.ENV, "P")),
                        Optional.empty())),
                Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "VERIFY_IDENTITY | No name matching localhost found                    | { mode: verify_ca, ca: FILE }",
                "VERIFY_IDENTITY | No subject alternative names present                 | { mode: verify_ca, ca: FILE }",
                "VERIFY_IDENTITY | SSL hostname verification failed : IPv4 host 127.0.0.1 doesn't correspond to certificate CN x | verify_ca",
                "VERIFY_IDENTITY | Server identity verification failed. The certificate's Common Name 'x' does not match | verify_ca",
                "VERIFY_CA       | PKIX path building failed: unable to find valid certification path | `required` encrypts without",
                "VERIFY_CA       | Path does not chain with any of the trust anchors    | not signed by `ca:`",
                "SOCKET          | unix domain socket connect() failed : Permission denied | let others enter its directories",
                "REQUIRED        | Trying to connect with ssl, but ssl not enabled in the server | write `none`",
                "NONE            | Connections using insecure transport are prohibited while --require_secure_transport=ON. | accepts only TLS",
                "NONE            | Public Key Retrieval is not allowed                  | `public_key` lets the driver ask",
                "NONE            | RSA public key is not available client side          | { mode: verify_ca, ca: FILE }",
            })
    void namesTheKeyToSet(Protection protection, String said, String advice) {
        assertThat(LoginAdvice.of(server(protection), said))
                .hasValueSatisfying(text -> assertThat(text).contains(advice));
    }

    @ParameterizedTest
    @CsvSource({
        "REQUIRED,No name matching localhost found",
        "NONE,Access denied for user",
        "PUBLIC_KEY,Public Key Retrieval"
    })
    void saysNothingWhereTlsIsNotTheReason(Protection protection, String said) {
        assertThat(LoginAdvice.of(server(protection), said)).isEmpty();
    }
}
