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
            "a server that runs already needs a hosts file with `install: external`: servers: { mine: { kind:"
                    + " mysql, install: external, address: db1, tls: { ca: ca.pem }, admin: { user: root, password: { env: DB_PASSWORD } } } };"
                    + " see docs/how-to/servers.md";

    /**
     * Options: the words, optionally after the one command that they are for, and the answer. In braces is an example of
     * the value, in whose place the user's own value is shown.
     */
    private static final Map<String, String> OPTIONS = table("""
            --time --duration --runtime --max-time --min-time --test-time -T | --budget {30m} limits how long a run measures
            -d                                        | --budget {30m} limits how long a run measures; --detach returns while it measures
            --runs --min-runs --max-runs --rounds --repeat --repetitions --count -n -m -r | --groups {5} measures that many groups of each row, each with fresh JVMs
            -f --fork                                 | --forks {5} measures that many groups of each row, each with fresh JVMs
            -i                                        | --iterations {5} sets the counted rounds of each group
            --warmup --warm-up --no-warmup --warmup-time --warmup-iterations -w -wi -wf -wbs | warm-up needs no setting: it ends when a JVM has become steady; the table marks cells that have not
            -t -c -j --jobs --workers --concurrency --connections --parallel --parallelism --vus --users --virtual-users | --threads {4} measures with that many connections, one per thread
            --json --export-json --output-json -rff   | --format json --out {results.json}
            run --json                                | results.json is in the run's directory; ./bench report --format json --out {results.json} writes it elsewhere; run --format json prints events as they happen
            run --summary-export                      | results.json is in the run's directory; ./bench report --format json --out {results.json} writes it elsewhere
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
            --user --username --mysql-user -u -U --port --mysql-port --database --db --mysql-db | EXTERNAL
            -p                                        | a password is never taken from the command line: a hosts file names a file or an environment variable that has it; see docs/how-to/servers.md. A parameter is an option of its own, like --table-size
            --password --passwd --mysql-password --pass | a password is never taken from the command line: a hosts file names a file or an environment variable that has it; see docs/how-to/servers.md
            -P --progress --report-interval --progress-interval | each group is printed when it ends, with the time left; the port of a server is in a hosts file, see docs/how-to/servers.md
            --mysql-socket --unix-socket              | --transport socket; EXTERNAL
            -S                                        | --transport socket uses the server's socket; --scenario OltpReadOnly only reads
            -M --protocol --db-ps-mode                | --mode hit uses statements that the server has prepared, --mode text writes the values into the statement
            -b --builtin                              | --scenario OltpReadOnly; ./bench list scenarios lists them
            -L --parameter-list --parameter-scan --matrix | several values of an option are measured beside each other: --driver mariadb,mysql --threads 1,8
            --shell -N                                | no shell is in between: operations run in a JVM that is measured
            --ignore-failure                      | an operation that fails is shown as failed, and the others are measured
            --show-output                             | --verbose
            --style --color --colour --no-color --no-colour | colours are for terminals only; the environment variable NO_COLOR=1 turns them off
            --pager --no-pager                        | bench has no pager: ./bench report --format text | less
            -gc                                       | --jvm-args {-Xmx2g} sets arguments of the measured JVMs
            -jar --jar                                | --driver mariadb@{my.jar} measures a driver of your own; ./bench import reads what a jar of JMH has measured
            --stage --stages --ramp-up --rampup       | --rate 1000/s,2000/s measures one rate after the other; nothing ramps
            run --latency                             | --percentiles times single operations; ./bench collect --rtt {20ms} predicts other distances
            --rm -it -ti --network --volume --image   | bench starts databases itself, also in containers: --server mysql:8.4; see docs/how-to/containers.md
            --threshold --thresholds --max-regression | ./bench compare BASE CANDIDATE --fail-above {5%} ends with 7 if a row is slower
            --head --candidate --current --new --old --before --after | ./bench compare BASE CANDIDATE takes two drivers, two jars or two runs, the base first
            compare --base                            | the base needs no option: ./bench compare {mariadb} CANDIDATE
            --pdf                                     | print the page as PDF from a browser; ./bench report --figure forest --out forest.svg writes a figure
            --png --svg                               | ./bench report --figure forest --out {forest.svg}
            history --last                            | history has all runs; --tag selects some, and ./bench list runs shows them
            history --limit                           | history has all runs; --tag selects some, and ./bench list runs shows them
            history -n                                | history has all runs; --tag selects some, and ./bench list runs shows them
            list --all                                | ./bench list scenarios lists all, ./bench list runs too
            watch --target                            | --to {db1}:3306
            --rand-seed --random-seed                 | --seed {42}
            --rand-type                               | --distribution {uniform}
            --plan --what-if --preview                | --dry-run
            bench -c                                  | ./bench explain --sql FILE counts what a statement of your own exchanges, ./bench run --sql FILE measures it
            bench -e                                  | ./bench explain --sql FILE counts what a statement of your own exchanges, ./bench run --sql FILE measures it
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
            --silent                                  | --quiet
            -s                                        | --table-size {10000} sets the rows of the scenarios Oltp*; -q prints less
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
            login auth logout                         | bench needs no login: the hosts file has the accounts of databases; see docs/how-to/servers.md
            images                                    | ./bench list servers
            blame regression                          | ./bench bisect finds the first version of a driver that differs
            repl shell console                        | bench has no shell of its own; ./bench completion completes its commands in yours
            env info about                            | ./bench --version, ./bench check
            stats summary result print table          | ./bench report --format text
            web serve server ui dashboard             | ./bench report makes a page that needs no server
            wait                                      | ./bench attach follows a run to its end
            init config configure new create          | nothing needs to be set up first: ./bench run; hosts.example.yaml shows a hosts file
            ps jobs top                               | ./bench status shows runs that are measuring, ./bench list runs all
            logs log tail follow                      | ./bench attach follows a run; its logs are in logs/ of its directory
            rm rmi remove delete prune cleanup uninstall down reset | ./bench clean removes what bench left on hosts; a run is a directory under results
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

    /** What is named instead of a run, and is none. */
    private static final Map<String, String> RUNS = table("""
            local distant near far remote             | without names, ./bench collect takes the newest run of each side
            last newest previous                      | the newest run is called latest
            HEAD HEAD~1 HEAD^ main master trunk develop | build the revision, and name the jar: mariadb@target/my.jar
            """);

    private static final Pattern VERSION = Pattern.compile("v?[0-9]{1,4}([.][0-9]{1,9}){1,3}([.-][A-Za-z0-9.]{1,40})?");

    private static final Pattern EXAMPLE = Pattern.compile("\\{([^}]*)\\}");
    private static final Pattern SHOWN = Pattern.compile("[A-Za-z0-9@._/%-][A-Za-z0-9@._:/%+-]{0,59}");

    private Synonyms() {}

    private static Map<String, String> table(String text) {
        Map<String, String> table = new HashMap<>();
        text.lines().forEach(line -> {
            String[] parts = line.split("\\|", 2);
            String answer = parts[1].strip();
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
                        .replaceAll(example -> Matcher.quoteReplacement(shown(example.group(1), value)))
                        .replace("EXTERNAL", EXTERNAL));
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

    /** What to say about a word in place of a run that is none. */
    public static Optional<String> ofRun(String word) {
        return VERSION.matcher(word).matches()
                ? Optional.of("a version follows its driver: mariadb@" + word.replaceFirst("^v", ""))
                : Optional.ofNullable(RUNS.get(word));
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
