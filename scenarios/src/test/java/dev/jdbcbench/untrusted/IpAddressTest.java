package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
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
    void addressIsWrittenLikeServersDo(String address, String text) throws UnknownHostException {
        assertThat(IpAddress.text(InetAddress.getByName(address))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.7, 10.0.0.7",
        "2001:0DB8::7, 2001:db8::7",
        "::, ::",
        "fd00::10.0.0.7, fd00::a00:7",
        "::ffff:10.0.0.7, 10.0.0.7"
    })
    void foreignAddressIsWrittenCanonically(String literal, String text) {
        assertThat(IpAddress.parse(literal)).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "%",
                "10.0.0.7'@'%",
                "10.0.0.%",
                "10.0.0",
                "10.0.0.256",
                "010.0.0.7",
                "10.0.0.7\n",
                "10.0.0.7 ",
                "167772167",
                "0x0a000007",
                "localhost",
                "db1.example.com",
                "fe80::1%eth0",
                "[::1]",
                "::1'; GRANT ALL",
                "1:2:3:4:5:6:7:8:9",
                "1::2::3",
                "abc",
                ":",
                "::12345"
            })
    void otherTextsAreNotAddresses(String literal) {
        assertThat(IpAddress.parse(literal)).isEmpty();
    }
}
