package dev.jdbcbench.cli;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.config.HostsSchema;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages of {@code docs/reference} that are generated from the code. */
final class ReferencePages {
    private static final int COLUMNS = 100;

    private ReferencePages() {}

    /** The file names with their contents. */
    static Map<String, String> all() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("commands.md", commands());
        pages.put("scenario-list.md", scenarios());
        pages.put("hosts-file.md", hostsFile());
        pages.put("exit-codes.md", exitCodes());
        pages.put("results.md", results());
        pages.put("events.md", events());
        return pages;
    }

    private static String commands() {
        CommandLine bench = Bench.commandLine(CommandContext.plain());
        HelpPages.of(bench, COLUMNS);
        StringBuilder page =
                new StringBuilder("# Commands\n\nThe help of each command, as `./bench help COMMAND` prints it.\n");
        page.append(block("bench", bench));
        bench.getSubcommands().forEach((name, command) -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                page.append(block(name, command));
            }
        });
        return page.toString();
    }

    private static String block(String name, CommandLine command) {
        return "\n## " + name + "\n\n```text\n"
                + command.getUsageMessage(CommandLine.Help.Ansi.OFF).strip() + "\n```\n";
    }

    private static String scenarios() {
        Ended listed = BenchTest.bench("list", "scenarios");
        return "# List of scenarios\n\nWhat `./bench list scenarios` prints. [How to choose](scenarios.md).\n\n```text\n"
                + listed.out().strip() + "\n```\n";
    }

    private static String exitCodes() {
        StringBuilder page = new StringBuilder("# Exit codes\n\n| exit | meaning |\n|---|---|\n");
        for (ExitCode code : ExitCode.values()) {
            page.append("| ")
                    .append(code.number())
                    .append(" | ")
                    .append(code.meaning())
                    .append(" |\n");
        }
        return page + "\nWhat to do about each: [troubleshooting](../operations/troubleshooting.md).\n";
    }

    private static String results() {
        return new FormatPage("""
                        # results.json

                        The results of a run, as `results/1`. A later version may add keys; [the others stay](../operations/versioning.md).
                        `names → number` is an object with names as keys.
                        """).types(Results.class).text();
    }

    private static String events() {
        return new FormatPage("""
                        # events.ndjson

                        What happened in a run, one JSON object for each line, as `event/1`. A later version may add keys and types;
                        [the others stay](../operations/versioning.md). `names → number` is an object with names as keys.
                        """)
                .section(
                        "Every event",
                        "These keys, and those of its type.",
                        List.of(
                                FormatPage.row("type", "text", "one of the sections below"),
                                FormatPage.row(
                                        "seq", "whole number", "number among the events of its source, from 1 on"),
                                FormatPage.row("at", "time", "by the clock of the source's host"),
                                FormatPage.row("source", "`orchestrator`, `agent`", "the program that wrote it"),
                                FormatPage.row("schema", "`event/1`", "")))
                .types(Fact.class.getPermittedSubclasses())
                .text();
    }

    private static String hostsFile() {
        JsonNode schema = new JsonMapper().readTree(HostsSchema.text());
        StringBuilder page = new StringBuilder("""
                # The hosts file

                [hosts.example.yaml](../../hosts.example.yaml) shows it filled in; `./bench schema` prints its JSON schema for editors.
                """);
        page.append(section("Top level", schema));
        for (String part : List.of("host", "server", "driver", "scenario")) {
            page.append(section("A " + part, schema.path("$defs").path(part)));
        }
        return page.toString();
    }

    private static String section(String title, JsonNode node) {
        List<String> rows = new ArrayList<>();
        rows("", node, rows);
        return "\n## " + title + "\n\n| key | value | meaning |\n|---|---|---|\n" + String.join("", rows);
    }

    private static void rows(String prefix, JsonNode node, List<String> rows) {
        node.path("properties").properties().forEach(property -> {
            String key = prefix + property.getKey();
            JsonNode value = property.getValue();
            rows.add("| `" + key + "` | " + kind(value) + " | "
                    + value.path("description").asString("").replace("|", "\\|") + " |\n");
            rows(key + ".", value, rows);
        });
    }

    private static String kind(JsonNode value) {
        if (value.has("enum")) {
            StringJoiner words = new StringJoiner(", ");
            value.path("enum").forEach(word -> words.add("`" + word.asString() + "`"));
            return words.toString();
        }
        if (value.has("$ref")) {
            String part = value.path("$ref").asString().replace("#/$defs/", "");
            return part.equals("scalar") ? "text or number" : part;
        }
        if (value.has("oneOf") || value.has("anyOf")) {
            StringJoiner words = new StringJoiner(" or ");
            value.path(value.has("oneOf") ? "oneOf" : "anyOf").forEach(one -> words.add(kind(one)));
            return words.toString();
        }
        if (value.path("additionalProperties").isObject()) {
            return "names, each with a " + kind(value.path("additionalProperties"));
        }
        JsonNode type = value.path("type");
        if (type.isArray()) {
            StringJoiner words = new StringJoiner(" or ");
            type.forEach(one -> words.add(kind(one.asString(), value)));
            return words.toString();
        }
        return kind(type.asString(""), value);
    }

    private static String kind(String type, JsonNode value) {
        return switch (type) {
            case "string" -> "text";
            case "integer" -> "number";
            case "boolean" -> "true or false";
            case "array" -> "list of " + kind(value.path("items"));
            default -> "keys";
        };
    }
}
