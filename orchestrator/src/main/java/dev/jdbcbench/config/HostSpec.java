package dev.jdbcbench.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A host as the user describes it.
 *
 * @param name the user's name for it, which all files use
 * @param address where SSH goes; {@code localhost} needs no SSH
 * @param user of SSH; empty for the name of the user who runs bench
 * @param port of SSH
 * @param identity the private key; empty for the SSH agent and the default keys
 * @param hostKey the fingerprint ({@code SHA256:…}) that the host must have; empty for known_hosts
 * @param dataAddress where a client reaches a database on this host; empty when it is {@code address}
 * @param java the java program there; empty to look for one
 * @param cpus to which bench pins what it starts there, as taskset(1) writes them; empty for all
 */
public record HostSpec(
        String name,
        String address,
        Optional<String> user,
        int port,
        Optional<Path> identity,
        Optional<String> hostKey,
        Optional<String> dataAddress,
        Optional<String> java,
        Optional<String> cpus) {
    /** The standard port of SSH. */
    public static final int SSH_PORT = 22;

    /** This machine, reached without SSH. */
    public static HostSpec thisMachine() {
        return at("localhost", "localhost", Optional.empty(), SSH_PORT);
    }

    /** A host of which only the address is known. */
    public static HostSpec at(String name, String address, Optional<String> user, int port) {
        return new HostSpec(
                name,
                address,
                user,
                port,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether commands run on this machine, without SSH. */
    public boolean local() {
        return address.equals("localhost");
    }

    /** Where a client on another host reaches a database on this one. */
    public String databaseAddress() {
        return dataAddress.orElse(address);
    }
}
