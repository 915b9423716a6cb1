package dev.jdbcbench.sharing;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.Destination;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.usecase.Reports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Directories of runs for others, which {@code bench collect} and {@code bench report} read like any other run. They have what is
 * in the copy of a run, see {@link Shared}, and the numbers of the noise logs.
 */
final class SharedRuns {
    /** A line of a noise log. */
    private static final Pattern NUMBERS = Pattern.compile("[0-9. ]+");

    private SharedRuns() {}

    /**
     * Writes the copies, with a page beside them.
     *
     * @param runs the original directories with the copies of what they contain
     * @throws Failure if a file cannot be read or written, or exists already
     */
    static void write(Path out, List<Reports.Read> runs, String page, String html) {
        Path file = out.resolve(page);
        try {
            Destination.require(file);
            if (SafeFile.exists(file)) {
                throw new FileAlreadyExistsException(file.toString(), null, "it exists already");
            }
            Files.createDirectories(out);
            for (Reports.Read run : runs) {
                copy(run, out);
            }
            SafeFile.write(file, html.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw FileTrouble.failure(
                    "cannot write the shared runs to " + out,
                    e,
                    "Name a directory that does not exist yet: --out DIR.");
        }
    }

    private static void copy(Reports.Read run, Path out) throws IOException {
        Fold fold = run.fold();
        Plan plan = fold.plan();
        if (SafeFile.exists(out.resolve(plan.run()))) {
            throw new FileAlreadyExistsException(out.resolve(plan.run()).toString());
        }
        RunDirectory copy = RunDirectory.create(out, plan);
        copy.writeEvents(fold.events());
        if (!fold.hostFacts().isEmpty()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("schema", "hosts/1");
            facts.put("run", plan.run());
            facts.put("hosts", fold.hostFacts());
            copy.writeHosts(Json.pretty(facts));
        }
        if (!run.words().isEmpty()) {
            copy.writeInvocation(Json.pretty(new Invocation(run.words(), ".")));
        }
        List<Plan.Server> originals = run.directory().plan().servers();
        for (int i = 0; i < originals.size(); i++) {
            Plan.Server original = originals.get(i);
            Plan.Server server = plan.servers().get(i);
            Path log = run.directory().noiseLog(original.topology(), original.server());
            if (SafeFile.exists(log)) {
                SafeFile.write(copy.noiseLog(server.topology(), server.server()), numbers(log));
            }
        }
    }

    private static byte[] numbers(Path log) throws IOException {
        return new String(SafeFile.read(log, RunDirectory.LARGEST_LOG), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> NUMBERS.matcher(line).matches())
                .map(line -> line + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }
}
