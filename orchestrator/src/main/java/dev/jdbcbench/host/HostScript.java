package dev.jdbcbench.host;

import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.untrusted.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories and supervised processes of bench on one host. Installs {@code host.sh} and runs it; the script documents
 * what it guarantees to supervised processes.
 */
public final class HostScript {
    private static final String RESOURCE = "host.sh";

    /** Puts the script into the cache, and records which of its parent directories did not exist. */
    private static final String INSTALL = """
            umask 022
            cache=${1%/*} made=
            if [ ! -d "$cache" ]; then
                parent=${cache%/*}
                while [ ! -d "$parent" ]; do
                    made="$made$parent
            "
                    parent=${parent%/*}
                done
                mkdir -p "$cache" && printf %s "$made" >"$cache/made" || exit
            fi
            [ "$(stat -c %u "$cache")" = "$(id -u)" ] || { echo "$cache belongs to another user" >&2; exit 1; }
            [ -e "$cache/made" ] || : >"$cache/made"
            # Another bench may do the same at the same time.
            cat >"$1.$$.part" && chmod 755 "$1.$$.part" && mv "$1.$$.part" "$1"
            """;

    /** Prints the checksum of a program if it exists. */
    private static final String PRESENT = "[ -f \"$1\" ] && [ -x \"$1\" ] && sha256sum <\"$1\"";

    /** An absolute path, a process, or a container after its engine. */
    private static final Pattern LEFTOVER =
            Pattern.compile("file ([A-Za-z]:)?/.+|process [0-9]{1,18}( .*)?|container [a-z-]+ [A-Za-z0-9_.-]+");

    private static final Pattern LINUX = Pattern.compile("Linux ([A-Za-z0-9_.-]{1,50})");

    /** {@link #await} checks ten times a second, and each check takes time. */
    private static final Duration AWAIT_MARGIN = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(HostScript.class);

    private final Host host;
    private final String architecture;
    private final String cache;
    private final String runs;
    /** The words that call it. */
    private final List<String> program;
    /** The directory of the claim that every change requires; empty for none. */
    private final Optional<String> guard;

    private HostScript(
            Host host, String architecture, String cache, String runs, List<String> program, Optional<String> guard) {
        this.host = host;
        this.architecture = architecture;
        this.cache = cache;
        this.runs = runs;
        this.program = List.copyOf(program);
        this.guard = guard;
    }

    /** A copy of this that begins, starts, ends and removes nothing once the claim in a directory has expired. */
    public HostScript guardedBy(String claim) {
        return new HostScript(host, architecture, cache, runs, program, Optional.of(claim));
    }

    /**
     * Installs the script on a host, unless the same bytes are there already. (A mere existence check is not enough: an
     * empty script would succeed at everything.)
     *
     * @throws Failure.Command when the host is not Linux, or has no room
     */
    public static HostScript install(Host host) {
        HostScript located = locate(host);
        if (!host.program().isEmpty()) {
            return located;
        }
        String file = located.program.get(0);
        Outcome there = host.run(Command.query("sh", "-c", PRESENT, "sh", file));
        if (!there.ok() || !there.out().startsWith(Sha256.of(text()))) {
            host.require(
                    "copy bench's script",
                    Command.of("sh", "-c", INSTALL, "sh", file).reading(text()));
        }
        return located;
    }

    /**
     * Finds where the script would be on a host, without installing it. The result can list what is there, and clean
     * up.
     *
     * @throws Failure.Command when the host is not Linux
     */
    public static HostScript locate(Host host) {
        if (!host.program().isEmpty()) {
            List<String> paths = paths(host, host.ask(Command.query("sh"), "paths"));
            String architecture = System.getProperty("os.arch");
            return new HostScript(host, architecture, paths.get(0), paths.get(1), host.program(), Optional.empty());
        }
        if (host.local()) {
            LocalHost.requireLinux(host.name()); // another system need not have the programs that would say what it is
        }
        checkShell(host);
        String system = host.require("determine the system", Command.query("uname", "-sm"))
                .out()
                .strip();
        Matcher linux = LINUX.matcher(system);
        if (!linux.matches()) {
            throw LocalHost.notLinux(host.name(), system, "");
        }
        String text = text();
        // The script itself decides where its directories are, so run it from stdin before it is installed.
        List<String> paths = paths(host, Command.query("sh", "-s", "paths").reading(text));
        String cache = paths.get(0);
        return new HostScript(
                host,
                linux.group(1),
                cache,
                paths.get(1),
                List.of(cache + "/host-" + Sha256.of(text).substring(0, 12) + ".sh"),
                Optional.empty());
    }

