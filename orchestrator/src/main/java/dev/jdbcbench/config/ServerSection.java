package dev.jdbcbench.config;

import dev.jdbcbench.config.ServerSpec.Account;
import dev.jdbcbench.config.ServerSpec.Archive;
import dev.jdbcbench.config.ServerSpec.External;
import dev.jdbcbench.config.ServerSpec.Tls;
import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.driver.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads one server of {@code servers:} of a hosts file. */
final class ServerSection {
    private final String label;
    private final Section section;
    private final Function<String, Optional<Path>> path;

    private ServerSection(String label, Section section, Function<String, Optional<Path>> path) {
        this.label = label;
        this.section = section;
        this.path = path;
    }

    static ServerSpec read(String label, Section section, Function<String, Optional<Path>> path) {
        return new ServerSection(label, section, path).read();
    }

    private ServerSpec read() {
        String kinds = Arrays.toString(ServerKind.values());
        if (!section.has("kind")) {
            section.problem("servers." + label + " has no kind: one of " + kinds + " is needed");
        }
        ServerKind kind = section.text("kind").flatMap(ServerKind::of).orElse(ServerKind.MARIADB);
        Install install = section.text("install").flatMap(Install::of).orElseGet(this::byDefault);
        if (!install.offers(kind)) {
            section.problem(
                    "install",
                    "servers." + label + ".install: there is no " + install + " " + kind.title() + "; take "
                            + Install.either(Install.offering(kind)));
        }
        Optional<Archive> archive = archive(install);
        Optional<External> external = external(install);
        if (!install.imaged()) {
            only(
                    section.has("image"),
                    "image",
                    Install.ofImages().map(Install::id).orElse("container"));
        }
        boolean half = (install.archived() && archive.isEmpty())
                || (install == Install.EXTERNAL && external.isEmpty()); // a problem has been noted
        return new ServerSpec(
                label,
                kind,
                section.text("version"),
                half ? Install.AUTO : install,
                install == Install.EXTERNAL ? Optional.empty() : port(),
                options(),
                archive,
                external,
                install.imaged() ? section.text("image") : Optional.empty());
    }

    /** An image says where the server comes from. */
    private Install byDefault() {
        return section.has("image") && !section.has("install")
                ? Install.ofImages().orElse(Install.AUTO)
                : Install.AUTO;
    }

    private Map<String, String> options() {
        Map<String, String> accepted = new LinkedHashMap<>();
        if (section.text("install").filter(Install.EXTERNAL.id()::equals).isPresent()) {
            return accepted; // it accepts no options
        }
        section.section("options")
                .ifPresent(options -> options.texts().forEach((name, value) -> {
                    Optional<String> refused = ServerOptions.refused(name, value);
                    refused.ifPresentOrElse(
                            why -> options.problem(name, options.at(name.replaceAll("\\p{Cntrl}", "?")) + ": " + why),
                            () -> accepted.put(name, value));
                }));
        return accepted;
    }

    private Optional<Integer> port() {
        return section.text("port").map(Integer::valueOf);
    }

    private Optional<Archive> archive(Install install) {
        boolean named = section.has("archive");
        if (!install.archived()) {
            only(named, "archive", "archive");
            return Optional.empty();
        }
        if (!named) {
            section.problem(
                    "install", "servers." + label + ".install: " + install + " needs `archive: { path, sha256 }`");
            return Optional.empty();
        }
        Section file = section.section("archive").orElseThrow();
        Optional<Path> tar = file.value("path", path, HostSections.A_PATH);
        if (!file.has("path")) {
            file.problem("servers." + label + ".archive has no path");
        }
        tar.filter(there -> !Files.isReadable(there))
                .ifPresent(there -> file.problem("path", file.at("path") + ": cannot read " + there));
        tar.filter(there -> !there.toString().matches(".*\\.(tar\\.gz|tgz|tar\\.xz)"))
                .ifPresent(there -> file.problem("path", file.at("path") + ": a .tar.gz or .tar.xz is needed"));
        Optional<String> sha256 = file.text("sha256");
        if (!file.has("sha256")) {
            file.problem("servers." + label + ".archive has no sha256: the vendor publishes it beside the file");
        }
        return tar.flatMap(there -> sha256.map(sum -> new Archive(there, sum)));
    }

