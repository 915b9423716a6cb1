package dev.jdbcbench.agent.kernel;

import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.event.Connections;
import dev.jdbcbench.load.Unit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads what the kernel knows about the TCP connections of a process, with {@code ss} from iproute2. */
public final class KernelConnections {
    private static final Pattern MIN_RTT = Pattern.compile("\\bminrtt:([0-9.]+)");
    /** Segments currently being retransmitted, and the total retransmitted so far. */
    private static final Pattern RETRANSMITS = Pattern.compile("\\bretrans:[0-9]+/([0-9]+)");

    private static final Pattern PROCESS = Pattern.compile("pid=([0-9]+),");

    private static final int LIMIT_SECONDS = 2;

    private KernelConnections() {}

    /** Whether {@code ss} is installed on this host. */
    public static boolean readable() {
        try {
            return run(List.of("ss", "-V")).isPresent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The connections of descendant processes to a server; empty when there are none or the kernel does not list them. */
    public static Optional<Connections> ofChildren(Endpoint endpoint) {
        return of(
                endpoint,
                ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet()));
    }

    /** The connections of these processes to a server; empty when there are none, or the kernel does not list them. */
    public static Optional<Connections> of(Endpoint endpoint, Set<Long> children) {
        try {
            return run(List.of("ss", "-tinpH", "state", "established", "dport", "=", ":" + endpoint.port()))
                    .flatMap(text -> parse(text, children));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Parses the output of {@code ss}: for each connection one line with addresses and processes, and one with figures. */
    static Optional<Connections> parse(String text, Set<Long> processes) {
        int count = 0;
        double minRtt = Double.POSITIVE_INFINITY;
        long retransmits = 0;
        boolean wanted = false;
        for (String line : text.lines().toList()) {
            if (!line.startsWith("\t") && !line.startsWith(" ")) {
                wanted = PROCESS.matcher(line)
                        .results()
                        .anyMatch(user -> processes.contains(Long.valueOf(user.group(1))));
            }
            Matcher rtt = MIN_RTT.matcher(line);
            if (wanted && rtt.find()) {
                count++;
                minRtt = Math.min(minRtt, Double.parseDouble(rtt.group(1)) * Unit.MICROS_PER_MILLI);
                Matcher again = RETRANSMITS.matcher(line);
                retransmits += again.find() ? Long.parseLong(again.group(1)) : 0;
            }
        }
        return count == 0 ? Optional.empty() : Optional.of(new Connections(count, minRtt, retransmits));
    }

    private static Optional<String> run(List<String> command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            return ended && process.exitValue() == 0 ? Optional.of(text) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // ss is not installed, which is reported once at the start
        }
    }
}