    private static List<String> paths(Host host, Command asking) {
        List<String> paths = host.require("determine bench's directories", asking)
                .out()
                .lines()
                .toList();
        if (paths.size() != 2 || !paths.stream().allMatch(path -> path.matches("([A-Za-z]:)?/[^\\p{Cntrl}]{1,1000}"))) {
            throw new Failure.Command(
                    host.name() + " did not report the paths of bench's directories",
                    Printable.line(String.join("\n", paths)),
                    "Make the user's shell start-up files print nothing in non-interactive shells.",
                    null);
        }
        return paths;
    }

    /** Makes sure that words arrive unchanged: a non-POSIX login shell, or one that prints text of its own, would alter them. */
    private static void checkShell(Host host) {
        String word = "two\nlines, a 'quote', a \\ and a !";
        Outcome echo = host.run(Command.query("sh", "-c", "printf %s \"$1\"", "sh", word));
        if (!echo.out().equals(word)) {
            throw new Failure.Command(
                    "the login shell on " + host.name() + " changes the commands that bench sends",
                    echo.ok()
                            ? "it changed a command to: "
                                    + Printable.line(echo.out().strip())
                            : echo.lastLines(),
                    "Give the user a POSIX shell there (chsh -s /bin/sh), and make its start-up files print nothing in non-interactive shells.",
                    null);
        }
    }

    /** The script. */
    public static String text() {
        return Resource.text(HostScript.class, RESOURCE);
    }

    /** The host on which it runs. */
    public Host host() {
        return host;
    }

    /** The host's processors, as {@code uname -m} names them: {@code x86_64}, {@code aarch64}. */
    public String architecture() {
        return architecture;
    }

    /** The directory that bench keeps on the host between runs. */
    public String cache() {
        return cache;
    }

    /** The directory for what is needed for a moment: that of the claim, with which it is removed, or else the cache. */
    public String scratch() {
        return guard.orElse(cache);
    }

    /** The parent directory of all runs. */
    public String runs() {
        return runs;
    }

    /** The path of the directory for one role of a run, whether or not it exists. */
    public String directory(String run, String role) {
        return runs + "/" + run + "/" + role;
    }

    /**
     * Journals and creates the directory for one role of a run, and returns its path.
     *
     * @param lease how long others treat it as in use if it is not renewed
     */
    public String begin(String run, String role, Duration lease) {
        host.require(
                "make a directory",
                changing(
                        "begin",
                        run + "/" + role,
                        String.valueOf(lease.toSeconds()),
                        Owner.here().text()));
        return directory(run, role);
    }

    /** Makes directories in a directory of a run, closed to other users. */
    public void makeDirectories(String directory, String... names) {
        String shell = "cd \"$1\" && shift && mkdir -m 700 -- \"$@\"";
        List<String> words = new ArrayList<>(List.of("sh", "-c", shell, "sh", directory));
        words.addAll(List.of(names));
        Command command = Command.of(words);
        host.require(
                "make directories",
                host.ask(command, "directories", words.subList(4, words.size()).toArray(String[]::new)));
    }

    /** The journal's entries. A line whose directory is not a run directory of bench is ignored, whoever wrote it. */
    public List<JournalEntry> entries() {
        return host.require("read bench's journal", asking("entries"))
                .out()
                .lines()
                .flatMap(line -> entry(line).stream())
                .toList();
    }

    private Optional<JournalEntry> entry(String line) {
        Optional<JournalEntry> entry = JournalEntry.of(line, this::directory);
        if (entry.isEmpty()) {
            LOG.warn("the journal of {} has an invalid line, which is skipped: {}", host.name(), Printable.line(line));
        }
        return entry;
    }

    /**
     * Removes what a crashed run left behind: its processes (recorded or not), its directory and its journal entry.
     *
     * @param seen the newest ticket among the entries from which the caller concluded that the run is abandoned
     * @throws Failure.Command when something has begun in the run since then; nothing is removed
     */
    public void sweep(String directory, long seen) {
        host.require("clean up", telling("sweep", directory, String.valueOf(seen)));
    }

    /** Removes the cache and everything else of bench on the host. */
    public void remove() {
        host.require("remove bench's directories", telling("remove"));
    }

    /** Lists what is left of bench on the host: {@code file PATH}, {@code process PID NAME} and {@code container ENGINE NAME}. */
    public List<String> leftovers() {
        return host.require("look for bench's files and processes", asking("leftovers"))
                .out()
                .lines()
                .filter(LEFTOVER.asMatchPredicate())
                .map(Printable::line)
                .toList();
    }

    private Command asking(String... words) {
        return telling(words).asQuery().within(Command.QUERY_LIMIT);
    }

    /** A verb, run from stdin because the host may have no script or another version of it. */
    private Command telling(String... words) {
        List<String> all = new ArrayList<>(List.of("sh", "-s"));
        all.addAll(List.of(words));
        Command onLinux = Command.of(all).reading(text());
        return host.program().isEmpty() ? onLinux : verb(words);
    }

