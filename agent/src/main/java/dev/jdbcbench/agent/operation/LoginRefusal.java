package dev.jdbcbench.agent.operation;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why a driver cannot log in. It does not support the server if they share no authentication plugin or encryption protocol.
 * All else is a failure that can be mended: a wrong password, a missing right, a certificate, the network, or a bug of the
 * driver.
 *
 * @param reason in one line
 * @param unsupported whether the driver does not support the server
 */
public record LoginRefusal(String reason, boolean unsupported) {
    /** The messages of the drivers and servers if no common way to prove the password is known to both. */
    private static final Pattern NO_COMMON_PLUGIN = Pattern.compile(
            "plugin|authentication protocol|RSA public key|Public Key Retrieval|BadAuthenticationPlugin",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern NO_COMMON_ENCRYPTION = Pattern.compile(
            "No appropriate protocol|handshake_failure|protocol_version|ssl not enabled in the server|not provided by server"
                    + "|password in clear",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern REFUSED = Pattern.compile("Access denied", Pattern.CASE_INSENSITIVE);

    /** MariaDB Connector/J 1 sends no password if it does not know the plugin. */
    private static final Pattern NO_PASSWORD_SENT = Pattern.compile("using password: NO", Pattern.CASE_INSENSITIVE);

    /**
     * Judges a failed login.
     *
     * @param hasPassword whether the account has a password
     */
    public static LoginRefusal of(Throwable failure, boolean hasPassword) {
        return new LoginRefusal(CellWork.reason(failure), unsupported(failure, hasPassword));
    }

    private static boolean unsupported(Throwable failure, boolean hasPassword) {
        Optional<String> refused = said(failure, REFUSED);
        return refused.isPresent()
                ? hasPassword && NO_PASSWORD_SENT.matcher(refused.get()).find()
                : said(failure, NO_COMMON_PLUGIN).isPresent()
                        || said(failure, NO_COMMON_ENCRYPTION).isPresent();
    }

    /** The first message of this kind in the chain of causes. */
    private static Optional<String> said(Throwable failure, Pattern kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (kind.matcher(message).find()) {
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }
}
