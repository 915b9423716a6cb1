package dev.jdbcbench.page;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.SavedRun;
import dev.jdbcbench.untrusted.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ReportCommandTest {
    private static final String LOCAL = "20261121-091500-local-7f3a";
    private static final String DISTANT = "20261121-094500-distant-1c9d";

    @TempDir
    private Path directory = Path.of("");

    private String save(RunExample... examples) throws IOException {
        Path results = directory.resolve("results");
        for (RunExample example : examples) {
            RunDirectory run = SavedRun.in(results, example);
            run.writeInvocation(Json.pretty(new Invocation(
                    List.of("run", "--db-host", "alice@db1", "--name", "for Globex", "--tag=customer/globex"),
                    "/home/alice")));
        }
        return results.toString();
    }

    private static String withoutLibraries(String page) {
        return page.replaceAll("(?s)<script>.*?</script>", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "html | fig.svg | the extension of a picture",
                "html | out.csv | Write --format csv",
                "text | page.html | Write --format html",
                "json | table.md | Write --format markdown"
            })
    void nameOfAnotherFormatIsRefused(String format, String name, String why) throws IOException {
        Path file = directory.resolve(name);
        Ended ended =
                bench("report", "--results", save(RunExample.local()), "--format", format, "--out", file.toString());
        ended.assertEnds(2).contains(why);
        assertThat(file).doesNotExist();
    }

    @Test
    void figureIsWrittenWhereItsNameSaysWhatItIs() throws IOException {
        String results = save(RunExample.local());
        Path file = directory.resolve("times.svg");
        bench("report", "--results", results, "--figure", "Dumbbell", "--out", file.toString())
                .assertEnds(0)
                .isEqualTo("written: " + file + "\n");
        assertThat(file).content().startsWith("<?xml").contains("Select1Row text", "</svg>");
        assertThat(bench("report", "--results", results, "--figure", "dumbbell").out())
                .isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--figure dumbbell --out fig.html | Let the name end with .svg or .png",
                "--figure dumbbell --out fig | Let the name end with .svg or .png",
                "--figure dumbbell --format text | Leave out --format",
                "--figure dumbel --out fig.svg | did you mean dumbbell?",
                "--figure split --out fig.svg | It has dumbbell, forest",
                "--figure dumbbell --out fig.png | fig.svg",
                "--out fig.svg | --figure NAME --out"
            })
    void figureThatCannotBeIsRefused(String words, String why) throws IOException {
        List<String> args = new ArrayList<>(List.of("report", "--results", save(RunExample.local())));
        for (String word : words.split(" ")) {
            args.add(word.startsWith("fig") ? directory.resolve(word).toString() : word);
        }
        Ended ended = bench(args.toArray(String[]::new));
        ended.assertEnds(2).contains(why);
        assertThat(ended.out()).isEmpty();
        assertThat(directory).isDirectoryNotContaining("glob:**fig*");
    }

    @Test
    void pageOfOneRunIsInItsDirectory() throws IOException {
        String results = save(RunExample.local());
        Ended ended = bench("report", "7f3a", "--results", results);
        Path page = Path.of(results, LOCAL, "report.html");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).isEqualTo("written: " + page + "\n");
        assertThat(page)
                .content()
                .contains(
                        "<h1>bench run 7f3a</h1>",
                        "./bench run --db-host alice@db1 --name &#39;for Globex&#39; --tag=customer/globex --seed");
        Files.delete(page);
        assertThat(bench("report", "--results", results, "-q").err()).isEmpty();
        assertThat(page).exists();
    }

    /** Of a run from elsewhere, in every format, in a file and on stdout. */
    @Test
    void textOfARunCannotReverseOrHideWords() throws IOException {
        String hidden = "\u202e\u2066\u200b\u200f\ufeff\u009b";
        String results = save(RunExample.local().failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, "a" + hidden + "b"));
        for (String format : List.of("html", "text", "markdown", "csv", "json")) {
            Path file = directory.resolve("report." + format);
            Ended ended = bench("report", "--results", results, "--format", format, "--out", file.toString());
            assertThat(ended.code()).as(ended.err()).isZero();
            String shown = withoutLibraries(Files.readString(file));
            assertThat(shown).as(format).isEqualTo(Printable.text(shown));
        }
        assertThat(Files.readString(directory.resolve("report.html"))).contains("a\\u202e\\u2066");
        assertThat(Files.readString(directory.resolve("report.text"))).contains("a\\u202e\\u2066");
    }

    @Test
    void severalRunsAreOnePage() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        Path page = directory.resolve("both.html");
        Ended ended = bench("report", "7f3a", "1c9d", "--results", results, "--out", page.toString());
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(page).content().contains("<h1>Local and distant: 7f3a, 1c9d</h1>", "id=\"table-rows\"");
    }

    /** Runs with different JDKs share a page, but each has its own comparisons. */
    @Test
    void unrelatedRunsAreNotShownSideBySide() throws IOException {
        String results = save(RunExample.local(), RunExample.distant().jdk("21.0.1+1"));
        Path page = directory.resolve("both.html");
        bench("report", "7f3a", "1c9d", "--results", results, "--out", page.toString())
                .assertEnds(0)
                .contains("note: the runs are not put side by side", "JDK", "--force");
        assertThat(page).content().contains("<h1>bench runs 7f3a, 1c9d</h1>").doesNotContain("id=\"table-rows\"");
        assertThat(bench("report", "7f3a", "1c9d", "--results", results, "--out", page.toString(), "--force")
                        .code())
                .isZero();
        assertThat(page).content().contains("id=\"table-rows\"", "Not comparable");
    }

    @Test
    void otherFormatsGoToStdout() throws IOException {
        String results = save(RunExample.local());
        assertThat(bench("report", "7f3a", "--results", results, "--format", "csv")
                        .out())
                .startsWith("scenario,mode,driver,topology,us_per_op,low_us_per_op,high_us_per_op,ratio,")
                .contains("\r\nSelect1Row,text,mysql 9.7.0,local,83.16");
        assertThat(bench("report", "7f3a", "--results", results, "--format", "markdown")
                        .out())
                .startsWith("## bench run 7f3a\n")
                .contains("| Select1Row | text | 62.0 µs | ▲ 1.34× ", "- mysql 9.7.0: slower in 2 of 2 rows");
        assertThat(bench("report", "7f3a", "--results", results, "--format", "markdown", "--wide")
                        .out())
                .contains("| Select1Row | text | mysql 9.7.0 | local | 83.2 | 81.3 | 85.1 |");
        assertThat(bench("report", "7f3a", "--results", results, "--format", "text")
                        .out())
                .startsWith("bench run 7f3a · local");
        JsonNode json = Json.read(
                bench("report", "7f3a", "--results", results, "--format", "json")
                        .out(),
                JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("results/1");
        bench("report", "7f3a", "--results", results, "--format", "pdf")
                .assertEnds(2)
                .contains("expected one of [text, csv, html");
    }

    @Test
    void unknownRunIsNamed() {
        bench("report", "nosuch", "--results", directory.toString())
                .assertEnds(2)
                .contains("there is no run nosuch");
    }
}
