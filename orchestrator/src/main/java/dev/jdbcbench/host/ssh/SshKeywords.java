package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.ConfigRepository;
import com.jcraft.jsch.OpenSSHConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The keywords of an SSH configuration that apply to one host, in lower case. */
record SshKeywords(ConfigRepository.Config config) {
    /** Parses the output of {@code ssh -G}, or a configuration file without conditions. */
    static SshKeywords parse(String text, String host) {
        try {
            return new SshKeywords(OpenSSHConfig.parse(text).getConfig(host));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // reading a string does not fail
        }
    }

    /** The first value as it is written: a command may be in quotes of its own. */
    Optional<String> written(String keyword) {
        return Optional.ofNullable(config.getValue(keyword)).filter(value -> !value.isEmpty());
    }

    /** The first value, {@code none} included. */
    Optional<String> first(String keyword) {
        return written(keyword).map(SshKeywords::unquoted);
    }

    /** The first value; empty for {@code none}. */
    Optional<String> value(String keyword) {
        return first(keyword).filter(value -> !value.equals("none"));
    }

    /** All values of a keyword that may be given several times. */
    List<String> values(String keyword) {
        return Arrays.stream(config.getValues(keyword))
                .map(SshKeywords::unquoted)
                .filter(value -> !value.isEmpty() && !value.equals("none"))
                .toList();
    }

    private static String unquoted(String value) {
        return value.replaceAll("^\"([^\"]*)\"$", "$1");
    }

    /** A comma-separated value. */
    Optional<List<String>> list(String keyword) {
        return value(keyword).map(text -> Arrays.asList(text.split(",", -1)));
    }

    /** A positive number; empty when it is something else. */
    Optional<Integer> number(String keyword) {
        return value(keyword)
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Integer::valueOf)
                .filter(number -> number > 0);
    }

    /** A yes/no value, which ssh may also print as true or false. */
    Optional<Boolean> yes(String keyword) {
        return value(keyword).map(text -> text.equals("yes") || text.equals("true"));
    }

    /**
     * A blank-separated list of files; empty when the keyword is missing, an empty list for {@code none}. ssh prints
     * the names without quotes, so a blank separates two files only if the next word begins like a path.
     */
    Optional<List<String>> files(String keyword) {
        return written(keyword)
                .map(text -> Arrays.stream(text.split("\\s+(?=[\"/~%$])", -1))
                        .map(SshKeywords::unquoted)
                        .filter(file -> !file.equals("none"))
                        .toList());
    }
}
