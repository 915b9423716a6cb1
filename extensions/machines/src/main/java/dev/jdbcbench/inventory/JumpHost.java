package dev.jdbcbench.inventory;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The jump host in the SSH arguments of an inventory, in one of the forms that are common with Ansible.
 *
 * @param host a name in the inventory, or an address
 * @param identity the file with the key for it
 * @param alone whether the arguments contain nothing else
 */
record JumpHost(String host, Optional<String> user, Optional<String> port, Optional<String> identity, boolean alone) {
    private static final Pattern PLACE = Pattern.compile(
            "(?:(?<user>[^@\\s,'\"]++)@)?(?<host>[^@\\s,:'\"-][^@\\s,:'\"]*+)(?::(?<port>[0-9]{1,5}))?");
    /** {@code -J host}, {@code -o ProxyJump=host}, and the older {@code -o ProxyCommand="ssh -W %h:%p -q host"}. */
    private static final Pattern ARGUMENT = Pattern.compile(
            "(?:^|(?<=\\s))(?:-J\\s*(?<jump>[^\\s'\"]+)"
                    + "|(?<quote>['\"]?)-o\\s*(?i:ProxyJump)[= ](?<option>[^\\s'\"]+)\\k<quote>"
                    + "|-o\\s*(?<outer>['\"]?)(?i:ProxyCommand)[= ](?<inner>['\"]?)ssh (?<words>[^'\"]+)\\k<inner>\\k<outer>)(?=\\s|$)");

    /** Options of ssh that change neither the place nor the account. */
    private static final List<String> SWITCHES = List.of("-q", "-A", "-a", "-T", "-C", "-4", "-6", "-x");

    /** Parses arguments; empty if they name no jump host, or one that needs more than a host of bench has. */
    static Optional<JumpHost> of(String arguments) {
        Matcher found = ARGUMENT.matcher(arguments);
        if (!found.find()) {
            return Optional.empty();
        }
        boolean alone = found.replaceFirst("").isBlank();
        String words = found.group("words");
        if (words != null) {
            return command(List.of(words.strip().split("\\s+", -1)), alone);
        }
        String jump = found.group("jump");
        return place(jump == null ? found.group("option") : jump, alone);
    }

    /** {@code [user@]host[:port]}. */
    String place() {
        return user.map(name -> name + "@").orElse("")
                + host
                + port.map(number -> ":" + number).orElse("");
    }

    private static Optional<JumpHost> place(String text, boolean alone) {
        Matcher place = PLACE.matcher(text);
        return place.matches()
                ? Optional.of(new JumpHost(
                        place.group("host"),
                        Optional.ofNullable(place.group("user")),
                        Optional.ofNullable(place.group("port")),
                        Optional.empty(),
                        alone))
                : Optional.empty();
    }

    /** The words of a command after {@code ssh}. */
    private static Optional<JumpHost> command(List<String> words, boolean alone) {
        Optional<JumpHost> place = Optional.empty();
        Optional<String> user = Optional.empty();
        Optional<String> port = Optional.empty();
        Optional<String> identity = Optional.empty();
        boolean forwards = false;
        boolean only = alone;
        for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
            String word = rest.next();
            if (SWITCHES.contains(word)) {
                continue;
            }
            if (!word.startsWith("-")) {
                if (place.isPresent()) {
                    return Optional.empty(); // a command on the jump host
                }
                place = place(word, alone);
                continue;
            }
            String option = word.substring(0, Math.min(2, word.length()));
            Optional<String> value = word.length() > 2
                    ? Optional.of(word.substring(2))
                    : rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
            switch (option) {
                case "-W" -> forwards = value.equals(Optional.of("%h:%p"));
                case "-i" -> identity = value;
                case "-l" -> user = value;
                case "-p" -> port = value;
                case "-o" -> only = false;
                default -> {
                    return Optional.empty();
                }
            }
        }
        if (place.isEmpty() || !forwards) {
            return Optional.empty();
        }
        JumpHost named = place.get();
        return Optional.of(new JumpHost(
                named.host,
                named.user.isPresent() ? named.user : user,
                named.port.isPresent() ? named.port : port,
                identity,
                only));
    }
}
