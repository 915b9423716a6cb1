package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.store.RunOrigin;
import dev.jdbcbench.untrusted.SecretWords;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParameterException;

/** Reads how a run was started from the command line that earlier versions of bench stored. */
final class OldWords {
    private OldWords() {}

    /**
     * What was asked for; of commands other than {@code run}, nothing is known.
     *
     * @throws Failure.Input if it cannot be read at all
     */
    static RunOrigin read(RunOrigin.OfWords old, CommandContext around) {
        String command = old.words().get(0);
        if (!command.equals("run")) {
            return new RunOrigin(old.run(), old.plan(), command, null, null);
        }
        List<String> options = old.words().subList(1, old.words().size());
        String shown = "bench run " + String.join(" ", SecretWords.masked(options));
        try {
            Request request;
            String unclear = null;
            try {
                request = RunOptions.request(options, false);
            } catch (ParameterException e) {
                // Options that this version does not know do not affect where the run's hosts are.
                unclear = e.getMessage() + "\n" + shown;
                request = RunOptions.request(options, true);
            }
            return new RunOrigin(old.run(), old.plan(), command, there(request, old, around), unclear);
        } catch (ParameterException e) {
            throw new Failure.Input(
                    "this version of bench does not understand how run " + old.run() + " was started",
                    List.of(String.valueOf(e.getMessage()), shown),
                    "collect and list show what it measured. Measure what is missing in a new run.");
        }
    }

    /** The request in the directory where it was made, with the hosts file that was found there then. */
    private static Request there(Request request, RunOrigin.OfWords old, CommandContext around) {
        Request.Hosts hosts = request.where().hosts();
        Optional<String> found = Optional.ofNullable(old.hostsFile());
        boolean named = found.isPresent()
                && found.equals(Optional.ofNullable(around.environment().get("BENCH_HOSTS"))
                        .map(Path.of(old.directory())::resolve)
                        .map(Path::toString));
        return request.withDirectory(old.directory())
                .withWhere(request.where()
                        .withHosts(
                                hosts.found()
                                        ? hosts.with(copy -> copy.file(found).found(!named))
                                        : hosts));
    }
}
