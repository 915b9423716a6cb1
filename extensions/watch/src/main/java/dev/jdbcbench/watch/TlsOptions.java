package dev.jdbcbench.watch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code watch} for ending the TLS of the application. */
final class TlsOptions {
    @Option(
            names = "--tls",
            description =
                    "end the application's TLS with a certificate of the relay's own, so statements can be read; the relay"
                            + " encrypts to the database, too")
    private boolean tls;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description =
                    "with --tls, verify the database with these CA certificates (PEM), and its name if it was named"
                            + " (default: the CA of the hosts file, else it is not verified)")
    private @Nullable Path tlsCa;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "with --tls, write the relay's certificate (PEM) here, for applications that verify it. It names"
                            + " localhost, 127.0.0.1 and ::1")
    private @Nullable Path tlsCertificate;

    WatchInput.Encryption typed() {
        return new WatchInput.Encryption(tls, tlsCa, tlsCertificate);
    }
}
