package dev.jdbcbench.untrusted;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** IP addresses as database servers write them. */
public final class IpAddress {
    private static final int GROUPS = 8;

    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    /** Coarse: what passes is digits, dots and two colons or more, never a name. */
    private static final Pattern IPV6 = Pattern.compile("(?=[^:]*:[^:]*:)[0-9A-Fa-f:.]{2,45}");

    private IpAddress() {}

    /**
     * The canonical text of an address that comes from another host; empty when the text is anything but one address. No name is looked
     * up: what passes may stand in SQL and in a configuration file.
     */
    public static Optional<String> parse(String literal) {
        if (!IPV4.matcher(literal).matches() && !IPV6.matcher(literal).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(text(InetAddress.getByName(literal)));
        } catch (UnknownHostException e) {
            return Optional.empty(); // digits and colons that make no address
        }
    }

    /**
     * An address in its canonical text (RFC 5952), without a zone: servers compare the host of an account with it letter by letter, and Java
     * writes {@code 2001:db8:0:0:0:0:0:1}.
     */
    public static String text(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        byte[] bytes = address.getAddress();
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        int start = 0;
        int length = 0;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = 0;
            while (i + zeros < GROUPS && groups[i + zeros] == 0) {
                zeros++;
            }
            if (zeros > length) {
                start = i;
                length = zeros;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (length > 1 && i == start) { // a single zero is written out
                text.append("::");
                i += length - 1;
            } else {
                if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                    text.append(':');
                }
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
