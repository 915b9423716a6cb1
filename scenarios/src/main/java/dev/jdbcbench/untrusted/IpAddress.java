package dev.jdbcbench.untrusted;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** IP addresses in the form that database servers use. */
public final class IpAddress {
    private static final int GROUPS = 8;

    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    /** A coarse check: what matches has only hexadecimal digits, dots and at least two colons, so it is never a host name. */
    private static final Pattern IPV6 = Pattern.compile("(?=[^:]*:[^:]*:)[0-9A-Fa-f:.]{2,45}");

    private IpAddress() {}

    /**
     * The canonical text of an address from another host; empty when the text is anything other than one address. Never
     * resolves a name. The result is safe for SQL and configuration files.
     */
    public static Optional<String> parse(String literal) {
        if (!IPV4.matcher(literal).matches() && !IPV6.matcher(literal).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(text(InetAddress.getByName(literal)));
        } catch (UnknownHostException e) {
            return Optional.empty(); // digits and colons that are not an address
        }
    }

    /**
     * The canonical text of an address (RFC 5952), without a zone. Servers compare it character by character with the host of
     * an account, but Java writes {@code 2001:db8:0:0:0:0:0:1}.
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
            if (length > 1 && i == start) { // a single zero is not shortened
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
