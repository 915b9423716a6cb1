package dev.jdbcbench.cli;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.failure.Synonyms;
import dev.jdbcbench.plan.DriverWords;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.untrusted.SecretWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What to say about a command line that cannot be parsed: what is wrong in it, and which words bench has instead. */
public final class NotUnderstood {
    private static final Pattern TOO_FEW = Pattern.compile(
            "positional parameter at index [^(]*\\((.*)\\) requires at least ([0-9]+) values, but only ([0-9]+) .*");
    private static final Pattern NO_SUBCOMMAND = Pattern.compile("Unknown subcommand '(.*)'\\.");
    private static final Pattern BAD_VALUE = Pattern.compile(
            "Invalid value for positional parameter at index [0-9]{1,9} \\([^)]{0,300}\\): (.{0,9000})");
    private static final String NO_RUN = "^Missing required parameter: 'RUN'$";
    private static final String NAME_A_RUN = "RUN is missing: ./bench list runs shows them";

    /** A number, or an argument of a JVM. */
    private static final Pattern NO_OPTION = Pattern.compile("-([0-9.]|X|D).*");

    /** As the client of MySQL takes it. It is not repeated; {@code -prof} is JMH's. */
    private static final Pattern PASSWORD = Pattern.compile("-p(?!rof$).+");

    /** A word that is rather a host than a misspelling. */
    private static final Pattern HOST = Pattern.compile(
            "(db|database|host|node|server|client)-?[0-9]{1,9}|localhost|[^@]{1,99}@[^@]{1,99}|[0-9]{1,3}([.][0-9]{1,3}){3}");

    private static final Pattern HOST_FILE = Pattern.compile(".+\\.ya?ml");

    /** Commands that are about hosts, so an unknown word is probably the name of one. */
    private static final Set<String> OF_HOSTS = Set.of("check", "ping", "provision", "clean");

    private final CommandLine command;
    private final List<String> args;

    /** All commands of bench by name, also those that were not needed to parse the words. */
    private final Supplier<Map<String, CommandLine>> commands;

    private NotUnderstood(CommandLine command, List<String> args, Supplier<Map<String, CommandLine>> commands) {
        this.command = command;
        this.args = args;
        this.commands = commands;
    }

    static Failure.Input failure(ParameterException e, String[] args, Supplier<Map<String, CommandLine>> commands) {
        return new NotUnderstood(e.getCommandLine(), List.of(args), commands).failure(e);
    }

