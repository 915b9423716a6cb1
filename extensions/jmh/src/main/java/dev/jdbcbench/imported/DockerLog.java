package dev.jdbcbench.imported;

import dev.jdbcbench.run.Json;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The output of a container as docker stores it, in {@code json-file}: an object for each line, with the line in its {@code log}. */
final class DockerLog {
    private static final Pattern FIRST = Pattern.compile("\\s*\\{\\s*\"log\"\\s*:\\s*\"");

    private DockerLog() {}

    static boolean isOne(String text) {
        return FIRST.matcher(text).lookingAt();
    }

    /** What the container wrote. Docker splits long lines, and only the last part ends with a line break. */
    static List<String> lines(String text) {
        return text.lines()
                .map(DockerLog::written)
                .collect(Collectors.joining())
                .lines()
                .toList();
    }

    private static String written(String line) {
        try {
            return Json.read(line, JsonNode.class).path("log").asString("");
        } catch (JacksonException e) {
            return ""; // the last line of a copy may be torn
        }
    }
}
