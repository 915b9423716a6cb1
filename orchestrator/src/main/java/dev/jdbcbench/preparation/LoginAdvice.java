package dev.jdbcbench.preparation;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Protection;
import java.util.Optional;
import java.util.regex.Pattern;

/** What to change in a hosts file when a login to an external server failed, from the words of drivers and servers. */
public final class LoginAdvice {
    private static final Pattern OTHER_NAME = Pattern.compile(
            "No name matching|subject alternative|(hostname|identity) verification failed|doesn't correspond to certificate|doesn't match any",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern OTHER_AUTHORITY = Pattern.compile(
            "PKIX path|certification path|Path does not chain|trust anchor|not trusted", Pattern.CASE_INSENSITIVE);

    private static final Pattern NEEDS_TLS = Pattern.compile(
            "insecure transport are prohibited|require_secure_transport|3159|require secure", Pattern.CASE_INSENSITIVE);

    private static final Pattern HAS_NO_TLS = Pattern.compile(
            "ssl not enabled in the server|does not support SSL|doesn't support SSL|SSL Connection required, but not",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern NEEDS_KEY = Pattern.compile(
            "Public Key Retrieval|RSA public key|caching_sha2|sha256_password", Pattern.CASE_INSENSITIVE);

    private static final Pattern UNREACHABLE =
            Pattern.compile("Permission denied|No such file", Pattern.CASE_INSENSITIVE);

    private LoginAdvice() {}

    /**
     * The keys to set, in sentences.
     *
     * @param said what the drivers said, in any order
     * @return empty if the words do not tell
     */
    public static Optional<String> of(ServerSpec server, String said) {
        return server.external().map(ServerSpec.External::tls).flatMap(tls -> of(server.label(), tls, said));
    }

    private static Optional<String> of(String label, ServerSpec.Tls tls, String said) {
        String key = "`tls:` of servers." + label;
        Protection level = tls.protection();
        if (level == Protection.SOCKET && UNREACHABLE.matcher(said).find()) {
            return Optional.of(
                    "The agent's user on the client host cannot reach the socket: correct `address:` of servers."
                            + label + ", or let others enter its directories.");
        }
        if (level == Protection.VERIFY_IDENTITY && OTHER_NAME.matcher(said).find()) {
            return Optional.of(
                    "The certificate is not for the name in `address:`. Write the name that it is for, or in " + key
                            + " `{ mode: verify_ca, ca: FILE }`: it verifies the certificate but not the name. Certificates that MySQL makes"
                            + " itself have no name.");
        }
        if (level.verifies() && OTHER_AUTHORITY.matcher(said).find()) {
            return Optional.of(
                    "The server's certificate is not signed by `ca:`. MySQL makes its own CA in its data directory (ca.pem)."
                            + " In " + key + ", `required` encrypts without verifying.");
        }
        if (level.encrypts() && HAS_NO_TLS.matcher(said).find()) {
            return Optional.of("The server has no TLS: turn it on there, or write `none` in " + key
                    + ", and passwords and data travel unencrypted.");
        }
        if (!level.encrypts() && NEEDS_TLS.matcher(said).find()) {
            return Optional.of("The server accepts only TLS: write in " + key
                    + " `{ ca: FILE }`, `{ mode: verify_ca, ca: FILE }` or `required`.");
        }
        if (level == Protection.NONE && NEEDS_KEY.matcher(said).find()) {
            return Optional.of(
                    "An account of caching_sha2_password or sha256_password does not send its password unencrypted."
                            + " Write in " + key
                            + " `{ ca: FILE }`, `{ mode: verify_ca, ca: FILE }` or `required`; on a network that you"
                            + " trust, `public_key` lets the driver ask the server for its key.");
        }
        return Optional.empty();
    }
}
