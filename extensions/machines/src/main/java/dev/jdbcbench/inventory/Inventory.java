package dev.jdbcbench.inventory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The groups, hosts and variables of an Ansible inventory. Readers fill it before it is queried. */
final class Inventory {
    /** No inventory for people nests groups more deeply. Groups in a circle are deeper than any number. */
    private static final int DEEPEST = 50;

    /** The group of all hosts. */
    static final String ALL = "all";

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Map<String, Value>> hosts = new LinkedHashMap<>();

    Inventory() {
        groups.put(ALL, new Group());
    }

    /** The value of a variable; a secret has no text. */
    record Value(Optional<String> text) {
        static final Value SECRET = new Value(Optional.empty());

        static Value of(String text) {
            return new Value(Optional.of(text));
        }

        boolean secret() {
            return text.isEmpty();
        }
    }

    private static final class Group {
        private final Set<String> hosts = new LinkedHashSet<>();
        private final Set<String> children = new LinkedHashSet<>();
        private final Map<String, Value> variables = new LinkedHashMap<>();
    }

    private Group group(String name) {
        return groups.computeIfAbsent(name, key -> new Group());
    }

    void addGroup(String name) {
        group(name);
    }

    void addHost(String group, String host) {
        group(group).hosts.add(host);
        hosts.computeIfAbsent(host, key -> new LinkedHashMap<>());
    }

    void addChild(String group, String child) {
        group(child);
        group(group).children.add(child);
    }

    void setOfGroup(String group, String variable, Value value) {
        group(group).variables.put(variable, value);
    }

    void setOfHost(String host, String variable, Value value) {
        hosts.computeIfAbsent(host, key -> new LinkedHashMap<>()).put(variable, value);
    }

    boolean hasGroup(String name) {
        return groups.containsKey(name);
    }

    /** A group that is nested too deeply, or in a circle. Without one, everything else here is quick and not deep. */
    Optional<String> tooDeep() {
        return depths().entrySet().stream()
                .filter(group -> group.getValue() > DEEPEST)
                .map(group -> "group " + group.getKey() + " is below itself, or nested more deeply than " + DEEPEST
                        + " levels")
                .sorted()
                .findFirst();
    }

    /** The groups that have hosts, without {@value #ALL}. */
    List<String> groups() {
        return groups.keySet().stream()
                .filter(name -> !name.equals(ALL) && !hosts(name).isEmpty())
                .toList();
    }

    /** All hosts of the inventory, in its order. */
    List<String> hosts() {
        return List.copyOf(hosts.keySet());
    }

    /** The hosts of a group and its subgroups, in the inventory's order. */
    List<String> hosts(String group) {
        Set<String> found = new LinkedHashSet<>();
        collect(group, found, new LinkedHashSet<>());
        return List.copyOf(found);
    }

    private void collect(String name, Set<String> found, Set<String> seen) {
        Group group = groups.get(name);
        if (group == null || !seen.add(name)) {
            return;
        }
        found.addAll(group.hosts);
        group.children.forEach(child -> collect(child, found, seen));
    }

    /**
     * The variables of a host. As in Ansible, its own take precedence over those of a group, and those of a group over
     * its parents'.
     */
    Map<String, Value> variables(String host) {
        Map<String, Integer> depths = depths();
        Map<String, Value> found = new LinkedHashMap<>();
        List<String> of = new ArrayList<>(groups.keySet());
        of.removeIf(name -> !name.equals(ALL) && !hosts(name).contains(host));
        of.sort(Comparator.comparingInt((String name) -> depths.getOrDefault(name, 0))
                .thenComparing(Comparator.naturalOrder()));
        of.forEach(name -> found.putAll(group(name).variables));
        found.putAll(hosts.getOrDefault(host, Map.of()));
        return found;
    }

    /** The depth of each group. Each round finds at least one more level, so one that is too deep has a depth beyond the limit. */
    private Map<String, Integer> depths() {
        Map<String, Integer> depths = new HashMap<>();
        groups.keySet().forEach(name -> depths.put(name, name.equals(ALL) ? 0 : 1));
        boolean changed = true;
        for (int round = 0; changed && round <= DEEPEST; round++) {
            changed = false;
            for (Map.Entry<String, Group> group : groups.entrySet()) {
                int below = depths.getOrDefault(group.getKey(), 0) + 1;
                for (String child : group.getValue().children) {
                    if (!child.equals(ALL) && depths.getOrDefault(child, 0) < below) {
                        depths.put(child, below);
                        changed = true;
                    }
                }
            }
        }
        return depths;
    }
}
