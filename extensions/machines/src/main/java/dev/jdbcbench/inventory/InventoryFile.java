package dev.jdbcbench.inventory;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.host.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Reads an inventory: with {@code ansible-inventory} if that program is installed, else plain files that need no
 * plugin.
 */
final class InventoryFile {
    private static final int MOST_BYTES = 3_000_000;

    private InventoryFile() {}

    /**
     * Reads an inventory.
     *
     * @param notes receives notes for the user on how it was read
     * @throws Failure.Input if it cannot be read, with every problem
     */
    static Inventory read(Host machine, Path file, List<String> notes) {
        if (!Files.exists(file)) {
            throw inaccessible(file, "no such file or directory");
        }
        if (AnsibleReader.available(machine)) {
            notes.add("read by ansible-inventory");
            Inventory inventory = AnsibleReader.read(machine, file);
            inventory.tooDeep().ifPresent(why -> {
                throw unreadable(file, List.of(why));
            });
            return inventory;
        }
        if (Files.isDirectory(file)) {
            throw unreadable(file, List.of("a directory can only be read by ansible-inventory"));
        }
        notes.add("read without ansible-inventory, which is not on this machine");
        for (String variables : List.of("group_vars", "host_vars")) {
            if (Files.exists(file.resolveSibling(variables))) {
                notes.add("not read: " + file.resolveSibling(variables));
            }
        }
        List<String> problems = new ArrayList<>();
        Inventory inventory = read(file, problems);
        inventory.tooDeep().ifPresent(problems::add);
        if (!problems.isEmpty()) {
            throw unreadable(file, problems);
        }
        return inventory;
    }

    private static Inventory read(Path file, List<String> problems) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw unreadable(file, List.of("it has more than " + MOST_BYTES + " bytes"));
            }
            String text = Files.readString(file);
            if (text.startsWith("#!")) {
                throw unreadable(file, List.of("it is a program, which only ansible-inventory runs"));
            }
            if (text.startsWith("$ANSIBLE_VAULT")) {
                throw unreadable(file, List.of("it is encrypted"));
            }
            return yaml(file, text)
                    ? YamlReader.read(file.toString(), text, problems)
                    : IniReader.read(file.toString(), text, problems);
        } catch (IOException e) {
            throw inaccessible(file, FileTrouble.why(e));
        }
    }

    private static boolean yaml(Path file, String text) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (Stream.of(".yml", ".yaml", ".json").anyMatch(name::endsWith)) {
            return true;
        }
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .filter(line -> line.equals("---") || line.matches("[A-Za-z0-9_-]+:"))
                .isPresent();
    }

    private static Failure.Input inaccessible(Path file, String why) {
        return new Failure.Input(
                "cannot read the inventory " + file, List.of(why), "Name a file that exists and that you may read.");
    }

    private static Failure.Input unreadable(Path file, List<String> problems) {
        return new Failure.Input(
                "cannot read the inventory " + file,
                problems,
                "Install ansible-core, whose ansible-inventory reads every inventory, or name a plain YAML or INI file.");
    }
}
