package dev.jdbcbench.cli;

import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Formats the help: one page with the commands in groups, and a page per command with its options, grouped by the class
 * that declares them.
 */
public final class HelpPages {
    /** The heading for the options of each class. */
    private static final Map<Class<?>, String> OPTIONS = options();

    private static final String OTHER_OPTIONS = "This command";

    private HelpPages() {}

    private static Map<Class<?>, String> options() {
        Map<Class<?>, String> headings = new LinkedHashMap<>();
        headings.put(WhereOptions.class, "Where");
        headings.put(HostOptions.class, "Where");
        headings.put(WhereOverride.class, "Where");
        headings.put(WhatOptions.class, "What");
        headings.put(JvmOptions.class, "What");
        headings.put(EffortOptions.class, "How much");
        headings.put(CompareEffort.class, "How much");
        headings.put(GateOptions.class, "Gate");
        headings.put(GateFiles.class, "Gate");
        headings.put(OutputOptions.class, "Output");
        headings.put(ExplainOutput.class, "Output");
        headings.put(RunOutput.class, "Output");
        headings.put(DryRun.class, "Output");
        headings.put(CommonOptions.class, "Every command");
        return headings;
    }

    /** Installs these pages for all commands, wrapped to {@code columns}. */
    static void of(CommandLine root, int columns) {
        root.setUsageHelpWidth(columns);
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpPages::commandList);
        root.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_OPTION_LIST);
        root.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING);
        root.getSubcommands()
                .values()
                .forEach(sub -> sub.setUsageHelpWidth(columns)
                        .getHelpSectionMap()
                        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpPages::optionList));
    }

    private static String commandList(Help help) {
        StringBuilder page = new StringBuilder();
        for (HelpGroup group : HelpGroup.values()) {
            List<String> names = Commands.named(group).toList();
            String heading = group.heading();
            for (String said : group.described() ? described(help, names) : List.of(String.join(", ", names))) {
                page.append(String.format("%-9s  %s%n", heading, said));
                heading = "";
            }
        }
        return page.toString();
    }

    private static List<String> described(Help help, List<String> names) {
        return names.stream()
                .map(name -> String.format("%-9s  %s", name, header(help, name)))
                .toList();
    }

    private static String header(Help help, String command) {
        Help of = Objects.requireNonNull(help.subcommands().get(command), command);
        return String.join(" ", of.commandSpec().usageMessage().header());
    }

    /** The options of a command by heading, without empty headings and hidden options. */
    public static Map<String, List<OptionSpec>> optionGroups(CommandSpec command) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        // In the order of the headings, not of the command's options.
        OPTIONS.values().forEach(heading -> groups.put(heading, new ArrayList<>()));
        groups.putIfAbsent(OTHER_OPTIONS, new ArrayList<>());
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                groups.computeIfAbsent(heading(option), key -> new ArrayList<>())
                        .add(option);
            }
        }
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    private static String optionList(Help help) {
        StringBuilder page = new StringBuilder();
        optionGroups(help.commandSpec()).forEach((heading, options) -> {
            Help.Layout layout = help.createDefaultLayout();
            layout.addOptions(options, help.createDefaultParamLabelRenderer());
            page.append(String.format("%n%s%n", heading)).append(layout);
        });
        return page.toString();
    }

    private static String heading(OptionSpec option) {
        if (option.usageHelp() || option.versionHelp()) {
            return OPTIONS.getOrDefault(CommonOptions.class, OTHER_OPTIONS);
        }
        return option.userObject() instanceof Member member
                ? OPTIONS.getOrDefault(member.getDeclaringClass(), OTHER_OPTIONS)
                : OTHER_OPTIONS;
    }
}
