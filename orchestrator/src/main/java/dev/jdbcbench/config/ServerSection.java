package dev.jdbcbench.config;

import dev.jdbcbench.config.ServerSpec.Archive;
import dev.jdbcbench.config.ServerSpec.External;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.config.ServerSpec.Tls;
import dev.jdbcbench.driver.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads one server of {@code servers:} of a hosts file. */
final class ServerSection {
    private static final Pattern SHA256 = Pattern.compile("[0-9A-Fa-f]{64}");

    /** Options that say where things are, or who the server is. */
    private static final Set<String> PLACES = Set.of(
            "basedir",
            "bind-address",
            "datadir",
            "init-file",
            "innodb-data-home-dir",
            "innodb-log-group-home-dir",
            "innodb-undo-directory",
            "lc-messages-dir",
            "log-bin",
            "log-error",
            "pid-file",
            "plugin-dir",
            "port",
            "skip-grant-tables",
            "grant-tables",
            "socket",
            "tmpdir",
            "user");

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
        ServerKind kind = section.value("kind", ServerKind::of, "one of " + kinds + " is needed")
                .orElse(ServerKind.MARIADB);
        Install install = section.value(
                        "install", Install::of, "one of " + Arrays.toString(Install.values()) + " is needed")
                .orElse(Install.AUTO);
        if (kind == ServerKind.MYSQL && install == Install.PORTABLE) {
            section.problem(
                    "install",
                    "servers." + label + ".install: there is no portable MySQL; take host, package or archive");
        }
        section.section("options").ifPresent(this::refusePlaces);
        Optional<Archive> archive = archive(install);
        Optional<External> external = external(install);
        boolean half = (install == Install.ARCHIVE && archive.isEmpty())
                || (install == Install.EXTERNAL && external.isEmpty()); // and a problem was noted
        return new ServerSpec(
                label,
                kind,
                section.text("version"),
                half ? Install.AUTO : install,
                install == Install.EXTERNAL ? Optional.empty() : port(),
                section.section("options").map(Section::texts).orElse(Map.of()),
                archive,
                external);
    }

    /** A private instance stays in its own place: whoever pastes a my.cnf here must not start it on somebody's data. */
    private void refusePlaces(Section options) {
        options.texts().forEach((key, value) -> {
            String name = key.toLowerCase(Locale.ROOT).replace('_', '-').replaceFirst("^(loose|maximum|skip)-", "");
            if (PLACES.contains(name) || value.startsWith("/") || value.contains("\n")) {
                options.problem(
                        key,
                        options.at(key)
                                + ": where a private instance has its files, socket and address is bench's business"
                                + (name.equals("port") ? "; `port:` of the server sets its port" : ""));
            }
        });
    }

    private Optional<Integer> port() {
        return section.value("port", HostsFile::port, "a number from 1 to 65535 is needed");
    }

    private Optional<Archive> archive(Install install) {
        boolean named = section.has("archive");
        if (install != Install.ARCHIVE) {
            only(named, "archive", "archive");
            return Optional.empty();
        }
        if (!named) {
            section.problem("install", "servers." + label + ".install: archive needs `archive: { path, sha256 }`");
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
        Optional<String> sha256 = file.value(
                "sha256",
                text -> HostsFile.matching(SHA256, text),
                "64 hexadecimal digits are needed, as of sha256sum");
        if (!file.has("sha256")) {
            file.problem("servers." + label + ".archive has no sha256: the vendor publishes it beside the file");
        }
        return tar.flatMap(there -> sha256.map(sum -> new Archive(there, sum)));
    }

    private Optional<External> external(Install install) {
        if (install != Install.EXTERNAL) {
            List.of("address", "admin", "tls").forEach(key -> only(section.has(key), key, "external"));
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
        Optional<Section> admin = section.section("admin");
        Optional<String> user = admin.flatMap(who -> who.text("user"));
        Optional<Secret> password = admin.flatMap(who -> HostSections.secret(who, "password", path));
        admin.filter(who -> !who.has("user")).ifPresent(who -> who.problem("servers." + label + ".admin has no user"));
        admin.filter(who -> !who.has("password"))
                .ifPresent(who -> who.problem("servers." + label + ".admin has no password"));
        Optional<String> address = section.text("address").map(text -> text.replaceAll("^\\[(.*)]$", "$1"));
        int port = port().orElse(ServerSpec.DATABASE_PORT);
        Optional<Tls> tls = tls();
        return address.flatMap(
                where -> user.flatMap(who -> password.map(secret -> new External(where, port, tls, who, secret))));
    }

    private Optional<Tls> tls() {
        return section.section("tls").flatMap(tls -> {
            if (!tls.has("ca")) {
                tls.problem("servers." + label + ".tls has no ca: a file with the certificates to trust, in PEM");
            }
            Optional<Path> ca = tls.value("ca", path, HostSections.A_PATH);
            ca.filter(there -> !Files.isReadable(there))
                    .ifPresent(there -> tls.problem("ca", tls.at("ca") + ": cannot read " + there));
            boolean required = tls.value(
                            "required",
                            text -> text.equals("true") || text.equals("false")
                                    ? Optional.of(Boolean.valueOf(text))
                                    : Optional.empty(),
                            "true or false is needed")
                    .orElse(true);
            return ca.map(there -> new Tls(there, required));
        });
    }

    private void only(boolean there, String key, String install) {
        if (there) {
            section.problem(key, "servers." + label + "." + key + " belongs to install: " + install);
        }
    }
}
