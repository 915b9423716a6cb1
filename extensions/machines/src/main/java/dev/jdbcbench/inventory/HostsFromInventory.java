package dev.jdbcbench.inventory;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.host.Host;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A hosts file created from an Ansible inventory. It contains the hosts of two groups, one for each role, with address,
 * user, port, key and jump host. Passwords and other secrets are never copied.
 *
 * @param text the text of the hosts file
 * @param notes notes for the user, one line each
 * @param leftOut hosts that are not in it, one line for each reason
 */
public record HostsFromInventory(String text, List<String> notes, List<String> leftOut) {
    private static final List<String> CLIENTS = List.of("client", "clients");
    private static final List<String> DATABASES = List.of("database", "databases", "db", "dbs");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_/~][A-Za-z0-9_/~.@-]*");

    /** Texts that YAML does not read as strings. */
    private static final Pattern SPECIAL =
            Pattern.compile("(?i)true|false|yes|no|on|off|null|~|0[xo].*|[0-9_]*[.]?[0-9_e]*");

    private static final Pattern TEMPLATE = Pattern.compile("\\{[{%]");
    private static final Pattern PASSWORD = Pattern.compile("ansible_(ssh_)?pass(word)?");
    private static final Pattern OVER_SSH = Pattern.compile("(.*\\.)?(ssh|smart|paramiko|paramiko_ssh)");
    private static final List<String> SSH_ARGUMENTS =
            List.of("ansible_ssh_common_args", "ansible_ssh_extra_args", "ansible_ssh_args");

    private static final int LONGEST_NAME = 100;

    public HostsFromInventory {
        notes = List.copyOf(notes);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Creates a hosts file.
     *
     * @param machine this machine, which may have {@code ansible-inventory}
     * @param clients the group of the client hosts; empty for a group with a usual name
     * @param databases the group of the database hosts; empty for a group with a usual name
     * @throws Failure.Input if the inventory cannot be read, has no such group, or lacks what a host needs
     */
    public static HostsFromInventory of(Host machine, Path file, Optional<String> clients, Optional<String> databases) {
        List<String> notes = new ArrayList<>();
        Inventory inventory = InventoryFile.read(machine, file, notes);
        return new Writing(inventory, file, notes).write(clients, databases);
    }

    private static final class Writing {
        private final Inventory inventory;
        private final Path file;
        private final List<String> notes;
        private final List<String> problems = new ArrayList<>();
        private final Map<String, String> names = new LinkedHashMap<>();
        private final Map<String, String> further = new LinkedHashMap<>();
        /** Why hosts cannot be used; the others can. */
        private final Map<String, List<String>> unusable = new LinkedHashMap<>();

        Writing(Inventory inventory, Path file, List<String> notes) {
            this.inventory = inventory;
            this.file = file;
            this.notes = notes;
        }

        HostsFromInventory write(Optional<String> clients, Optional<String> databases) {
            Optional<String> client = group("--client", clients, CLIENTS);
            Optional<String> database = group("--database", databases, DATABASES);
            if (client.isEmpty() && database.isEmpty() && problems.isEmpty()) {
                problems.add("no group is called " + String.join(", ", CLIENTS) + ", " + String.join(", ", DATABASES)
                        + "; groups with hosts: " + String.join(", ", inventory.groups()));
            }
            Set<String> hosts = new LinkedHashSet<>();
            client.ifPresent(group -> hosts.addAll(inventory.hosts(group)));
            database.ifPresent(group -> hosts.addAll(inventory.hosts(group)));
            StringBuilder text = new StringBuilder("# From " + file.getFileName() + " by `bench import-hosts`: "
                    + of("client", client) + ", " + of("database", database)
                    + ".\n# hosts.example.yaml shows every key.\nhosts:\n");
            for (List<String> more = List.copyOf(hosts); !more.isEmpty(); ) {
                more = more.stream()
                        .flatMap(host -> jumpName(host).stream())
                        .filter(hosts::add)
                        .toList();
            }
            Map<String, String> sections = new LinkedHashMap<>();
            hosts.forEach(host -> sections.put(host, section(host)));
            leaveOutBehind(hosts);
            hosts.stream().filter(this::usable).forEach(host -> text.append(sections.get(host)));
            further.values().forEach(text::append);
            client.ifPresent(group -> text.append(role("client", group)));
            database.ifPresent(group -> text.append(role("database", group)));
            if (!problems.isEmpty()) {
                throw new Failure.Input(
                        "cannot create a hosts file from " + file,
                        problems,
                        "Name the groups with --client GROUP and --database GROUP, and correct the inventory where it is wrong.");
            }
            if (client.isEmpty()) {
                notes.add("no group of client hosts: the client is this machine");
            }
            if (database.isEmpty()) {
                notes.add("no group of database hosts: name one with --db-host for distant runs");
            }
            return new HostsFromInventory(text.toString(), notes, reasons(unusable.keySet()));
        }

        private boolean usable(String host) {
            return !unusable.containsKey(host);
        }

        private void leaveOut(String host, String why) {
            unusable.computeIfAbsent(host, key -> new ArrayList<>()).add(why);
        }

        /** A host behind a jump host that is left out cannot be reached either. */
        private void leaveOutBehind(Set<String> hosts) {
            for (List<String> more = List.copyOf(hosts); !more.isEmpty(); ) {
                more = hosts.stream()
                        .filter(this::usable)
                        .filter(host ->
                                jumpName(host).filter(jump -> !usable(jump)).isPresent())
                        .toList();
                more.forEach(host -> leaveOut(host, "its jump host is left out"));
            }
        }

        private List<String> reasons(Collection<String> hosts) {
            return hosts.stream()
                    .flatMap(host ->
                            unusable.getOrDefault(host, List.of()).stream().map(why -> host + ": " + why))
                    .toList();
        }

        private static String of(String role, Optional<String> group) {
            return group.map(name -> role + " from group " + name).orElse("no " + role);
        }

        private Optional<String> group(String option, Optional<String> named, List<String> usual) {
            if (named.isPresent()) {
                if (inventory.hosts(named.get()).isEmpty()) {
                    problems.add(option + ": no group with hosts is called " + named.get()
                            + Suggestion.of(named.get(), inventory.groups()));
                }
                return named;
            }
            List<String> found = inventory.groups().stream()
                    .filter(group -> usual.contains(group.toLowerCase(Locale.ROOT)))
                    .toList();
            if (found.size() > 1) {
                problems.add("several groups match: " + String.join(", ", found) + "; choose one with " + option);
            }
            return found.stream().findFirst();
        }

        private String role(String role, String group) {
            List<String> all = inventory.hosts(group);
            List<String> hosts = all.stream().filter(this::usable).toList();
            if (hosts.isEmpty()) {
                problems.addAll(reasons(all));
                return "";
            }
            if (hosts.size() > 1) {
                notes.add(role + ": the first of " + hosts.size() + " hosts of group " + group
                        + "; to take another, change `" + role + ":` in the file");
            }
            return role + ": " + name(hosts.get(0)) + "\n";
        }

        /** The name for the hosts file, which allows fewer characters. */
        private String name(String host) {
            return names.computeIfAbsent(host, key -> {
                String plain = key.replaceAll("[^A-Za-z0-9_-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
                String base = plain.isEmpty() ? "host" : plain.substring(0, Math.min(plain.length(), LONGEST_NAME - 4));
                String name = base;
                for (int i = 2; names.containsValue(name); i++) {
                    name = base + "-" + i;
                }
                return name;
            });
        }

        private String section(String host) {
            Map<String, Inventory.Value> variables = inventory.variables(host);
            String connection = text(host, variables, "ansible_connection").orElse("ssh");
            StringBuilder section = new StringBuilder("  " + name(host) + ":\n");
            if (connection.equals("local") || connection.endsWith(".local")) {
                return section + "    address: localhost\n";
            }
            if (!OVER_SSH.matcher(connection).matches()) {
                leaveOut(host, "it is reached by " + connection + ", and bench needs SSH");
            }
            Optional<String> address = text(host, variables, "ansible_host", "ansible_ssh_host");
            if (secret(variables, "ansible_host", "ansible_ssh_host")) {
                leaveOut(host, "its address is a secret");
            }
            section.append(line("address", address.orElse(host)));
            text(host, variables, "ansible_user", "ansible_ssh_user")
                    .ifPresent(user -> section.append(line("user", user)));
            text(host, variables, "ansible_port", "ansible_ssh_port")
                    .ifPresent(port -> section.append(port(host, port)));
            text(host, variables, "ansible_ssh_private_key_file", "ansible_private_key_file")
                    .ifPresent(key -> section.append(line("identity", absolute(key))));
            jump(host)
                    .ifPresent(jump -> section.append(
                            line("jump", inventoryName(jump).map(this::name).orElseGet(() -> further(jump)))));
            note(host, variables);
            return section.toString();
        }

        /** A jump host that is no host of the inventory. It needs a section of its own if it has a key of its own. */
        private String further(JumpHost jump) {
            if (jump.identity().isEmpty()) {
                return jump.place();
            }
            String name = name("jump " + jump.place());
            further.put(
                    name,
                    "  " + name + ":\n" + line("address", jump.host())
                            + jump.user().map(user -> line("user", user)).orElse("")
                            + jump.port()
                                    .map(port -> "    port: " + port + "\n")
                                    .orElse("")
                            + line("identity", absolute(jump.identity().get())));
            return name;
        }

        private Optional<JumpHost> jump(String host) {
            Map<String, Inventory.Value> variables = inventory.variables(host);
            return SSH_ARGUMENTS.stream()
                    .flatMap(name -> Optional.ofNullable(variables.get(name)).stream())
                    .flatMap(value -> value.text().stream())
                    .flatMap(arguments -> JumpHost.of(arguments).stream())
                    // Arguments for all hosts also apply to the jump host itself.
                    .filter(jump -> !inventoryName(jump).equals(Optional.of(host)))
                    .findFirst();
        }

        /** The jump host of a host, if it is one of the inventory. */
        private Optional<String> jumpName(String host) {
            return jump(host).flatMap(this::inventoryName);
        }

        /** The host in the inventory that a jump host refers to, by name or address. */
        private Optional<String> inventoryName(JumpHost jump) {
            List<String> all = inventory.hosts();
            return all.contains(jump.host())
                    ? Optional.of(jump.host())
                    : all.stream()
                            .filter(host -> Optional.ofNullable(
                                            inventory.variables(host).get("ansible_host"))
                                    .flatMap(Inventory.Value::text)
                                    .equals(Optional.of(jump.host())))
                            .findFirst();
        }

        private String port(String host, String port) {
            if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65535) {
                leaveOut(host, port + " is not a port");
            }
            return "    port: " + port + "\n";
        }

        private static String absolute(String path) {
            return path.startsWith("/") || path.startsWith("~")
                    ? path
                    : Path.of(path).toAbsolutePath().normalize().toString();
        }

        private void note(String host, Map<String, Inventory.Value> variables) {
            if (variables.keySet().stream()
                    .anyMatch(name -> PASSWORD.matcher(name).matches())) {
                notes.add(
                        name(host) + ": its password was not copied; add `password: { env: NAME }` or `{ file: PATH }`"
                                + " if it takes no key");
            }
            for (String arguments : SSH_ARGUMENTS) {
                Inventory.Value value = variables.get(arguments);
                if (value == null) {
                    continue;
                }
                Optional<JumpHost> jump = value.text().flatMap(JumpHost::of);
                if (jump.isEmpty()) {
                    notes.add(name(host) + ": " + arguments
                            + " was not copied; bench reads ~/.ssh/config, and `jump:` names a jump host");
                } else if (!jump.get().alone()) {
                    notes.add(name(host) + ": of " + arguments
                            + ", only the jump host was copied; bench reads ~/.ssh/config");
                }
            }
        }

        private static boolean secret(Map<String, Inventory.Value> variables, String... names) {
            for (String name : names) {
                Inventory.Value value = variables.get(name);
                if (value != null && value.secret()) {
                    return true;
                }
            }
            return false;
        }

        /** The value of the first of these variables that is set; a secret counts as none. */
        private Optional<String> text(String host, Map<String, Inventory.Value> variables, String... named) {
            for (String variable : named) {
                Inventory.Value value = variables.get(variable);
                if (value == null) {
                    continue;
                }
                if (value.secret()) {
                    notes.add(name(host) + ": " + variable + " is a secret and was not copied");
                    continue;
                }
                String text = value.text().orElse("");
                if (TEMPLATE.matcher(text).find()) {
                    leaveOut(host, variable + " is a template, which only a playbook evaluates: " + text);
                }
                if (!text.isEmpty()) {
                    return Optional.of(text);
                }
            }
            return Optional.empty();
        }

        private static String line(String key, String text) {
            boolean plain =
                    PLAIN.matcher(text).matches() && !SPECIAL.matcher(text).matches();
            return "    " + key + ": "
                    + (plain
                            ? text
                            : "\""
                                    + text.replace("\\", "\\\\")
                                            .replace("\"", "\\\"")
                                            .replaceAll("\\p{Cntrl}", "?") + "\"")
                    + "\n";
        }
    }
}
