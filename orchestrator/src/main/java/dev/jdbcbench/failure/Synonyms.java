package dev.jdbcbench.failure;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What people type from the habits of other tools (hyperfine, pgbench, sysbench, JMH, wrk, docker, git), and what bench
 * has instead. None of these words is taken silently; each is answered.
 */
public final class Synonyms {
    private static final String EXTERNAL =
            "a server that runs already is described in a hosts file, with `install: external`; see docs/how-to/servers.md";

    /**
     * Options: the words, optionally after the one command that they are for, and the answer. In braces is an example of
     * the value, in whose place the user's own value is shown.
     */
    private static final Map<String, String> OPTIONS = table("""
            --time --duration --runtime --max-time -T | --budget {30m} limits how long a run measures
            -d                                        | --budget {30m} limits how long a run measures; --detach returns while it measures
            --runs --min-runs --max-runs --rounds --repeat --repetitions --count -n -m -r | --groups {5} measures that many groups of each row, each with fresh JVMs
            -f --fork                                 | --forks {5} measures that many groups of each row, each with fresh JVMs
            -i                                        | --iterations {5} sets the counted rounds of each group
            --warmup --warm-up --no-warmup --warmup-time --warmup-iterations -w -wi -wf -wbs | warm-up needs no setting: it ends when a JVM has become steady; the table marks cells that have not
            -t -c -j --jobs --workers --concurrency --connections --parallel | --threads {4} measures with that many connections, one per thread
            --json --export-json --output-json -rff   | --format json --out {results.json}
            run --json                                | results.json is in the run's directory; ./bench report --format json --out {results.json} writes it elsewhere; run --format json prints events as they happen
            run --export-json                         | results.json is in the run's directory; ./bench report --format json --out {results.json} writes it elsewhere
            run --output-json                         | results.json is in the run's directory; ./bench report --format json --out {results.json} writes it elsewhere
            run -rff                                  | results.json is in the run's directory; ./bench report --format json --out {results.json} writes it elsewhere
            compare --json                            | --format json
            --csv --export-csv                        | --format csv
            --markdown --md --export-markdown         | --format markdown
            --html --export-html                      | --format html
            -rf                                       | --format {json}
            -o --output --outfile --output-file --export | --out {file}
            run -o                                    | everything is in the run's directory, under --results; ./bench report writes it in other formats
            run --output                              | everything is in the run's directory, under --results; ./bench report writes it in other formats
            run --out                                 | everything is in the run's directory, under --results; ./bench report writes it in other formats
            --url --jdbc-url --jdbcUrl --dsn --socket-file | EXTERNAL
            --host --hostname --mysql-host            | --db-host {db1} is where bench starts a database over SSH; EXTERNAL
            watch --host                              | --to {db1}:3306
            watch --port                              | --to HOST:{3306}
            --user --username --mysql-user -u -U --port --mysql-port -P --database --db --mysql-db | EXTERNAL
            --password --passwd --mysql-password -p --pass | a password is never taken from the command line: a hosts file names a file or an environment variable that has it; see docs/how-to/servers.md
            --db-driver                               | --driver {mysql}
            --benchmark --bench --test --tests --workload --filter --include --case | --scenario {Select1Row}; ./bench list scenarios lists them
            --query --statement --script -e --execute --file | --sql {FILE} measures a statement of your own
            --prepare --cleanup --conclude            | bench creates and removes its data itself; --setup FILE creates the data of --sql and --recording
            --events --transactions --operations --requests --ops | bench measures for a time, not a number of operations: --budget {30m} or --iterations N
            -bm --benchmark-mode                      | times and throughput are always both in results.json; --percentiles adds percentiles
            -prof --profiler                          | ./bench profile makes flame graphs; --counters prints allocated bytes and CPU time
            -jvmArgs -jvmArgsAppend --jvmArgs --java-opts --jvm | --jvm-args {-Xmx2g}
            -jvm --java --jdk                         | the hosts file names the JDK of a host: `java: {/usr/lib/jvm/java-21}`
            -tu --unit                                | every time is printed with its unit; results.json has microseconds
            -l -lp --list                             | ./bench list scenarios
            -to --timeout                             | --fork-limit {5m} ends a JVM that hangs; --budget 30m limits the whole run
            -y --yes --assume-yes --batch             | bench asks for no confirmation
            --silent -s                               | --quiet
            --debug --trace                           | --verbose
            -a --all                                  | --scenario all
            clean --all                               | clean removes everything that bench left on the hosts; --results is never touched
            bisect --good                             | --driver mariadb@{3.5.0}..3.5.11 names the range, from the good to the bad version
            bisect --bad                              | --driver mariadb@3.5.0..{3.5.11} names the range, from the good to the bad version
            bisect --from                             | --driver mariadb@{3.5.0}..3.5.11 names the range
            bisect --to                               | --driver mariadb@3.5.0..{3.5.11} names the range
            run --rtt                                 | run and explain measure at the distance there is; ./bench collect --rtt {20ms} predicts others, and ./bench watch --rtt {20ms} adds one to an application
            explain --rtt                             | run and explain measure at the distance there is; ./bench collect --rtt {20ms} predicts others, and ./bench watch --rtt {20ms} adds one to an application
            --latency --delay --distance              | ./bench collect --rtt {20ms} predicts other distances, and ./bench watch --rtt {20ms} adds one to an application
            --qps --rps --throughput -R --rate-limit  | --rate {100}/s lets operations arrive at that rate
            --ssl --tls                               | --transport tls
            --socket                                  | --transport socket
            --baseline                                | --base {mariadb}; ./bench compare compares two versions, or two runs
            --scale --size --rows                     | --table-size {10000} sets the rows of the scenarios Oltp*
            --label --title --comment                 | --name {TEXT}
            --smoke                                   | --profile smoke
            --quick --fast                            | --profile quick
            --thorough --precise                      | --profile thorough
            status --watch                            | ./bench attach RUN follows a run
            status --follow                           | ./bench attach RUN follows a run
            --near --local                            | --topology local
            history --cell                            | a cell needs no option: ./bench history {Do1}
            --far --remote --distant                  | --topology distant
            """);

