package dev.jdbcbench.driver;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The URL options that control encryption, trust, and how the password is sent. */
public final class EncryptionOptions {
    /** The reason for rejecting them, for messages after their names. */
    public static final String WHY =
            "`tls:` of an external server sets the encryption of its connections; options of a driver cannot";

    /** In lower case, because drivers ignore the case. */
    private static final Set<String> NAMES = Set.of(
            "allowpublickeyretrieval",
            "authenticationplugins",
            "credentialtype",
            "defaultauthenticationplugin",
            "disabledauthenticationplugins",
            "disablesslhostnameverification",
            "enabledsslciphersuites",
            "enabledsslprotocolsuites",
            "enabledtlsprotocols",
            "fallbacktosystemkeystore",
            "fallbacktosystemtruststore",
            "localsocket",
            "pipe",
            "propertiestransform",
            "requiressl",
            "restrictedauth",
            "serverrsapublickeyfile",
            "serversslcert",
            "socketfactory",
            "sslmode",
            "tlsciphersuites",
            "tlssockettype",
            "tlsversions",
            "trustcertificatekeystoretype",
            "trustcertificatekeystoreurl",
            "trustservercertificate",
            "truststore",
            "truststoretype",
            "user",
            "usessl",
            "verifyservercertificate");

    private EncryptionOptions() {}

    /** Finds such options among those of a variant, as well as values that would smuggle further options into the URL. */
    public static List<String> among(Map<String, String> options) {
        return options.entrySet().stream()
                .filter(option -> NAMES.contains(option.getKey().toLowerCase(Locale.ROOT))
                        || !option.getKey().matches("[A-Za-z][A-Za-z0-9_.]*")
                        || option.getValue().matches("(?s).*[&?#\\p{Cntrl}].*"))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
