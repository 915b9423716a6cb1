package dev.jdbcbench.page;

import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.collect.CollectWords;
import dev.jdbcbench.report.layout.CpuText;
import dev.jdbcbench.report.layout.Html;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.ServerResult;
import dev.jdbcbench.untrusted.ShellWord;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where, when and with which versions the runs of a report were measured. */
final class RunCard {
    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    private final Report report;
    private final StringBuilder html = new StringBuilder();

    RunCard(Report report) {
        this.report = report;
    }

    /** The entries of its list. */
    String html() {
        for (Report.Run run : report.runs()) {
            Results results = run.results();
            entry(
                    "run",
                    results.run() + " · " + results.profile() + " · "
                            + MINUTES.format(results.createdAt())
                            + (results.setting().elapsed() == null
                                    ? ""
                                    : " · took "
                                            + Numbers.duration(results.setting().elapsed()))
                            + (results.imported() ? "" : " · seed " + results.seed()));
            command(run);
            results.topologies().forEach((topology, found) -> {
                host(run, "client, " + topology, found.client());
                if (!found.database().equals(found.client())) {
                    host(run, "database, " + topology, found.database());
                }
            });
            servers(results);
            Optional.ofNullable(results.setting().jdk()).ifPresent(jdk -> entry("JDK", jdk));
            entry("drivers", drivers(run));
        }
        Optional.ofNullable(report.collected())
                .ifPresent(sides -> new CollectWords(sides).distance().forEach(line -> entry("distance", line)));
        return html.toString();
    }

    private void entry(String name, String text) {
        html.append(Html.element("dt", name)).append(Html.element("dd", text)).append('\n');
    }

    private void command(Report.Run run) {
        if (!run.command().isEmpty()) {
            String id = "command-" + report.runs().indexOf(run);
            html.append(Html.element("dt", "repeat it"))
                    .append("<dd>")
                    .append(Html.element("code id=\"" + id + "\"", "./bench " + String.join(" ", repeated(run))))
                    .append(" <button type=\"button\" hidden=\"hidden\" data-copy=\"" + id + "\">copy</button></dd>\n");
        }
    }

    /** The command that measures the same cells in the same order. */
    private static List<String> repeated(Report.Run run) {
        boolean seeded = run.command().stream().anyMatch(word -> word.startsWith("--seed"));
        return Stream.concat(
                        run.command().stream().map(ShellWord::quoted),
                        seeded
                                ? Stream.empty()
                                : Stream.of(
                                        "--seed", String.valueOf(run.results().seed())))
                .toList();
    }

    private void host(Report.Run run, String role, String name) {
        List<String> known = Objects.requireNonNullElse(run.hosts().get(name), List.of());
        entry(role, name + (known.isEmpty() ? "" : ": " + String.join(" · ", known)));
    }

    private void servers(Results results) {
        Map<String, ServerResult> servers = new LinkedHashMap<>();
        results.servers().forEach(server -> servers.putIfAbsent(server.server() + " " + server.version(), server));
        servers.values()
                .forEach(server -> entry(
                        "server",
                        server.server() + ": " + server.kind().title() + " " + server.version() + " ("
                                + (server.image() == null ? server.install() : server.image())
                                + ")"
                                + CpuText.of(server.clientCpus(), server.databaseCpus())
                                        .map(cpus -> " · " + cpus)
                                        .orElse("")));
    }

    private static String drivers(Report.Run run) {
        return run.results().cells().stream()
                .map(CellResult::driverName)
                .distinct()
                .map(driver -> driver
                        + (run.options().containsKey(driver)
                                ? " (" + run.options().get(driver) + ")"
                                : ""))
                .collect(Collectors.joining(", "));
    }
}
