package dev.jdbcbench.config;

import dev.jdbcbench.failure.Suggestion;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads {@code hosts:} of a hosts file. */
final class HostSections {
    private static final Pattern FINGERPRINT = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}");
    private static final Pattern CPUS = Pattern.compile("[0-9]+(?:[-,][0-9]+)*+");

    /** What is wrong with a text that is no path. */
    static final String A_PATH = "the path of a file is needed";

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
        return new HostSpec(
                name,
                section.text("address").orElse("").replaceAll("^\\[(.*)]$", "$1"),
                section.text("user"),
                section.value("port", HostsFile::port, "a number from 1 to 65535 is needed"),
                section.value("identity", path, A_PATH),
                secret(section, "passphrase", path),
                secret(section, "password", path),
                section.value(
                        "hostKey",
                        text -> HostsFile.matching(FINGERPRINT, text),
                        "a fingerprint as ssh-keygen -l prints it is needed (SHA256: and 43 characters)"),
                Optional.empty(),
                section.text("dataAddress"),
                section.text("java"),
                cpus(section));
    }

    /** A word, one list for both roles, or one for each. */
    private static Cpus cpus(Section section) {
        if (!section.has("cpus")) {
            return Cpus.AUTO;
        }
        if (section.isText("cpus")) {
            Optional<String> word =
                    section.text("cpus").filter(text -> List.of("auto", "all").contains(text));
            if (word.isPresent()) {
                return word.get().equals("auto") ? Cpus.AUTO : Cpus.ALL;
            }
            Optional<String> both = cpus(section, "cpus");
            return Cpus.of(both, both);
        }
        Section roles = section.section("cpus").orElseThrow();
        return Cpus.of(cpus(roles, "client"), cpus(roles, "database"));
    }

    private static Optional<String> cpus(Section section, String key) {
        return section.value(
                key, text -> HostsFile.matching(CPUS, text), "auto, all or a list as of taskset is needed, like 2-3");
    }

    /** A reference to a secret; a literal one is a problem, and is not repeated in its message. */
    static Optional<Secret> secret(Section section, String key, Function<String, Optional<Path>> path) {
        if (!section.has(key)) {
            return Optional.empty();
        }
        if (section.isText(key)) {
            section.problem(
                    key,
                    section.at(key)
                            + ": a secret is not written here but referred to: { env: NAME } or { file: PATH }");
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

    /** The host with the chain of hosts through which it is reached. */
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
        if (named != null) {
            return host.through(withJump(named, hosts, behind));
        }
        Optional<HostSpec> elsewhere = HostSpec.parse(jump.get(), jump.get())
                // a single word is much more likely a name of this file that is misspelled
                .filter(place -> jump.get().matches(".*[@.:].*"));
        if (elsewhere.isEmpty()) {
            section.problem(
                    "jump",
                    section.at("jump") + ": no host is called " + jump.get()
                            + Suggestion.of(jump.get(), hosts.keySet()));
        }
        return elsewhere.map(host::through).orElse(host);
    }
}
