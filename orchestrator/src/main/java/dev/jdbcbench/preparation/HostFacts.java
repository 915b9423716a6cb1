package dev.jdbcbench.preparation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes the hosts of a run, under the user's names for them: {@code hosts.json}. A fact is a text; one that could
 * not be read is {@code unknown: why}. The facts contain no addresses, host names or secrets.
 */
@JsonPropertyOrder({"schema", "run"})
record HostFacts(String run, Map<String, Map<String, String>> hosts) {
    /** The facts of every host, in this order. */
    private static final List<String> NAMES = List.of(
            "distribution",
            "kernel",
            "booted",
            "uptime",
            "clocksource",
            "clockOffset",
            "virtualisation",
            "container",
            "architecture",
            "cpu",
            "cpus",
            "cpusAllowed",
            "smt",
            "governor",
            "memory",
            "memoryAvailable",
            "swap",
            "transparentHugePages",
            "cgroupCpu",
            "cgroupMemory",
            "network",
            "mtu",
            "networkSpeed",
            "networkDriver",
            "congestionControl",
            "load",
            "openFiles");

    private static final String SCRIPT = "facts.sh";
    private static final String UNKNOWN = "unknown: ";

    /** Limit in characters of one fact: a list of CPUs or devices has a few hundred. */
    private static final int LONGEST = 4096;

    /** The shortest of several round trips gives the tightest bound on the offset. */
    private static final int CLOCK_READINGS = 5;

    private static final Pattern SECONDS = Pattern.compile("([0-9]{1,10})\\.([0-9]{9})\\s*");
    private static final Pattern VM = Pattern.compile("(?m)^.* VM .*\\(build .*$");

    HostFacts {
        hosts = new TreeMap<>(hosts);
    }

    @JsonProperty("schema")
    String schema() {
        return "hosts/1";
    }

    /**
     * Collects the facts of one host.
     *
     * @param dataAddress the address at which the client reaches the database; determines the network device to report
     * @param clock the clock to compare the host's clock with
     */
    static Map<String, String> ask(Host host, String dataAddress, Clock clock) {
        Map<String, String> facts = ask(host, dataAddress);
        facts.put("clockOffset", clockOffset(host, clock));
        return facts;
    }

    /** All facts except the clock offset, which takes several commands. */
    static Map<String, String> ask(Host host, String dataAddress) {
        Outcome outcome =
                host.run(host.ask(Command.query("sh", "-s", dataAddress).reading(script()), "facts"));
        Map<String, String> facts = new LinkedHashMap<>();
        String silent = UNKNOWN + "the host did not report it"
                + (outcome.ok() ? "" : " (the facts script ended with status " + outcome.exit() + ")");
        NAMES.forEach(name -> facts.put(name, silent));
        outcome.out().lines().forEach(line -> {
            String[] parts = line.split("=", 2);
            if (parts.length == 2) {
                facts.replace(parts[0], bounded(parts[1].strip()));
            }
        });
        facts.computeIfPresent(
                "booted",
                (name, seconds) -> seconds.matches("[0-9]{1,10}")
                        ? Instant.ofEpochSecond(Long.parseLong(seconds)).toString()
                        : seconds);
        return facts;
    }

    private static String bounded(String fact) {
        return fact.length() <= LONGEST ? fact : fact.substring(0, LONGEST) + "…";
    }

    /** The name and build of the host's virtual machine, as {@code java -version} prints them. */
    static String jdk(Host host, String java) {
        Outcome version = host.run(Command.query(java, "-XX:-UsePerfData", "-version"));
        Matcher line = VM.matcher(version.err() + version.out());
        return version.ok() && line.find() ? bounded(line.group().strip()) : UNKNOWN + "java -version names no VM";
    }

    /**
     * The host's clock minus ours, seconds. It is read between two readings of our clock; half of the time between
     * those is the uncertainty.
     */
    private static String clockOffset(Host host, Clock clock) {
        if (host.local()) {
            return "0 s (the clock of bench itself)";
        }
        Duration offset = Duration.ZERO;
        Duration shortest = Duration.ofDays(1);
        for (int reading = 0; reading < CLOCK_READINGS; reading++) {
            Instant before = clock.instant();
            Outcome date = host.run(Command.query("date", "+%s.%N"));
            Duration roundTrip = Duration.between(before, clock.instant());
            Matcher seconds = SECONDS.matcher(date.out());
            if (!date.ok() || !seconds.matches()) {
                return UNKNOWN + "its program date does not know +%s.%N";
            }
            if (!roundTrip.isNegative() && roundTrip.compareTo(shortest) < 0) {
                shortest = roundTrip;
                Instant there =
                        Instant.ofEpochSecond(Long.parseLong(seconds.group(1)), Long.parseLong(seconds.group(2)));
                offset = Duration.between(before.plus(roundTrip.dividedBy(2)), there);
            }
        }
        return seconds(offset, "%+.4f") + " s ± " + seconds(shortest.dividedBy(2), "%.4f") + " s";
    }

    private static String seconds(Duration duration, String format) {
        return String.format(
                Locale.ROOT,
                format,
                BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9)));
    }

    private static String script() {
        return Resource.text(HostFacts.class, SCRIPT);
    }
}
