package dev.jdbcbench.agent;

import java.net.Inet6Address;
import java.net.InetAddress;

/** IP addresses as database servers write them. */
final class Addresses {
    private static final int GROUPS = 8;

    private Addresses() {}

    /**
     * An address in its canonical text (RFC 5952), without a zone: servers compare the host of an account with it letter by letter, and Java
     * writes {@code 2001:db8:0:0:0:0:0:1}.
     */
    static String text(InetAddress address) {
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