    private Failure.Input failure(ParameterException e) {
        String help = "See " + path() + " --help.";
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched.getUnmatched(), help);
        }
        String message = String.valueOf(e.getMessage());
        Matcher subcommand = NO_SUBCOMMAND.matcher(message);
        if (subcommand.matches()) {
            String word = shown(subcommand.group(1));
            return new Failure.Input(
                    "there is no command " + word, List.of(word + ofCommand(word)), "See ./bench help.");
        }
        for (String arg : args) {
            message = message.replace(arg, shown(arg));
        }
        Matcher few = TOO_FEW.matcher(message);
        return new Failure.Input(
                "cannot understand: bench " + String.join(" ", SecretWords.masked(args)),
                List.of(
                        few.matches()
                                ? few.group(1) + ": " + few.group(2) + " are needed, and " + few.group(3) + " is given"
                                : BAD_VALUE.matcher(message).replaceFirst("$1").replaceFirst(NO_RUN, NAME_A_RUN)),
                help);
    }

    private Failure.Input unmatched(List<String> words, String help) {
        List<String> options = new ArrayList<>();
        List<String> others = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String[] parts = words.get(i).split("=", 2);
            String word = PASSWORD.matcher(parts[0]).matches() ? "-p" : shown(parts[0]);
            if (isRoot() && !others.isEmpty()) {
                break; // what follows an unknown command belongs to it
            }
            if (isOption(word)) {
                String value = parts.length == 2 ? parts[1] : "";
                if (value.isEmpty()) {
                    value = next(words.get(i));
                    if (!value.isEmpty()
                            && i + 1 < words.size()
                            && words.get(i + 1).equals(value)) {
                        i++;
                    }
                }
                options.add(word);
                answers.add(word + ofOption(word, shown(value)));
            } else {
                String other = shown(words.get(i));
                others.add(other);
                answers.add(other + (isRoot() ? ofCommand(other) : ofPlainWord(other)));
            }
        }
        return new Failure.Input(
                isRoot() && !others.isEmpty()
                        ? "there is no command " + others.get(0)
                        : path().substring(2) + " has no "
                                + (options.isEmpty()
                                        ? "parameter " + others.get(0)
                                        : (options.size() == 1 ? "option " : "options ") + String.join(", ", options)),
                answers.stream().distinct().toList(),
                help);
    }

    private Map<String, CommandLine> commands() {
        return commands.get();
    }

    private boolean isRoot() {
        return command.getParent() == null;
    }

    private String path() {
        return "./" + command.getCommandSpec().qualifiedName();
    }

    /** The word right behind this one, which is probably its value; empty if there is none. */
    private String next(String word) {
        int at = args.indexOf(word);
        return at >= 0 && at + 1 < args.size() && !isOption(args.get(at + 1)) ? args.get(at + 1) : "";
    }

    private static boolean isOption(String word) {
        return word.startsWith("-")
                && word.length() > 1
                && !NO_OPTION.matcher(word).matches();
    }

    private static String shown(String word) {
        return SecretWords.masked(List.of(word)).get(0);
    }

    private String ofOption(String word, String value) {
        Optional<String> answer = LeftOut.extension(word, commands())
                .map(extension -> "this bench lacks the extension " + extension)
                .or(() ->
                        Synonyms.ofOption(command.getCommandName(), word, value).map(this::withOwners))
                .or(() -> owners(word).map(owners -> "an option of " + owners));
        Collection<String> known = command.getCommandSpec().optionsMap().keySet();
        return answer.map(text -> ": " + text).orElseGet(() -> Suggestion.of(word, known));
    }

    /** Adds which commands have the first option that an answer proposes, if this one lacks it. */
    private String withOwners(String answer) {
        Matcher option = Pattern.compile("^--[a-z-]+").matcher(answer);
        if (!option.find() || command.getCommandSpec().optionsMap().containsKey(option.group())) {
            return answer;
        }
        return owners(option.group())
                .map(owners -> answer + " (an option of " + owners + ")")
                .orElse(answer);
    }

    /** The commands that have an option. */
    private Optional<String> owners(String option) {
        List<String> owners = commands().entrySet().stream()
                .filter(each -> each.getValue().getCommandSpec().optionsMap().containsKey(option))
                .map(Map.Entry::getKey)
                .toList();
        return owners.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        owners.stream().limit(3).collect(Collectors.joining(", ")) + (owners.size() > 3 ? " …" : ""));
    }

    private String ofCommand(String word) {
        return LeftOut.extension(word, commands())
                .map(extension -> "this bench lacks the extension " + extension)
                .or(() -> Synonyms.ofCommand(word))
                .or(() -> Suggestion.near(word, commands().keySet()).isPresent()
                        ? Optional.empty()
                        : scenario(word).map(scenario -> "./bench run --scenario " + scenario))
                .map(answer -> ": " + answer)
                .orElseGet(() -> Suggestion.of(word, commands().keySet()));
    }

    /** The option for a word that a command takes for the name of a file, and no file has it; empty for other words. */
    public static Optional<String> option(CommandLine command, String word) {
        String answer = new NotUnderstood(command, List.of(), Map::of).ofPlainWord(word);
        return Optional.of(answer.substring(2)).filter(text -> text.startsWith("--"));
    }

    /** A word that is no option, at a command that takes none, or not so many. */
    private String ofPlainWord(String word) {
        Collection<String> options = command.getCommandSpec().optionsMap().keySet();
        List<String> drivers =
                DriverCatalogue.all().stream().map(DriverKind::id).toList();
        if (word.equals("help")) {
            return ": " + path() + " --help";
        }
        if (options.contains("--driver")) {
            if (drivers.contains(word.split("@", 2)[0])) {
                return ": --driver " + word;
            }
            if (HOST.matcher(word).matches()) {
                return ": --db-host " + word;
            }
            Optional<String> scenario = scenario(word);
            if (scenario.isPresent() && !OF_HOSTS.contains(command.getCommandName())) {
                return ": --scenario " + scenario.get();
            }
            if (word.length() > 2 && isBeginningOfScenarios(word)) {
                return ": --scenario '" + word + "*'";
            }
            Optional<String> meant = DriverWords.meant(word, drivers);
            if (meant.isPresent()) {
                return ": --driver names drivers; " + meant.get();
            }
            if (Topology.of(word).isPresent()) {
                return ": --topology " + word;
            }
            if (word.endsWith(".sql")) {
                return ": --sql " + word;
            }
            if (HOST_FILE.matcher(word).matches()) {
                return ": --hosts " + word;
            }
        }
        if (options.contains("--to")) {
            return ": --to " + (word.matches("[0-9]+") ? "127.0.0.1:" : "") + word;
        }
        if (OF_HOSTS.contains(command.getCommandName())) {
            return ": --db-host " + word;
        }
        return !options.contains("--driver")
                ? ": this command takes no parameter"
                : ": options say what to do, like --driver mariadb or --scenario Select1Row";
    }

    private static boolean isBeginningOfScenarios(String word) {
        return ScenarioCatalogue.ENTRIES.stream().anyMatch(entry -> entry.id().startsWith(word));
    }

    private static Optional<String> scenario(String word) {
        int colon = word.indexOf(':');
        String name = (colon < 0 ? word : word.substring(0, colon)).replace("_", "");
        return Suggestion.near(
                        name,
                        ScenarioCatalogue.ENTRIES.stream()
                                .map(ScenarioCatalogue.Entry::id)
                                .toList())
                .map(scenario -> scenario + (colon < 0 ? "" : word.substring(colon)));
    }
}
