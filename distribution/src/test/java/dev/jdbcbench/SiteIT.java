package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.page.Chromium;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

/** The site made from docs/ by the pinned MkDocs: no page is missing, and it works as local files without a network. */
class SiteIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final Path TOOLS = CHECKOUT.resolve("docs/site");
    private static final Duration LONGEST = Duration.ofMinutes(2);
    /** Prints the versions of all packages that affect the look of a page. */
    private static final String VERSIONS =
            "import importlib.metadata as m\nfor p in 'mkdocs', 'mkdocs-material', 'markdown', 'pymdown-extensions': print(p + '==' + m.version(p))";

    private static final Pattern PARAGRAPH = Pattern.compile("(?s)<p>(.*?)</p>");
    /**
     * Lists, tables, code and links that MkDocs turned into plain text, because its rules for blank lines are stricter.
     */
    private static final Pattern LEFT_OVER = Pattern.compile("(?m)^\\s*(?:[-*]|\\d+\\.) |^\\||```|]\\(");
    /** External resources that a browser would load with a page. */
    private static final Pattern LOADED =
            Pattern.compile("<(?:script|img|iframe|link)\\b[^>]*?(?:src|href)=\"?(?:https?:)?//[^\\s\">]*");

    @TempDir
    private static Path shared = Path.of("");

    private static Path python = Path.of("");
    private static Path site = Path.of("");
    private static Ended built = new Ended(1, "");

    @TempDir
    private Path directory = Path.of("");

    private record Ended(int code, String said) {}

    @BeforeAll
    static void buildIt() throws Exception {
        Optional<Path> found = pinned();
        if (found.isEmpty()) {
            System.err.println(
                    "SKIPPED: the MkDocs of docs/site/requirements.txt is not on the PATH, so the site is not built "
                            + "(mkdocs.yml says how to install it)");
        }
        assumeTrue(found.isPresent(), "the pinned MkDocs is not on the PATH");
        python = found.orElseThrow();
        site = shared.resolve("site");
        built = build(CHECKOUT.resolve("mkdocs.yml"), site);
    }

    /** The Python of the first MkDocs on the PATH that has the pinned versions. */
    private static Optional<Path> pinned() throws Exception {
        String pins = Files.readString(TOOLS.resolve("requirements.txt"));
        for (String entry :
                Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1)) {
            Path mkdocs = Path.of(entry, "mkdocs");
            if (!Files.isExecutable(mkdocs)) {
                continue;
            }
            Path itsPython = mkdocs.toRealPath().resolveSibling("python3");
            if (Files.isExecutable(itsPython)) {
                Ended versions = run(List.of(itsPython.toString(), "-c", VERSIONS));
                if (versions.code() == 0 && versions.said().lines().allMatch(pin -> pins.contains(pin + " \\"))) {
                    return Optional.of(itsPython);
                }
            }
        }
        return Optional.empty();
    }

    private static Ended build(Path config, Path to) throws Exception {
        return run(List.of(
                python.toString(),
                "-m",
                "mkdocs",
                "build",
                "--strict",
                "--config-file",
                config.toString(),
                "--site-dir",
                to.toString()));
    }

    private static Ended run(List<String> words) throws Exception {
        Path out = Files.createTempFile(shared, "said", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment()
                .putAll(Map.of(
                        "PYTHONDONTWRITEBYTECODE", "1",
                        "PYTHONIOENCODING", "utf-8",
                        "NO_MKDOCS_2_WARNING", "1"));
        Process process = builder.start();
        assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out));
    }

    private static List<Path> files(Path directory, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    /** The pages of the site, except the sample page of a run, which was made by bench. */
    private static List<Path> pages() throws IOException {
        return files(site, ".html").stream()
                .filter(page -> !page.equals(site.resolve("samples/page.html")))
                .toList();
    }

    @Test
    void siteHasEveryPageAndNoWarnings() throws Exception {
        assertThat(built.code()).as(built.said()).isZero();
        Path docs = CHECKOUT.resolve("docs");
        for (Path page : files(docs, ".md")) {
            String name = docs.relativize(page).toString().replaceFirst("\\.md$", ".html");
            assertThat(site.resolve(name)).isNotEmptyFile();
        }
        for (String outside : List.of("index.html", "CONTRIBUTING.html", "lab/index.html", "hosts.example.yaml.html")) {
            assertThat(site.resolve("checkout").resolve(outside)).isNotEmptyFile();
        }
        assertThat(site.resolve("site/requirements.txt")).doesNotExist();
    }

    @Test
    void buildFindsBrokenLinksAndPagesMissingInTheIndex() throws Exception {
        Path docs = Files.createDirectory(directory.resolve("docs"));
        Files.createDirectory(docs.resolve("site"));
        Files.copy(CHECKOUT.resolve("mkdocs.yml"), directory.resolve("mkdocs.yml"));
        for (String tool : List.of("pages.py", "extra.css", "iframe-worker.js")) {
            Files.copy(TOOLS.resolve(tool), docs.resolve("site").resolve(tool));
        }
        Files.writeString(directory.resolve("README.md"), "# A tool\n\n[pages](docs/index.md)\n");
        Files.writeString(
                docs.resolve("index.md"),
                "# Pages\n\n| | |\n|---|---|\n| **Start** | [one](one.md) |\n| **End** | [one](one.md) |\n");
        Path one = Files.writeString(docs.resolve("one.md"), "# One\n\n[home](../README.md#a-tool)\n");
        Path to = directory.resolve("to");
        Ended whole = build(directory.resolve("mkdocs.yml"), to);
        assertThat(whole.code()).as(whole.said()).isZero();

        Files.writeString(one, "# One\n\n[gone](gone.md) and [anchor](index.md#gone)\n");
        Files.writeString(docs.resolve("forgotten.md"), "# Forgotten\n");
        Ended broken = build(directory.resolve("mkdocs.yml"), to);
        assertThat(broken.code()).isNotZero();
        assertThat(broken.said()).contains("'gone.md'", "'#gone'", "- forgotten.md");
    }

    @Test
    void listsTablesAndCodeAreKept() throws Exception {
        List<String> findings = new ArrayList<>();
        for (Path page : pages()) {
            Matcher paragraph = PARAGRAPH.matcher(Files.readString(page));
            while (paragraph.find()) {
                if (LEFT_OVER.matcher(paragraph.group(1)).find()) {
                    findings.add(site.relativize(page) + ": " + paragraph.group(1));
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void nothingIsLoadedFromElsewhere() throws Exception {
        List<String> findings = new ArrayList<>();
        for (Path page : pages()) {
            LOADED.matcher(Files.readString(page))
                    .results()
                    .forEach(found -> findings.add(site.relativize(page) + ": " + found.group()));
        }
        assertThat(findings).isEmpty();
        // shim/index.js of iframe-worker 1.0.4
        assertThat(Sha256.of(TOOLS.resolve("iframe-worker.js")))
                .isEqualTo("e8e412dbcfea9b7e31b5ffa288d7b6035915e714c542f4176a0cdbe262fc9609");
    }

    /** Opens the local files in a browser, which restricts them more than pages from a server. */
    @Test
    void searchWorksOnLocalFiles(@TempDir Path profile) {
        ChromeDriver browser = Chromium.start(profile);
        try {
            browser.get(site.resolve("index.html").toUri() + "?q=socketTimeout");
            By results = By.cssSelector(".md-search-result__item a");
            await().atMost(LONGEST).until(() -> !browser.findElements(results).isEmpty());
            assertThat(browser.findElements(results).stream()
                            .map(result -> String.valueOf(result.getDomAttribute("href"))))
                    .anyMatch(target -> target.contains("decisions/0003-no-socket-timeout.html"));
            browser.manage().window().setSize(new Dimension(500, 900));
            List<String> narrow = List.of(
                    "index.html", "reference/commands.html", "reference/hosts-file.html", "explanation/method.html");
            for (String page : narrow) {
                browser.get(site.resolve(page).toUri().toString());
                WebElement heading = browser.findElement(By.cssSelector("h1"));
                assertThat(heading.getText()).isNotBlank();
                assertThat(browser.executeScript("return document.documentElement.scrollWidth <= window.innerWidth"))
                        .as(page + " fits a narrow window")
                        .isEqualTo(true);
            }
            assertThat(browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                            .map(String::valueOf)
                            .filter(entry -> entry.contains("Network.requestWillBeSent\""))
                            .filter(entry -> entry.contains("\"url\":\"http")))
                    .isEmpty();
        } finally {
            browser.quit();
        }
    }
}