    /** What happens to the directory of an abandoned process. */
    public enum WhenAbandoned {
        KEEP,
        REMOVE;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Describes, for a message, what happens to a directory that is no longer attended.
     *
     * @param lease of the process that runs there
     */
    public String unattended(String directory, Duration lease, WhenAbandoned whenAbandoned) {
        return "on " + host.name() + " (" + directory + "): its processes end within "
                + (host.local() ? "seconds" : lease.toMinutes() + " min")
                + (!host.program().isEmpty()
                        ? "; the next bench or ./bench clean removes the directory"
                        : whenAbandoned == WhenAbandoned.REMOVE ? ", and the directory goes with it" : "");
    }

    /**
     * Starts a process that survives the connection, under a supervisor.
     *
     * @param lease the process is killed when it expires without renewal; on this machine it also ends with this
     *     JVM
     */
    public void launch(String directory, Duration lease, WhenAbandoned whenAbandoned, Command command) {
        List<String> words = new ArrayList<>(List.of(
                "launch",
                directory,
                String.valueOf(lease.toSeconds()),
                host.local() ? Owner.here().process() : "-",
                whenAbandoned.word()));
        words.addAll(command.words());
        host.require("start " + command.words().get(0), changing(words.toArray(String[]::new)));
    }

    /** Renews the leases of processes. */
    public void renew(List<String> directories) {
        List<String> words = new ArrayList<>(List.of("renew"));
        directories.forEach(directory -> words.add(directory + "/lease"));
        host.require("renew a lease", verb(words.toArray(String[]::new)));
    }

    /**
     * Detaches from a directory and the process in it.
     *
     * @param lease how long the process may run unattended, from now on
     */
    public void leave(String directory, Duration lease, WhenAbandoned whenAbandoned) {
        host.require(
                "detach a process",
                changing(
                        "leave",
                        directory,
                        String.valueOf(lease.toSeconds()),
                        whenAbandoned.word(),
                        Owner.none().text()));
    }

    /** Lets the supervisor restart the directory's process, once, if it ends without being stopped. */
    public void revive(String directory) {
        host.require("make a process restart if it dies", changing("revive", directory));
    }

    /** The exit codes of the directory's process so far, oldest first. */
    public List<Integer> ends(String directory) {
        // Each line holds the uptime and the code; the last one only the code.
        String codes = "cd \"$1\" && cat restarts exit 2>/dev/null | sed 's/.* //'";
        return host.run(Command.query("sh", "-c", codes, "sh", directory))
                .out()
                .lines()
                .filter(code -> code.matches("[0-9]{1,3}"))
                .map(Integer::valueOf)
                .toList();
    }

    /** The result of a wait. */
    public enum Awaited {
        FOUND,
        ENDED,
        TIMED_OUT
    }

    /** Waits until a file contains a text, or the directory's process ends. */
    public Awaited await(String directory, String file, String text, Duration limit) {
        int exit = host.run(verb("await", directory, file, text, String.valueOf(limit.toSeconds()))
                        .within(limit.multipliedBy(2).plus(AWAIT_MARGIN)))
                .exit();
        return switch (exit) {
            case 0 -> Awaited.FOUND;
            case 1 -> Awaited.ENDED;
            case 2 -> Awaited.TIMED_OUT;
            default ->
                throw new Failure.Command(
                        "cannot wait for a process on " + host.name() + ": exit status " + exit,
                        "bench's script there is " + String.join(" ", program),
                        "If it was removed, run the command again.",
                        null);
        };
    }

    /** Ends the directory's process, which another will follow. If bench ends before, the directory is removed as abandoned. */
    public void halt(String directory) {
        host.require("end a process", changing("halt", directory));
    }

    /** Ends the directory's process and its supervisor if they are running. */
    public void stop(String directory) {
        host.require("end a process", changing("stop", directory));
    }

    /** Ends the directory's process, removes the directory and deletes its journal entry. */
    public void discard(String directory) {
        host.require("remove a directory", changing("discard", directory));
    }

    /** Discards the directory of a role if this process began it; it may belong to another bench. */
    public void discardOwn(String run, String role) {
        String directory = directory(run, role);
        boolean own = host.isDryRun()
                || entries().stream()
                        .anyMatch(entry -> entry.directory().equals(directory)
                                && entry.owner().filter(Owner::isThisProcess).isPresent());
        if (own) {
            discard(directory);
        }
    }

    /** A verb that changes what a run has on the host; works only while the claim holds, if there is one. */
    private Command changing(String... words) {
        List<String> all = new ArrayList<>();
        guard.ifPresent(claim -> all.addAll(List.of("guard", claim)));
        all.addAll(List.of(words));
        return verb(all.toArray(String[]::new));
    }

    private Command verb(String... words) {
        List<String> all = new ArrayList<>(program);
        all.addAll(List.of(words));
        return Command.of(all);
    }
}
