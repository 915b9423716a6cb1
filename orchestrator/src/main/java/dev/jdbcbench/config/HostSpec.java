package dev.jdbcbench.config;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host as the user describes it. Empty values default to what {@code ssh} would use: {@code ~/.ssh/config}, else its
 * own defaults.
 *
 * @param name the user's name for it, which all files use
 * @param address where SSH connects: a host name, an IP address, or an alias of {@code ~/.ssh/config}; {@code
 *     localhost}, without user, port and jump, needs no SSH
 * @param user SSH user
 * @param port SSH port
 * @param identity the private key; empty for the SSH agent and the default keys
 * @param passphrase passphrase of the private key; empty to ask on the terminal if one is needed
 * @param password password of the user there; empty to ask on the terminal if the host requires one
 * @param hostKey the fingerprint ({@code SHA256:…}) that the host must have; empty for known_hosts
 * @param jump the host through which it is reached
 * @param dataAddress where a client reaches a database on this host; empty for the SSH address
 * @param java the path of java there, or the directory of a JDK; empty to search for one
 * @param cpus CPUs to which bench pins its processes there
 * @param request how a host is obtained that exists only for a run; empty for a permanent host
 */
@RecordBuilder
public record HostSpec(
        String name,
        String address,
        Optional<String> user,
        Optional<Integer> port,
        Optional<Path> identity,
        Optional<Secret> passphrase,
        Optional<Secret> password,
        Optional<String> hostKey,
        Optional<HostSpec> jump,
        Optional<String> dataAddress,
        Optional<String> java,
        Cpus cpus,
        Optional<HostRequest> request)
        implements HostSpecBuilder.With {
    /** The standard port of SSH. */
    public static final int SSH_PORT = 22;

    private static final Pattern PLACE = Pattern.compile(
            "(?:([^@:]+)@)?(\\[[0-9a-fA-F:.%a-z]+]|[^:@\\[\\]]+|[0-9a-fA-F:]*::[0-9a-fA-F:.]*|(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4})"
                    + "(?::([0-9]{1,5}))?");

    /** A host that is obtained for a run; its address is known once it is there. */
    public static HostSpec obtained(String name, HostRequest request) {
        return at(name, name, Optional.empty(), Optional.empty()).withRequest(Optional.of(request));
    }

    /** This machine, reached without SSH. */
    public static HostSpec thisMachine() {
        return at("localhost", "localhost", Optional.empty(), Optional.empty());
    }

    /** A host with only an address, a user and a port. */
    public static HostSpec at(String name, String address, Optional<String> user, Optional<Integer> port) {
        return HostSpecBuilder.builder()
                .name(name)
                .address(address)
                .user(user)
                .port(port)
                .cpus(Cpus.AUTO)
                .build();
    }

    /** Parses {@code [user@]host[:port]}; empty when the text has another form. An IPv6 address with a port is in brackets. */
    public static Optional<HostSpec> parse(String name, String text) {
        Matcher matcher = PLACE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Optional<Integer> port = Optional.ofNullable(matcher.group(3)).map(Integer::valueOf);
        if (port.filter(number -> number < 1 || number > 65535).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                at(name, matcher.group(2).replaceAll("[\\[\\]]", ""), Optional.ofNullable(matcher.group(1)), port));
    }

    /** Where a client on another host reaches a database on this one. */
    public String dataAddress(Supplier<String> sshAddress) {
        return dataAddress.orElseGet(sshAddress);
    }

    /** Whether commands run on this machine without SSH. With a port or a user given, the SSH server on this machine is used. */
    public boolean local() {
        return address.equals("localhost") && user.isEmpty() && port.isEmpty() && jump.isEmpty();
    }
}
