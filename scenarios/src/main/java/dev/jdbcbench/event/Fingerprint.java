package dev.jdbcbench.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Compares the facts that must be the same in all sessions of a run; otherwise forks of one cell would not be comparable. */
public final class Fingerprint {
    private Fingerprint() {}

    /** One line for each difference from an earlier session; empty when the forks of both are comparable. */
    public static List<String> differences(Fact.SessionStarted before, Fact.SessionStarted now) {
        List<String> found = new ArrayList<>();
        compare("JDK", jdk(before.jvm()), jdk(now.jvm()), found);
        compare("the jar of the scenarios", before.scenariosSha256(), now.scenariosSha256(), found);
        for (ServerFacts was : before.servers()) {
            Optional<ServerFacts> is = now.servers().stream()
                    .filter(facts ->
                            facts.topology() == was.topology() && facts.server().equals(was.server()))
                    .findFirst();
            String name = was.server() + " (" + was.topology() + ")";
            is.ifPresentOrElse(facts -> compare(name, was, facts, found), () -> found.add(name + " is not there"));
        }
        return found;
    }

    private static String jdk(Jvm jvm) {
        return jvm.jdkVersion() + " (" + jvm.vmName() + " " + jvm.vmVersion() + ")";
    }

    private static void compare(String name, ServerFacts was, ServerFacts is, List<String> found) {
        compare("version of " + name, was.version(), is.version(), found);
        compare("engine of inserts in " + name, was.engine(), is.engine(), found);
        for (String variable : ServerFacts.chosen(List.of(was, is))) {
            compare("setting " + variable + " of " + name, was.setting(variable), is.setting(variable), found);
        }
    }

    private static void compare(String what, String was, String is, List<String> found) {
        if (!Objects.equals(was, is)) {
            found.add(what + ": was " + was + ", is " + is);
        }
    }
}
