package dev.jdbcbench.config;

import dev.jdbcbench.failure.Suggestion;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads {@code hosts:} of a hosts file. */
final class HostSections {
    /** The message for a text that is not a path. */
    static final String A_PATH = "the path of a file is needed";

    private static final int MOST_JUMPS = 20;

    private final Function<String, Optional<Path>> path;
    private final Map<String, Section> sections;

    HostSections(Function<String, Optional<Path>> path, Map<String, Section> sections) {
        this.path = path;
        this.sections = sections;
    }

    Map<String, HostSpec> read() {
        Map<String, HostSpec> hosts = new LinkedHashMap<>();
        sections.forEach((name, section) -> {
            HostsFile.checkName(section, "host", name);
            hosts.put(name, host(name, section));
        });
        Map<String, HostSpec> reached = new LinkedHashMap<>();
        hosts.forEach((name, host) -> reached.put(name, withJump(host, hosts, new LinkedHashSet<>())));
        return reached;
    }

    private HostSpec host(String name, Section section) {
        if (!section.has("address")) {
            section.problem("hosts." + name + " has no address");
        }
        return HostSpecBuilder.builder()
                .name(name)
                .address(section.text("address").orElse("").replaceAll("^\\[(.*)]$", "$1"))
                .user(section.text("user"))
                .port(section.text("port").map(Integer::valueOf))
                .identity(section.value("identity", path, A_PATH))
                .passphrase(secret(section, "passphrase", path))
                .password(secret(section, "password", path))
                .hostKey(section.text("hostKey"))
                .dataAddress(section.text("dataAddress"))
                .java(section.text("java"))
                .cpus(cpus(section))
                .build();
    }

    /** Reads {@code cpus:}: a word, one list for both roles, or a list for each. */
    private static Cpus cpus(Section section) {
        if (!section.has("cpus")) {
            return Cpus.AUTO;
        }
        if (section.isText("cpus")) {
            Optional<String> both = section.text("cpus");
            return switch (both.orElse("all")) {
                case "auto" -> Cpus.AUTO;
                case "all" -> Cpus.ALL;
                default -> Cpus.of(both, both);
            };
        }
        Section roles = section.section("cpus").orElseThrow();
        return Cpus.of(roles.text("client"), roles.text("database"));
    }

    /** Reads a reference to a secret. A literal secret is a problem, and its message does not repeat it. */
    static Optional<Secret> secret(Section section, String key, Function<String, Optional<Path>> path) {
        if (!section.has(key)) {
            return Optional.empty();
        }
        if (section.isText(key)) {
            section.problem(
                    key,
                    section.at(key) + ": do not write a secret here; refer to it: { env: NAME } or { file: PATH }");
            return Optional.empty();
        }
        Section reference = section.section(key).orElseThrow();
        Optional<Secret> env = reference.text("env").map(name -> new Secret(Secret.Kind.ENV, name));
        Optional<Secret> file =
                reference.value("file", path, A_PATH).map(there -> new Secret(Secret.Kind.FILE, there.toString()));
        if (env.isPresent() == file.isPresent()) {
            section.problem(key, section.at(key) + ": either { env: NAME } or { file: PATH } is needed");
        }
        return env.or(() -> file);
    }

    /** Adds the chain of jump hosts to a host. */
    private HostSpec withJump(HostSpec host, Map<String, HostSpec> hosts, Set<String> behind) {
        Section section = sections.get(host.name());
        Optional<String> jump = section == null ? Optional.empty() : section.text("jump");
        if (section == null || jump.isEmpty()) {
            return host;
        }
        behind.add(host.name());
        HostSpec named = hosts.get(jump.get());
        if (named != null && behind.contains(named.name())) {
            section.problem(
                    "jump",
                    section.at("jump") + ": " + String.join(" → ", behind) + " → " + named.name() + " is a circle");
            return host;
        }
        if (named != null && behind.size() > MOST_JUMPS) {
            section.problem("jump", section.at("jump") + ": it is the last of more than " + MOST_JUMPS + " jumps");
            return host;
        }
        if (named != null) {
            return host.withJump(Optional.of(withJump(named, hosts, behind)));
        }
        Optional<HostSpec> elsewhere = HostSpec.parse(jump.get(), jump.get())
                // a single word is much more likely a misspelled name from this file
                .filter(place -> jump.get().matches(".*[@.:].*"));
        if (elsewhere.isEmpty()) {
            section.problem(
                    "jump",
                    section.at("jump") + ": no host is called " + jump.get()
                            + Suggestion.of(jump.get(), hosts.keySet()));
        }
        return elsewhere.isPresent() ? host.withJump(elsewhere) : host;
    }
}
