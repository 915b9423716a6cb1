package dev.jdbcbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
    /** The examples of RFC 5952, sections 4.1 to 4.3. */
    @ParameterizedTest
    @CsvSource({
        "2001:0db8::0001, 2001:db8::1",
        "2001:db8:0:0:0:0:2:1, 2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:DB8::ABCD, 2001:db8::abcd",
        "::1, ::1",
        "fe80::, fe80::",
        "198.51.100.7, 198.51.100.7"
    })
    void anAddressIsWrittenAsServersWriteIt(String address, String text) throws UnknownHostException {
        assertThat(Addresses.text(InetAddress.getByName(address))).isEqualTo(text);
    }
}
