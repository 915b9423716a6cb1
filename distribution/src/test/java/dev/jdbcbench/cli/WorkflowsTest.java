package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The action, the template, and every workflow that the pages show: they run beside code of strangers. */
class WorkflowsTest {
    private static final Path CHECKOUT = Path.of("..");
    private static final Pattern USES = Pattern.compile("^[- ]*uses: (\\S+)", Pattern.MULTILINE);
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>(List.of(
                CHECKOUT.resolve("action.yml"),
                CHECKOUT.resolve("ci/comment/action.yml"),
                CHECKOUT.resolve("ci/gitlab.yml")));
        try (Stream<Path> pages = Files.walk(CHECKOUT.resolve("docs"))) {
            pages.filter(page -> page.toString().endsWith(".md")).forEach(files::add);
        }
        return files;
    }

    private static List<String> found(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    /** Whoever owns an action can move its tags and branches. The commit of one's own copy of bench is for the user to fill in. */
    @Test
    void everyActionIsNamedByItsCommit() throws IOException {
        List<String> uses = new ArrayList<>();
        for (Path file : files()) {
            uses.addAll(found(USES, file));
        }
        assertThat(uses)
                .hasSizeGreaterThan(5)
                .allMatch(action -> action.matches("actions/[a-z-]+@[0-9a-f]{40}|OWNER/bench(/ci/comment)?@COMMIT"));
    }

    @Test
    void templateTakesNoBranchOfBench() throws IOException {
        assertThat(CHECKOUT.resolve("ci/gitlab.yml"))
                .content()
                .contains("BENCH_REF:?")
                .doesNotContain("BENCH_REF: main");
    }

    @Test
    void workflowsOfPullRequestsCanOnlyRead() throws IOException {
        List<String> workflows = new ArrayList<>();
        for (Path file : files()) {
            found(EXAMPLE, file).stream()
                    .filter(example -> example.contains("\non: "))
                    .forEach(workflows::add);
        }
        assertThat(workflows)
                .isNotEmpty()
                .allSatisfy(workflow -> assertThat(workflow)
                        .contains("permissions: { contents: read }")
                        .doesNotContain("pull_request_target", "secrets."));
    }
}
