package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.report.run.RunsText;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.usecase.ListRuns;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code bench list}: lists what can be chosen. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        header = "scenarios, drivers, servers, profiles or runs",
        description = "Lists what you can choose from.")
final class ListCommand implements Callable<Integer> {
    private static final String SCHEMA = "list/1";
    private static final String SCHEMA_OF_RUNS = "runs/1";

    private final CommandContext around;

    /** Accepts singular and plural. */
    static final class WhatName implements ITypeConverter<Choices.What> {
        @Override
        public Choices.What convert(String word) {
            String name = word.toLowerCase(Locale.ROOT);
            List<String> known =
                    Arrays.stream(Choices.What.values()).map(Choices.What::id).toList();
            return Arrays.stream(Choices.What.values())
                    .filter(what -> what.id().equals(name) || what.id().equals(name + "s"))
                    .findFirst()
                    .orElseThrow(
                            () -> new TypeConversionException(word + " cannot be listed" + Suggestion.of(word, known)));
        }
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(
            paramLabel = "scenarios|drivers|servers|profiles|runs",
            arity = "0..1",
            converter = WhatName.class,
            description = "what to list (default: what can be listed)")
    private Choices.@Nullable What what;

    ListCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        RunStore store = new RunStore(common.results);
        if (what == Choices.What.RUNS && !store.exists()) {
            requireDefault();
        }
        String listed = what == null ? lists() : output.json() ? json(what, store) : text(what, store);
        if (!listed.isEmpty()) {
            output.print(spec, listed);
        }
        return ExitCode.OK.number();
    }

    /** Accepts a missing results directory only if it is the default: it does not exist before the first run. */
    private void requireDefault() {
        if (spec.commandLine().getParseResult().hasMatchedOption("--results")) {
            throw new Failure.Input(
                    "there is no directory " + common.results,
                    List.of("no such directory"),
                    "Name the directory that holds run directories: --results DIRECTORY.");
        }
        spec.commandLine().getErr().println("there are no runs yet: ./bench run makes one");
    }

    private String lists() {
        if (output.json()) {
            return Json.pretty(new Listing(
                    SCHEMA,
                    "lists",
                    Arrays.stream(Choices.What.values()).map(Choices.What::id).toList()));
        }
        return Arrays.stream(Choices.What.values())
                .map(list -> String.format(Locale.ROOT, "./bench list %-10s %s%n", list.id(), list.meaning))
                .collect(Collectors.joining());
    }

    private String text(Choices.What what, RunStore store) {
        return what == Choices.What.RUNS
                ? output.text(spec, List.of(RunsText.of(ListRuns.of(store, around.clock()))))
                : Choices.text(what);
    }

    private String json(Choices.What what, RunStore store) {
        return Json.pretty(
                what == Choices.What.RUNS
                        ? new Listing(SCHEMA_OF_RUNS, what.id(), ListRuns.of(store, around.clock()))
                        : new Listing(SCHEMA, what.id(), Choices.data(what)));
    }

    /** The output of {@code --format json}. */
    record Listing(String schema, String what, List<?> items) {}
}