    /** Commands of other tools. */
    private static final Map<String, String> COMMANDS = table("""
            ls dir all                                | ./bench list lists scenarios, drivers, servers, profiles and runs
            scenarios benchmarks                      | ./bench list scenarios
            drivers versions                          | ./bench list drivers
            servers databases                         | ./bench list servers
            profiles                                  | ./bench list profiles
            runs results                              | ./bench list runs
            version                                   | ./bench --version
            man usage commands ? /?                   | ./bench help
            race bench benchmark start measure test exec launch time | ./bench run
            prepare install setup build pull up       | run prepares what it needs; ./bench provision prepares hosts beforehand
            init config configure new create login    | nothing needs to be set up first: ./bench run; hosts.example.yaml shows a hosts file
            ps jobs top                               | ./bench status shows runs that are measuring, ./bench list runs all
            logs log tail follow                      | ./bench attach follows a run; its logs are in logs/ of its directory
            rm remove delete prune cleanup uninstall down reset | ./bench clean removes what bench left on hosts; a run is a directory under results
            kill cancel abort end quit                | ./bench stop ends a run
            continue restart retry                    | ./bench resume measures what a run lacks
            diff cmp vs versus                        | ./bench compare BASE CANDIDATE
            show view open page html plot graph chart figure export csv | ./bench report, with --format for others than the page
            doctor preflight verify validate diagnose | ./bench check
            latency rtt                               | ./bench ping
            proxy trace tap sniff record              | ./bench watch
            why analyse analyze count roundtrips      | ./bench explain
            flame flamegraph prof                     | ./bench profile
            trend trends                              | ./bench history
            download                                  | ./bench fetch
            update upgrade self-update                | bench does not update itself: get a newer release, or git pull
            """);

