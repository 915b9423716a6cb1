package dev.jdbcbench.inventory;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The jump host in the SSH arguments of an inventory, in one of the forms that are common with Ansible.
 *
 * @param host a name in the inventory, or an address
 * @param place the full {@code [user@]host[:port]}
 * @param alone whether the arguments contain nothing else
 */
record JumpHost(String host, String place, boolean alone) {
    private static final String PLACE = "(?<place>(?:[^@\\s,'\"]+@)?(?<host>[^@\\s,:'\"]+)(?::[0-9]{1,5})?)";
    /** {@code -J host}, {@code -o ProxyJump=host}, and the older {@code -o ProxyCommand="ssh -W %h:%p -q host"}. */
    private static final Pattern ARGUMENT = Pattern.compile("(?:^|(?<=\\s))(?:-J\\s*" + PLACE
            + "|(?<quote>['\"]?)-o\\s*"
            + "(?i:ProxyJump)[= ]" + again("b") + "\\k<quote>"
            + "|-o\\s*(?<outer>['\"]?)(?i:ProxyCommand)[= ](?<inner>['\"]?)ssh (?:-q )?-W %h:%p (?:-q )?" + again("c")
            + "\\k<inner>\\k<outer>)(?=\\s|$)");

    private static String again(String suffix) {
        return PLACE.replace("<place>", "<place" + suffix + ">").replace("<host>", "<host" + suffix + ">");
    }

    /** Parses arguments; empty if they name no jump host, or a chain of several. */
    static Optional<JumpHost> of(String arguments) {
        Matcher found = ARGUMENT.matcher(arguments);
        if (!found.find()) {
            return Optional.empty();
        }
        for (String form : new String[] {"", "b", "c"}) {
            String place = found.group("place" + form);
            if (place != null) {
                String host = found.group("host" + form);
                return Optional.of(
                        new JumpHost(host, place, found.replaceFirst("").isBlank()));
            }
        }
        return Optional.empty();
    }
}
