package dev.jdbcbench.shell;

import dev.jdbcbench.cli.Bench;
import dev.jdbcbench.cli.CalledAs;
import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.HelpPages;
import dev.jdbcbench.failure.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual pages as roff: one for bench and one per command, generated from the help texts. The build adds them to
 * the archive.
 */
public final class ManualPages {
    private static final CalledAs BENCH = CalledAs.named("bench");
    private static final int ASCII = 0x7e;

    private final CommandLine root;
    private final String version;
    private final String date;

    /**
     * Pages of a version.
     *
     * @param date the date to show; the current time would make builds irreproducible
     */
    public ManualPages(String version, String date) {
        this.root = Bench.commandLine(CommandContext.plain());
        this.version = version;
        this.date = date;
    }

    /** Writes all pages into a directory: DIRECTORY VERSION DATE. */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[0]));
        // Drop the time of day.
        String date = args[2].replaceFirst("T.*", "");
        for (Map.Entry<String, String> page :
                new ManualPages(args[1], date).all().entrySet()) {
            Files.writeString(directory.resolve(page.getKey()), page.getValue());
        }
    }

    /** The contents by file name. */
    public Map<String, String> all() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("bench.1", main());
        root.getSubcommands().forEach((name, command) -> {
            CommandSpec spec = command.getCommandSpec();
            if (!spec.usageMessage().hidden() && spec.name().equals(name)) {
                pages.put("bench-" + name + ".1", page(spec));
            }
        });
        return pages;
    }

    /** The names of all commands. */
    private List<String> names() {
        return List.copyOf(root.getSubcommands().keySet());
    }

    private String main() {
        CommandSpec spec = root.getCommandSpec();
        Roff page = new Roff("bench", version, date);
        page.section("NAME").text("bench - " + header(spec));
        page.section("SYNOPSIS")
                .bold("bench")
                .italic("COMMAND")
                .plain("[")
                .italic("OPTION")
                .plain("]...");
        page.section("COMMANDS");
        for (String name : names()) {
            CommandSpec command = Objects.requireNonNull(root.getSubcommands().get(name), name)
                    .getCommandSpec();
            page.term("bench " + name).text(header(command));
        }
        page.section("EXAMPLES").verbatim(List.of(spec.usageMessage().footer()).subList(0, 2));
        exitCodes(page.section("EXIT STATUS"));
        page.section("ENVIRONMENT");
        page.term("BENCH_HOSTS, BENCH_RESULTS, BENCH_PROFILE")
                .text("Defaults of the options --hosts, --results and --profile.");
        page.term("JAVA_HOME").text("The Java to run with; else the one on the PATH, else one of /usr/lib/jvm.");
        page.term("NO_COLOR").text("If set, the output has no colours.");
        page.section("FILES");
        page.term("hosts.yaml").text("The hosts file that is read when --hosts names no other.");
        page.term("results/").text("The directories of runs, in the current directory.");
        page.term("~/.cache/bench").text("What bench keeps on a host between runs; of root: /var/cache/bench.");
        page.term("~/.local/state/bench").text("What a run needs to be resumed.");
        page.section("SEE ALSO");
        page.text(String.join(
                ", ", names().stream().map(name -> "bench-" + name + "(1)").toList()));
        return page.toString();
    }

    private static void exitCodes(Roff page) {
        for (ExitCode code : ExitCode.values()) {
            page.term(String.valueOf(code.number())).text(sentence(code.meaning()));
        }
    }

    private String page(CommandSpec spec) {
        String name = "bench-" + spec.name();
        Help help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
        Roff page = new Roff(name, version, date);
        page.section("NAME").text(name + " - " + header(spec));
        page.section("SYNOPSIS")
                .bold("bench " + spec.name())
                .plain("[")
                .italic("OPTION")
                .plain("]...");
        for (PositionalParamSpec word : spec.positionalParameters()) {
            page.italic(word.paramLabel() + (word.arity().max() > 1 ? "..." : ""));
        }
        page.section("DESCRIPTION").paragraphs(lines(spec.usageMessage().description()));
        for (PositionalParamSpec word : spec.positionalParameters()) {
            page.term(word.paramLabel()).text(sentence(description(word, help)));
        }
        page.section("OPTIONS");
        HelpPages.optionGroups(spec).forEach((heading, options) -> {
            page.subsection(heading);
            for (OptionSpec option : options) {
                page.term(names(option, help)).text(sentence(description(option, help)));
            }
        });
        List<String> footer = lines(spec.usageMessage().footer());
        if (!footer.isEmpty()) {
            page.section("EXAMPLES").paragraphs(footer);
        }
        page.section("EXIT STATUS").text("As of every command: see bench(1).");
        page.section("SEE ALSO").text("bench(1)");
        return page.toString();
    }

    private static String header(CommandSpec spec) {
        return String.join(" ", lines(spec.usageMessage().header())).replaceFirst("\\.$", "");
    }

    /** Expands picocli's format strings into lines. */
    private static List<String> lines(String... texts) {
        List<String> lines = new ArrayList<>();
        for (String text : texts) {
            lines.addAll(BENCH.in(text.replace("%n", "\n").replace("%%", "%"))
                    .lines()
                    .toList());
        }
        return lines;
    }

    private static String names(OptionSpec option, Help help) {
        String value = help.createDefaultParamLabelRenderer()
                .renderParameterLabel(option, Help.Ansi.OFF, List.of())
                .toString();
        return String.join(", ", option.names()) + value;
    }

    private static String description(ArgSpec argument, Help help) {
        Text[][] rows = argument instanceof OptionSpec option
                ? help.createDefaultOptionRenderer()
                        .render(option, help.createDefaultParamLabelRenderer(), help.colorScheme())
                : help.createDefaultParameterRenderer()
                        .render(
                                (PositionalParamSpec) argument,
                                help.createDefaultParamLabelRenderer(),
                                help.colorScheme());
        List<String> words = new ArrayList<>();
        for (Text[] row : rows) {
            words.add(row[row.length - 1].toString().strip());
        }
        return BENCH.in(String.join(" ", words).strip());
    }

    private static String sentence(String text) {
        String capital = text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
        return capital.endsWith(".") || (capital.startsWith("(") && capital.endsWith(")")) ? capital : capital + ".";
    }

    /** A page under construction. */
    private static final class Roff {
        private final StringBuilder page = new StringBuilder();

        Roff(String name, String version, String date) {
            page.append(".\\\" Made from the help of bench ")
                    .append(version)
                    .append("\n.TH \"")
                    .append(name.toUpperCase(Locale.ROOT))
                    .append("\" \"1\" \"")
                    .append(date)
                    .append("\" \"bench ")
                    .append(version)
                    .append("\" \"bench manual\"\n.nh\n.ad l\n");
        }

        Roff section(String title) {
            page.append(".SH ").append(title).append('\n');
            return this;
        }

        Roff subsection(String title) {
            page.append(".SS ").append(title).append('\n');
            return this;
        }

        Roff text(String text) {
            page.append(escaped(text)).append('\n');
            return this;
        }

        Roff bold(String text) {
            page.append("\\fB").append(escaped(text)).append("\\fR\n");
            return this;
        }

        Roff italic(String text) {
            page.append("\\fI").append(escaped(text)).append("\\fR\n");
            return this;
        }

        /** Appends characters without a blank inside brackets. */
        Roff plain(String signs) {
            if (signs.startsWith("]") && page.charAt(page.length() - 1) == '\n') {
                page.setLength(page.length() - 1);
            }
            page.append(escaped(signs));
            page.append(signs.endsWith("[") ? "" : "\n");
            return this;
        }

        Roff term(String term) {
            page.append(".TP\n\\fB").append(escaped(term)).append("\\fR\n");
            return this;
        }

        Roff paragraphs(List<String> lines) {
            List<String> code = new ArrayList<>();
            boolean first = true;
            for (String line : lines) {
                if (line.startsWith("  ")) {
                    code.add(line);
                    continue;
                }
                verbatim(code);
                code.clear();
                page.append(first ? "" : ".PP\n");
                first = false;
                text(line);
            }
            return verbatim(code);
        }

        Roff verbatim(List<String> lines) {
            if (!lines.isEmpty()) {
                page.append(".PP\n.nf\n");
                lines.forEach(line -> page.append(escaped(line)).append('\n'));
                page.append(".fi\n");
            }
            return this;
        }

        private static String escaped(String text) {
            StringBuilder escaped = new StringBuilder();
            text.codePoints().forEach(letter -> {
                switch (letter) {
                    case '\\' -> escaped.append("\\e");
                    case '-' -> escaped.append("\\-");
                    case '\'' -> escaped.append("\\(aq");
                    case '`' -> escaped.append("\\(ga");
                    case '^' -> escaped.append("\\(ha");
                    case '~' -> escaped.append("\\(ti");
                    default -> {
                        if (letter > ASCII) {
                            escaped.append(String.format(Locale.ROOT, "\\[u%04X]", letter));
                        } else {
                            escaped.appendCodePoint(letter);
                        }
                    }
                }
            });
            return escaped.toString().startsWith(".") ? "\\&" + escaped : escaped.toString();
        }

        @Override
        public String toString() {
            return page.toString();
        }
    }
}
