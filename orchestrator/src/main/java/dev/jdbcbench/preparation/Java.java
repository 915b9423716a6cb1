package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.untrusted.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds Java on a client host. */
public final class Java {
    private static final int OLDEST = 17;
    private static final int LONGEST_PATH = 4096;
    private static final Pattern VERSION = Pattern.compile("version \"(1\\.)?([0-9]{1,4})");
    private static final String SEARCH = """
            if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
                echo "$JAVA_HOME/bin/java"
            else
                command -v java
            fi
            """;
    /** How to install Java, by ID or ID_LIKE of os-release; the first match counts. */
    private static final Map<String, String> INSTALL = new LinkedHashMap<>();

    static {
        INSTALL.put("debian", "apt install openjdk-17-jre-headless");
        INSTALL.put("ubuntu", "apt install openjdk-17-jre-headless");
        INSTALL.put("fedora", "dnf install java-latest-openjdk-headless");
        INSTALL.put("rhel", "dnf install java-17-openjdk-headless");
        INSTALL.put("suse", "zypper install java-17-openjdk-headless");
        INSTALL.put("arch", "pacman -S jre17-openjdk-headless");
        INSTALL.put("alpine", "apk add openjdk17-jre-headless");
    }

    private Java() {}

    /**
     * Finds the java program. On this machine it is the one that runs bench, unless the hosts file names another.
     * Elsewhere it is the one named in the hosts file, else that of JAVA_HOME, else the one on the PATH.
     *
     * @throws Failure.Command if there is none, it is too old, or the agent's user cannot run it
     */
    public static String find(HostSpec spec, Host host) {
        if (spec.java().isEmpty() && host.local()) {
            return runnable(
                    host,
                    Path.of(System.getProperty("java.home"), "bin", "java").toString());
        }
        String program = spec.java()
                .map(place -> host.run(host.ask(Command.query("test", "-d", place), "exists", place + "/bin"))
                                .ok()
                        ? place + "/bin/java"
                        : place)
                .orElseGet(
                        () -> host.run(Command.query("sh", "-c", SEARCH)).out().strip());
        if (program.length() > LONGEST_PATH || program.lines().count() > 1) {
            throw new Failure.Command(
                    "cannot find Java on " + host.name(),
                    "looking for it printed: " + Printable.line(program),
                    hint(host),
                    null);
        }
        if (program.isEmpty()) {
            throw new Failure.Command(
                    "there is no Java on " + host.name(),
                    "java is neither on the PATH of a command over SSH nor in JAVA_HOME",
                    hint(host),
                    null);
        }
        Outcome version = host.run(Command.query(program, "-XX:-UsePerfData", "-version"));
        Matcher number = VERSION.matcher(version.err() + version.out());
        if (!version.ok() || !number.find()) {
            throw new Failure.Command(
                    "cannot run " + program + " on " + host.name(), version.lastLines(), hint(host), null);
        }
        if (Integer.parseInt(number.group(2)) < OLDEST) {
            throw new Failure.Command(
                    "Java is too old on " + host.name(),
                    program + " is version " + number.group(2) + ", at least " + OLDEST + " is needed",
                    hint(host),
                    null);
        }
        return runnable(host, program);
    }

    /**
     * Makes sure that the agent's user, if it is a separate one, can run it, too: bench's own java may be in root's
     * home.
     */
    private static String runnable(Host host, String program) {
        AgentAccount account = AgentAccount.on(host);
        if (account.separate()) {
            List<String> words = new ArrayList<>(account.words());
            words.addAll(List.of(program, "-XX:-UsePerfData", "-version"));
            Outcome version = host.run(Command.query(words.toArray(String[]::new)));
            if (!version.ok()) {
                throw new Failure.Command(
                        "the agent's user (uid " + Account.AGENT.id() + ") cannot run " + program + " on "
                                + host.name(),
                        version.lastLines(),
                        "Where bench is root, it measures as that user. Install Java where every user may read it, not below /root, or name"
                                + " another with `java:` of the host. It also needs setpriv of util-linux 2.33 or later.",
                        null);
            }
        }
        return program;
    }

    private static String hint(Host host) {
        String system = host.run(host.ask(
                        Command.query("sed", "-n", "s/^ID\\(_LIKE\\)\\{0,1\\}=//p", "/etc/os-release"), "system"))
                .out()
                .toLowerCase(Locale.ROOT);
        String how = INSTALL.entrySet().stream()
                .filter(entry -> system.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("on Debian: apt install openjdk-17-jre-headless");
        return "Install a JDK or JRE of version " + OLDEST + " or later there (" + how
                + "), or say where it is with `java:` of the host.";
    }
}
