package dev.jdbcbench.cli;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The commands of the core and those of the extensions on the class path, in the order of the help. */
final class Commands {
    private static final Map<HelpGroup, List<Class<?>>> CORE = Map.of(
            HelpGroup.MEASURE,
            List.of(ExplainCommand.class, RunCommand.class, CollectCommand.class),
            HelpGroup.VERSIONS,
            List.of(CompareCommand.class),
            HelpGroup.HOSTS,
            List.of(CheckCommand.class, PingCommand.class, ProvisionCommand.class, CleanCommand.class),
            HelpGroup.LONG_RUNS,
            List.of(StatusCommand.class, AttachCommand.class, StopCommand.class, ResumeCommand.class),
            HelpGroup.OTHER,
            List.of(ListCommand.class, SchemaCommand.class, HelpCommand.class));

    private static final Map<Class<?>, HelpGroup> ALL = all();

    private Commands() {}

    /** Extensions add to the end of each group, in the order of their commands' names. */
    private static Map<Class<?>, HelpGroup> all() {
        List<Map.Entry<Class<?>, HelpGroup>> added = ServiceLoader.load(Extension.class).stream()
                .flatMap(extension -> extension.get().commands().entrySet().stream())
                .sorted(Comparator.comparing(entry -> name(entry.getKey())))
                .toList();
        Map<Class<?>, HelpGroup> all = new LinkedHashMap<>();
        for (HelpGroup group : HelpGroup.values()) {
            CORE.getOrDefault(group, List.of()).forEach(command -> all.put(command, group));
            added.stream().filter(entry -> entry.getValue() == group).forEach(entry -> all.put(entry.getKey(), group));
        }
        return all;
    }

    /** Only the command that the words name if it needs no others, because describing all takes longer than many do. */
    static List<Class<?>> needed(String[] words) {
        return ALL.keySet().stream()
                .filter(command -> words.length > 0 && name(command).equals(words[0]) && command != HelpCommand.class)
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElseGet(Commands::classes);
    }

    static List<Class<?>> classes() {
        return List.copyOf(ALL.keySet());
    }

    /** The names of a group's commands. */
    static Stream<String> named(HelpGroup group) {
        return ALL.entrySet().stream()
                .filter(entry -> entry.getValue() == group)
                .map(entry -> name(entry.getKey()));
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }
}
