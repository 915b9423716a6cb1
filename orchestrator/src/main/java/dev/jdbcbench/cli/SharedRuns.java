package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.report.Shared;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Copies of runs without private names, which {@code bench collect} and {@code bench report} read like any other run.
 * Of the logs, only the noise logs are copied; the others may contain private data. Name and tags of a run are left
 * out.
 */
final class SharedRuns {
    private static final String PLAN = "plan.json";
    private static final String COMMAND = "command.json";
    private static final List<String> DOCUMENTS = List.of(PLAN, "hosts.json", COMMAND);
    private static final String EVENTS = "events.ndjson";

    private static final int LARGEST = 512 << 20;

    private SharedRuns() {}

    /**
     * Writes the copies, with a page beside them.
     *
     * @throws Failure.Command if a file cannot be read or written, or exists already
     */
    static void write(Path out, List<RunDirectory> runs, Shared shared, String page, String html) {
        try {
            Files.createDirectories(out);
            for (RunDirectory run : runs) {
                copy(run, out, shared);
            }
            SafeFile.write(out.resolve(page), html.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot write the shared runs to " + out,
                    FileTrouble.why(e),
                    FileTrouble.remedy(e, "Name a directory that does not exist yet: --out DIR."),
                    e);
        }
    }

    private static void copy(RunDirectory run, Path out, Shared shared) throws IOException {
        Path copy = out.resolve(run.run());
        SafeFile.makeDirectory(copy);
        for (String name : DOCUMENTS) {
            if (SafeFile.exists(run.path().resolve(name))) {
                SafeFile.write(
                        copy.resolve(name),
                        shared.json(withoutNaming(name, text(run.path().resolve(name))))
                                .getBytes(StandardCharsets.UTF_8));
            }
        }
        String events = text(run.events())
                .lines()
                .map(line -> shared.jsonLine(line) + "\n")
                .collect(Collectors.joining());
        SafeFile.write(copy.resolve(EVENTS), events.getBytes(StandardCharsets.UTF_8));
        for (Plan.Server server : run.plan().servers()) {
            Path log = run.noiseLog(server.topology(), server.server());
            if (SafeFile.exists(log)) {
                Path logs = copy.resolve("logs");
                if (!SafeFile.exists(logs)) {
                    SafeFile.makeDirectory(logs);
                }
                SafeFile.write(
                        logs.resolve(shared.text(String.valueOf(log.getFileName()))),
                        shared.text(text(log)).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static String withoutNaming(String name, String json) {
        if (!name.equals(PLAN) && !name.equals(COMMAND)) {
            return json;
        }
        ObjectNode root = Json.read(json, ObjectNode.class);
        if (name.equals(PLAN)) {
            root.remove(List.of("name", "tags"));
        } else {
            List<String> words =
                    root.path("words").valueStream().map(JsonNode::asString).toList();
            root.remove("words");
            Naming.removedFrom(words).forEach(root.putArray("words")::add);
        }
        return root.toString();
    }

    private static String text(Path file) throws IOException {
        return new String(SafeFile.read(file, LARGEST), StandardCharsets.UTF_8);
    }
}
