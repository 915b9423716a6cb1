package dev.jdbcbench.flame;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.untrusted.SafeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A recording of a driver, read from its file.
 *
 * @param shown what the text and the pages show of it
 */
record Recorded(Cell cell, Path file, FlameText.Recorded shown) {
    private static final String PREFIX = "profile-";

    /** Largest recording, bytes; one of a minute has a few MB. */
    private static final int LARGEST = 32 << 20;

    private String name() {
        return PREFIX + shown.driver().replaceAll("[^A-Za-z0-9._-]", "_");
    }

    private static String driver(Cell cell) {
        return cell.driver() + " " + cell.driverVersion();
    }

    static String operation(Cell cell) {
        return cell.topology() + " " + cell.server() + " " + cell.scenarioWithParams() + " " + cell.mode()
                + (cell.threads() == 1 ? "" : " ×" + cell.threads());
    }

    /** All recordings of a run. */
    static List<Recorded> of(RunOutcome ended) {
        List<Recorded> all = new ArrayList<>();
        for (Fact.CellProfiled profiled : Event.facts(ended.fold().events(), Fact.CellProfiled.class)) {
            String log = profiled.log();
            Optional<Cell> cell = ended.fold().plan().cell(profiled.cell());
            if (log != null && cell.isPresent()) {
                Path file = ended.directory().recording(log);
                Stacks stacks = Recordings.read(file);
                if (stacks.total() == 0) {
                    throw new Failure.Command(
                            "the recording of " + driver(cell.get()) + " has no samples",
                            String.valueOf(file),
                            "Record longer: --time 30s.",
                            null);
                }
                all.add(new Recorded(
                        cell.get(),
                        file,
                        new FlameText.Recorded(driver(cell.get()), String.valueOf(profiled.method()), stacks)));
            }
        }
        return all;
    }

    /** Writes the recordings, and returns the files for the user to open. */
    static List<Path> write(RunDirectory directory, List<Recorded> all) {
        List<Path> written = new ArrayList<>();
        for (Recorded one : all) {
            FlameText.Recorded shown = one.shown();
            written.add(write(directory, one.name() + ".jfr", bytes(one.file())));
            written.add(write(
                    directory, one.name() + ".collapsed", text(shown.stacks().text())));
            written.add(write(
                    directory,
                    one.name() + ".html",
                    text(FlamePage.of(
                            shown.driver() + ", " + operation(one.cell()),
                            facts(directory, List.of(shown)),
                            shown.stacks()))));
        }
        if (all.size() == 2) {
            FlameText.Recorded base = all.get(0).shown();
            FlameText.Recorded candidate = all.get(1).shown();
            written.add(write(
                    directory,
                    PREFIX + "difference.html",
                    text(FlamePage.of(
                            base.driver() + " → " + candidate.driver() + ", "
                                    + operation(all.get(0).cell()),
                            facts(directory, List.of(base, candidate)),
                            new StackDiff(base.stacks(), candidate.stacks())))));
        }
        return written;
    }

    private static List<String> facts(RunDirectory directory, List<FlameText.Recorded> shown) {
        List<String> facts = new ArrayList<>(List.of("run " + directory.run()));
        shown.forEach(one -> facts.add(
                one.driver() + ": " + one.stacks().total() + " samples of threads that work, by " + one.method()));
        return facts;
    }

    private static Path write(RunDirectory directory, String name, byte[] content) {
        return directory.writeProfile(new SafeName(name), content);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Path file) {
        try {
            return SafeFile.read(file, LARGEST);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot read the recording " + file,
                    String.valueOf(e.getMessage()),
                    "A shorter --time makes a smaller recording.",
                    e);
        }
    }
}