    private Optional<External> external(Install install) {
        if (install != Install.EXTERNAL) {
            List.of("address", "admin", "account", "tls").forEach(key -> only(section.has(key), key, "external"));
            return Optional.empty();
        }
        if (section.has("options")) {
            section.problem(
                    "options",
                    "servers." + label + ".options: bench changes nothing of a server that it did not start");
        }
        for (String key : List.of("address", "admin")) {
            if (!section.has(key)) {
                section.problem("servers." + label + " is external and has no " + key);
            }
        }
        Optional<String> address = section.text("address").map(text -> text.replaceAll("^\\[(.*)]$", "$1"));
        int port = port().orElse(ServerSpec.DATABASE_PORT);
        Optional<Tls> tls = address.filter(where -> where.startsWith("/")).isPresent() ? socket() : tls();
        Optional<Account> admin = account("admin");
        Optional<Account> account = account("account");
        return address.flatMap(
                where -> tls.flatMap(way -> admin.map(who -> new External(where, port, way, who, account))));
    }

    private Optional<Account> account(String key) {
        Optional<Section> account = section.section(key);
        account.ifPresent(who -> List.of("user", "password").stream()
                .filter(part -> !who.has(part))
                .forEach(part -> who.problem("servers." + label + "." + key + " has no " + part)));
        Optional<String> user = account.flatMap(who -> who.text("user"));
        Optional<Secret> password = account.flatMap(who -> HostSections.secret(who, "password", path));
        return user.flatMap(name -> password.map(secret -> new Account(name, secret)));
    }

    private Optional<Tls> socket() {
        for (String key : List.of("tls", "port")) {
            if (section.has(key)) {
                section.problem(
                        key, "servers." + label + "." + key + ": its address is a Unix socket, which has no " + key);
            }
        }
        return Optional.of(Tls.of(Protection.SOCKET));
    }

    /** Reads {@code tls:}, which is mandatory: without TLS, password and data can be read and changed on the network. */
    private Optional<Tls> tls() {
        if (!section.has("tls")) {
            section.problem("servers." + label
                    + " is external and has no tls: write `tls: { ca: FILE }` with the certificates to trust, in PEM; `tls: required`,"
                    + " and whoever answers is trusted; or `tls: none`, and passwords and data travel unencrypted");
            return Optional.empty();
        }
        if (section.isText("tls")) {
            return protection(section, "tls").flatMap(protection -> tls(section, protection, Optional.empty(), true));
        }
        return section.section("tls").flatMap(tls -> {
            Optional<Path> ca = tls.value("ca", path, HostSections.A_PATH);
            ca.filter(there -> !Files.isReadable(there))
                    .ifPresent(there -> tls.problem("ca", tls.at("ca") + ": cannot read " + there));
            boolean required = tls.text("required").map(Boolean::valueOf).orElse(true);
            if (!tls.has("mode") && !tls.has("ca")) {
                tls.problem("servers." + label + ".tls has no ca: a file with the certificates to trust, in PEM");
                return Optional.empty();
            }
            Optional<Protection> mode =
                    tls.has("mode") ? protection(tls, "mode") : Optional.of(Protection.VERIFY_IDENTITY);
            return tls.has("ca") && ca.isEmpty()
                    ? Optional.empty()
                    : mode.flatMap(protection -> tls(tls, protection, ca, required));
        });
    }

    private static Optional<Protection> protection(Section section, String key) {
        return section.text(key).flatMap(Protection::of);
    }

    private Optional<Tls> tls(Section tls, Protection protection, Optional<Path> ca, boolean required) {
        String given = "servers." + label + ".tls: ";
        if (protection.verifies() && ca.isEmpty()) {
            tls.problem(given + protection + " needs the certificates to trust: write `tls: { mode: " + protection
                    + ", ca: FILE }`");
            return Optional.empty();
        }
        if (!protection.verifies() && ca.isPresent()) {
            tls.problem(given + protection + " verifies no certificate: leave out ca, or write verify_ca or"
                    + " verify_identity (with the server's name)");
            return Optional.empty();
        }
        return Optional.of(new Tls(protection, ca, required || !protection.encrypts()));
    }

    private void only(boolean there, String key, String install) {
        if (there) {
            section.problem(key, "servers." + label + "." + key + " applies only to install: " + install);
        }
    }
}