    /** Databases and drivers that bench lacks, or calls otherwise. */
    private static final Map<String, String> DRIVERS = table("""
            postgresql postgres pg pgjdbc pgjdbc-ng oracle ojdbc sqlserver mssql db2 h2 sqlite hsqldb jtds | bench measures drivers of MySQL's protocol
            mysql-connector-java mysql-connector-j connector-j connectorj cj | mysql
            mariadb-java-client mariadb-connector-j   | mariadb
            drizzle-jdbc                              | drizzle
            """);

    /** Other words for where the database is. */
    private static final Map<String, String> TOPOLOGIES = table("""
            near here localhost same host one         | local
            far away network lan wan cloud two        | distant
            both all                                  | local,distant
            """);

    /** Modes that other tools have. */
    private static final Map<String, String> MODES = table("""
            prepared prepare binary server-side ps    | server-side prepared statements are hit (found in the driver's cache) and miss (prepared by each operation)
            simple client client-side emulated statement | text
            batch batched multi                       | batches are rewrite and bulk
            """);

    private static final Pattern EXAMPLE = Pattern.compile("\\{([^}]*)\\}");
    private static final Pattern SHOWN = Pattern.compile("[A-Za-z0-9@._/%-][A-Za-z0-9@._:/%+-]{0,59}");

    private Synonyms() {}

    private static Map<String, String> table(String text) {
        Map<String, String> table = new HashMap<>();
        text.lines().forEach(line -> {
            String[] parts = line.split("\\|", 2);
            String answer = parts[1].strip().replace("EXTERNAL", EXTERNAL);
            String[] words = parts[0].strip().split(" ");
            if (words[0].startsWith("-") || Arrays.stream(words).noneMatch(word -> word.startsWith("-"))) {
                Arrays.stream(words).forEach(word -> table.put(word, answer));
            } else {
                table.put(parts[0].strip(), answer); // a command with its option
            }
        });
        return Map.copyOf(table);
    }

    /**
     * The answer to an option of another tool.
     *
     * @param command the command at which it was typed
     * @param value the value that was typed, or an empty text
     */
    public static Optional<String> ofOption(String command, String option, String value) {
        return Optional.ofNullable(OPTIONS.get(command + " " + option))
                .or(() -> Optional.ofNullable(OPTIONS.get(option)))
                .map(answer -> EXAMPLE.matcher(answer)
                        .replaceAll(example -> Matcher.quoteReplacement(shown(example.group(1), value))));
    }

    /** The value as typed, with the unit of the example if it has none, or the example where it cannot stand. */
    private static String shown(String example, String value) {
        boolean number = example.matches("[0-9].*");
        if (!SHOWN.matcher(value).matches() || (number && !value.matches("[0-9].*"))) {
            return example;
        }
        return value.matches("[0-9]+") && example.matches("[0-9]+[a-z]+") ? value + "s" : value;
    }

    /** The answer to a command of another tool. */
    public static Optional<String> ofCommand(String word) {
        return Optional.ofNullable(COMMANDS.get(word.toLowerCase(Locale.ROOT)));
    }

    /** What to say about the name of another database or driver, or another name of one: a sentence, or bench's name. */
    public static Optional<String> ofDriver(String word) {
        return Optional.ofNullable(DRIVERS.get(word.toLowerCase(Locale.ROOT)));
    }

    /** What to say about another word for a topology: bench's name. */
    public static Optional<String> ofTopology(String word) {
        return Optional.ofNullable(TOPOLOGIES.get(word.toLowerCase(Locale.ROOT)));
    }

    /** What to say about a mode of another tool. */
    public static Optional<String> ofMode(String word) {
        return Optional.ofNullable(MODES.get(word.toLowerCase(Locale.ROOT)));
    }
}
