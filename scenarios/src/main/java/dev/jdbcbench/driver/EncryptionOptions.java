package dev.jdbcbench.driver;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The URL options that decide how a connection is encrypted, whom it trusts, and how the password is sent. */
public final class EncryptionOptions {
    /** Why they are refused, to be said behind their names. */
    public static final String WHY =
            "only `tls:` of an external server decides how it is connected to, not the options of a driver";

    /** In small letters, for drivers take them in any. */
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

    /** Those of a variant's options that are such, and those whose value would bring further options into the URL. */
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
